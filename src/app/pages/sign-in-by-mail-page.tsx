import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { CodeForm } from '../auth/code-form.tsx';
import { RedirectSignedIn } from '../auth/redirect-signed-in.tsx';
import { MailForm } from '../auth/mail-form.tsx';
import { SendAgainButton } from '../auth/send-again-button.tsx';
import { requestSignInMail, signInWithCode } from '../data/auth-by-mail.ts';
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
  usePage(t('byMail.title'));
  // The sign-in page reports a failed link and redirects a signed-in user.
  const send = (email: string) => requestSignInMail(email, PATHS.signIn + search);
  const footer = (
    <Link className={LINK_LOOK} to={{ pathname: PATHS.signIn, search }} state={state}>
      {t('byMail.withPassword')}
    </Link>
  );
  return (
    <RedirectSignedIn>
      {mailedTo === null ? (
        <AuthFrame title={t('byMail.title')} text={t('byMail.text')} footer={footer}>
          <MailForm
            email={readInvitedEmail(state)}
            submitLabel={t('byMail.submit')}
            send={send}
            onSent={setMailedTo}
          />
        </AuthFrame>
      ) : (
        <AuthFrame
          title={t('byMail.sentTitle')}
          text={t('byMail.sentText', { email: mailedTo })}
          footer={footer}
        >
          <CodeForm submitLabel={t('byMail.signIn')} verify={(code) => signInWithCode(mailedTo, code)} />
          <div className="mt-5 flex flex-wrap gap-2">
            <SendAgainButton send={() => send(mailedTo)} />
            <Button onClick={() => setMailedTo(null)}>{t('byMail.otherAddress')}</Button>
          </div>
        </AuthFrame>
      )}
    </RedirectSignedIn>
  );
}
