import { useTranslation } from 'react-i18next';
import { MAX_NAME_CHARS, MIN_PASSWORD_CHARS } from '#contract/limits.ts';
import type { AuthFailure } from '../data/auth.ts';
import type { ProblemKey } from './auth-schemas.ts';

const COUNTS: Partial<Record<ProblemKey, number>> = {
  nameLong: MAX_NAME_CHARS,
  passwordShort: MIN_PASSWORD_CHARS,
};

const PROBLEM_KEYS: Record<ProblemKey, true> = {
  email: true,
  emailSame: true,
  code: true,
  name: true,
  nameLong: true,
  emailTyped: true,
  passwordMissing: true,
  passwordShort: true,
  passwordLong: true,
};

function isProblemKey(text: string): text is ProblemKey {
  return Object.hasOwn(PROBLEM_KEYS, text);
}

const FAILURE_PREFIX = 'failure:';

/** A server failure as a field error, translated when rendered so that it follows the language. */
export const failureMessage = (failure: AuthFailure): string => FAILURE_PREFIX + failure;

/** Translates a form error: a problem key of the schemas or a server failure. */
export function useProblemText(): (message: string | undefined) => string | undefined {
  const { t } = useTranslation('auth');
  return (message) => {
    if (message === undefined) return undefined;
    if (message.startsWith(FAILURE_PREFIX)) {
      return t(`failure.${message.slice(FAILURE_PREFIX.length) as AuthFailure}`);
    }
    if (!isProblemKey(message)) throw new Error(`no text for the problem "${message}"`);
    return t(`problem.${message}`, { count: COUNTS[message] ?? 0 });
  };
}
