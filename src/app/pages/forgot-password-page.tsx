import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { CodeForm } from '../auth/code-form.tsx';
import { MailForm } from '../auth/mail-form.tsx';
import { SendAgainButton } from '../auth/send-again-button.tsx';
import { requestPasswordReset, signInWithCode } from '../data/auth-by-mail.ts';
import { PATHS } from '../data/paths.ts';
import { AuthFrame } from './auth-frame.tsx';
import { LINK_LOOK } from './link-look.ts';
import { usePage } from './use-page.ts';

export function Component() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  usePage(t('forgot.title'));
  const back = (
    <Link className={LINK_LOOK} to={PATHS.signIn}>
      {t('forgot.back')}
    </Link>
  );
  if (mailedTo !== null) {
    return (
      <AuthFrame title={t('forgot.sentTitle')} text={t('forgot.sentText', { email: mailedTo })} footer={back}>
        <CodeForm
          submitLabel={t('forgot.withCode')}
          verify={(code) => signInWithCode(mailedTo, code, 'recovery')}
          onDone={() => void navigate(PATHS.resetPassword, { replace: true })}
        />
        <div className="mt-5">
          <SendAgainButton send={() => requestPasswordReset(mailedTo)} />
        </div>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('forgot.title')} text={t('forgot.text')} footer={back}>
      <MailForm submitLabel={t('forgot.submit')} send={requestPasswordReset} onSent={setMailedTo} />
    </AuthFrame>
  );
}
