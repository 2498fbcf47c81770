import { useTranslation } from 'react-i18next';
import type { ApiErrorCode } from '../data/api-error.ts';
import { showToast } from '../ui/toast.tsx';

/** Reports a refused change. */
export function useOutcome(): (outcome: Promise<ApiErrorCode | null>) => void {
  const { t } = useTranslation('errors');
  return (outcome) =>
    void outcome.then((code) => {
      if (code !== null) showToast.error(t(code));
    });
}
