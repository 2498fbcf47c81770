import { useTranslation } from 'react-i18next';
import { SignOutDialog } from '../auth/sign-out-dialog.tsx';
import { useSignOut } from '../auth/use-sign-out.ts';
import type { SignedInUser } from '../data/session.ts';
import { Button } from '../ui/button.tsx';

/** For a page without the account menu. */
export function SignOutButton({ user }: { readonly user: SignedInUser }) {
  const { t } = useTranslation('common');
  const signOut = useSignOut(user.id);
  return (
    <>
      <Button look="quiet" className="-ml-3.5" busy={signOut.leaving} onClick={() => void signOut.leave()}>
        {t('signOut')}
      </Button>
      <SignOutDialog signOut={signOut} />
    </>
  );
}
