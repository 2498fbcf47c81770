import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../ui/dialog.tsx';
import { loadLater } from '../ui/load-later.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { useSession } from './use-session.ts';

const SecondFactorForm = loadLater(() =>
  import('./second-factor-form.tsx').then((part) => part.SecondFactorForm),
);

/** Shown over a page with unsaved changes. Can be dismissed to copy them. */
export function SignInAgain({ email }: { readonly email: string }) {
  const { t } = useTranslation(['auth', 'common']);
  const state = useSession();
  const [open, setOpen] = useState(true);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={t('auth:again.title')}
      description={t('auth:again.text', { email })}
      closeLabel={t('common:close')}
    >
      <div className="mt-5">
        {state.kind === 'signed-in' ? (
          <Suspense fallback={null}>
            <SecondFactorForm />
          </Suspense>
        ) : (
          <SignInForm onlyEmail={email} />
        )}
      </div>
    </Dialog>
  );
}
