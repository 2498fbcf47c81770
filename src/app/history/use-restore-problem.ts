import { useTranslation } from 'react-i18next';
import { ApiError, errorCodeOf } from '../data/api-error.ts';
import { formatWait } from '../i18n/format-wait.ts';
import { useLanguage } from '../i18n/use-language.ts';

/** The rate limit of restores resets in seconds; the daily limit refills this slowly (decision 0011). */
const LONG_WAIT_MS = 60_000;

/** Translates the error of a restore. */
export function useRestoreProblem(): (error: unknown) => string {
  const { t } = useTranslation(['history', 'errors']);
  const { language } = useLanguage();
  return (error) => {
    const wait = error instanceof ApiError && error.code === 'rate_limited' ? (error.retryAfterMs ?? 0) : 0;
    if (wait <= LONG_WAIT_MS) return t(`errors:${errorCodeOf(error)}`);
    return t('history:dailyLimit', { wait: formatWait(wait, language) });
  };
}
