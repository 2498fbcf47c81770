import { focusManager, QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const MAX_RETRIES = 3;

/** Delay before try `attempt` (from 0): 1 s, doubled, at most 30 s. */
export const retryDelayMs = (attempt: number): number => Math.min(1000 * 2 ** attempt, 30_000);

/** Retries only errors that may be transient; a refusal stays a refusal. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES) return false;
  if (!(error instanceof ApiError)) return true;
  const refused = error.status >= 400 && error.status < 500;
  return !refused || error.status === 408 || error.status === 429;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: 300_000,
        retry: shouldRetry,
        retryDelay: retryDelayMs,
        // navigator.onLine is not reliable, so always send the request and report a failure.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Refetches when the window is visible or focused again. Beside another window it stays visible, so the focus counts too. */
export const fetchOnReturn = (): void =>
  focusManager.setEventListener((onFocus) => {
    const onReturn = (): void => onFocus();
    document.addEventListener('visibilitychange', onReturn);
    window.addEventListener('focus', onReturn);
    return () => {
      document.removeEventListener('visibilitychange', onReturn);
      window.removeEventListener('focus', onReturn);
    };
  });

/** Keeps the identity of unchanged data, so that components need not re-render. */
export const keepEqual = <Value>(before: Value, now: Value): Value => replaceEqualDeep(before, now);
