import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate } from 'react-router';
import { NewPasswordForm } from '../auth/new-password-form.tsx';
import { useSession } from '../auth/use-session.ts';
import { PATHS, secondFactorPath } from '../data/paths.ts';
import { buttonLook } from '../ui/button-look.ts';
import { showToast } from '../ui/toast.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { PageWaiting } from './page-waiting.tsx';
import { usePage } from './use-page.ts';

/** Target of recovery links. supabase-js has turned the link into a session before this renders. */
export function Component() {
  const { t } = useTranslation('account');
  const state = useSession();
  const navigate = useNavigate();
  usePage(t('reset.title'));
  if (state.kind === 'loading') return <PageWaiting />;
  if (state.kind === 'signed-in' && state.needsCode) {
    return <Navigate to={secondFactorPath(PATHS.resetPassword)} replace />;
  }
  if (state.kind === 'signed-out') {
    return (
      <AuthFrame title={t('reset.invalidTitle')} text={t('reset.invalidText')}>
        <Link className={buttonLook('primary')} to={PATHS.forgotPassword}>
          {t('reset.requestLink')}
        </Link>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={t('reset.title')} text={state.session.user.email}>
      <NewPasswordForm
        email={state.session.user.email ?? ''}
        onChanged={() => {
          showToast.success(t('reset.done'));
          void navigate(PATHS.documents, { replace: true });
        }}
      />
    </AuthFrame>
  );
}
