import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { CodeForm } from '../auth/code-form.tsx';
import { RedirectSignedIn } from '../auth/redirect-signed-in.tsx';
import { SendAgainButton } from '../auth/send-again-button.tsx';
import { SignUpForm } from '../auth/sign-up-form.tsx';
import { resendConfirmation, signInWithCode } from '../data/auth-by-mail.ts';
import { PATHS } from '../data/paths.ts';
import { Button } from '../ui/button.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { readInvitedEmail } from './kept-invitation.ts';
import { LINK_LOOK } from './link-look.ts';
import { usePage } from './use-page.ts';

export function Component() {
  const { t } = useTranslation('account');
  const { search } = useLocation();
  const state: unknown = useLocation().state;
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  usePage(t('signUp.title'));
  if (mailedTo !== null) {
    return (
      <RedirectSignedIn>
        <AuthFrame title={t('signUp.confirmTitle')} text={t('signUp.confirmText', { email: mailedTo })}>
          <CodeForm submitLabel={t('signUp.confirm')} verify={(code) => signInWithCode(mailedTo, code)} />
          <div className="mt-5 flex flex-wrap gap-2">
            <SendAgainButton send={() => resendConfirmation(mailedTo)} />
            <Button onClick={() => setMailedTo(null)}>{t('signUp.otherAddress')}</Button>
          </div>
        </AuthFrame>
      </RedirectSignedIn>
    );
  }
  return (
    <RedirectSignedIn>
      <AuthFrame
        title={t('signUp.title')}
        footer={
          <p>
            <span>{`${t('signUp.haveAccount')} `}</span>
            <Link className={LINK_LOOK} to={{ pathname: PATHS.signIn, search }} state={state}>
              {t('signUp.toSignIn')}
            </Link>
          </p>
        }
      >
        <SignUpForm email={readInvitedEmail(state)} onConfirm={setMailedTo} />
      </AuthFrame>
    </RedirectSignedIn>
  );
}
