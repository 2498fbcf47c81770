import { useTranslation } from 'react-i18next';
import { Navigate, useLocation } from 'react-router';
import { SecondFactorForm } from '../auth/second-factor-form.tsx';
import { useSession } from '../auth/use-session.ts';
import { PATHS, readNextPath } from '../data/paths.ts';
import { userOf } from '../data/session.ts';
import { AuthFrame } from './auth-frame.tsx';
import { PageWaiting } from './page-waiting.tsx';
import { SignOutButton } from './sign-out-button.tsx';
import { usePage } from './use-page.ts';

/** Shown after the password to users with an authenticator app. */
export function Component() {
  const { t } = useTranslation('account');
  const { search } = useLocation();
  const state = useSession();
  usePage(t('secondFactor.title'));
  if (state.kind === 'loading') return <PageWaiting />;
  if (state.kind === 'signed-out') return <Navigate to={PATHS.signIn + search} replace />;
  if (!state.needsCode) return <Navigate to={readNextPath(search)} replace />;
  return (
    <AuthFrame
      title={t('secondFactor.title')}
      text={t('secondFactor.pageText')}
      footer={
        <div className="flex flex-col items-start gap-3">
          <p>{t('secondFactor.lost')}</p>
          <SignOutButton user={userOf(state.session)} />
        </div>
      }
    >
      <SecondFactorForm />
    </AuthFrame>
  );
}
