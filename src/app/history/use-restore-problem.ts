import { useTranslation } from 'react-i18next';
import { ApiError, errorCodeOf } from '../data/api-error.ts';
import { formatWait } from '../i18n/format-wait.ts';
import { useLanguage } from '../i18n/use-language.ts';

/** Whoever restores too often waits for seconds; what one may add in a day comes back this slowly (decision 0011). */
const LONG_WAIT_MS = 60_000;

/** Why a restore failed, in words. */
export function useRestoreProblem(): (error: unknown) => string {
  const { t } = useTranslation(['history', 'errors']);
  const { language } = useLanguage();
  return (error) => {
    const wait = error instanceof ApiError && error.code === 'rate_limited' ? (error.retryAfterMs ?? 0) : 0;
    if (wait <= LONG_WAIT_MS) return t(`errors:${errorCodeOf(error)}`);
    return t('history:dailyLimit', { wait: formatWait(wait, language) });
  };
}
