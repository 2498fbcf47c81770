import { LogOut } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SignOutDialog } from '../auth/sign-out-dialog.tsx';
import { useSignOut } from '../auth/use-sign-out.ts';
import type { SignedInUser } from '../data/session.ts';
import { Button } from '../ui/button.tsx';

interface SignOutButtonProps {
  readonly user: SignedInUser;
  /** With a label on phones too. */
  readonly worded?: boolean;
}

export function SignOutButton({ user, worded = false }: SignOutButtonProps) {
  const { t } = useTranslation('common');
  const signOut = useSignOut(user.id);
  return (
    <>
      <Button
        look="quiet"
        className={worded ? '-ml-3.5' : 'max-sm:w-9 max-sm:px-0 pointer-coarse:max-sm:w-11'}
        busy={signOut.leaving}
        onClick={() => void signOut.leave()}
      >
        {!signOut.leaving && !worded && <LogOut size={17} aria-hidden="true" className="sm:hidden" />}
        <span className={worded ? undefined : 'max-sm:sr-only'}>{t('signOut')}</span>
      </Button>
      <SignOutDialog signOut={signOut} />
    </>
  );
}
