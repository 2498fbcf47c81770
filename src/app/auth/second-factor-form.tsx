import { useTranslation } from 'react-i18next';
import { showSecondFactor } from '../data/second-factor.ts';
import { CodeForm } from './code-form.tsx';
import { useSession } from './use-session.ts';

/** Second step of signing in. Success changes the session, which re-renders the parent. */
export function SecondFactorForm() {
  const { t } = useTranslation('account');
  const state = useSession();
  if (state.kind !== 'signed-in') return null;
  const { user } = state.session;
  return (
    <CodeForm
      submitLabel={t('secondFactor.continue')}
      wrong={t('secondFactor.wrong')}
      verify={(code) => showSecondFactor(user, code)}
    />
  );
}
