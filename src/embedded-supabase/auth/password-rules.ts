import type { AuthConfig } from './auth-config.ts';
import { AuthError, type WeakPasswordReason } from './errors.ts';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const SYMBOLS = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~';

/** Bcrypt ignores bytes beyond this. */
const MAX_PASSWORD_BYTES = 72;

const REQUIRED_CHARACTERS: Record<AuthConfig['password_requirements'], readonly string[]> = {
  '': [],
  letters_digits: [LOWER + UPPER, DIGITS],
  lower_upper_letters_digits: [LOWER, UPPER, DIGITS],
  lower_upper_letters_digits_symbols: [LOWER, UPPER, DIGITS, SYMBOLS],
};

type Rules = Pick<AuthConfig, 'minimum_password_length' | 'password_requirements'>;

export interface Weakness {
  readonly message: string;
  readonly reasons: readonly WeakPasswordReason[];
}

/**
 * The rules that a password breaks, with GoTrue's messages; null when it breaks none. Length is in bytes of UTF-8, as there.
 */
export function findWeakness(rules: Rules, password: string): Weakness | null {
  const reasons: WeakPasswordReason[] = [];
  const messages: string[] = [];
  if (byteLength(password) < rules.minimum_password_length) {
    reasons.push('length');
    messages.push(`Password should be at least ${rules.minimum_password_length} characters.`);
  }
  const sets = REQUIRED_CHARACTERS[rules.password_requirements];
  if (!sets.every((set) => Array.from(set).some((character) => password.includes(character)))) {
    reasons.push('characters');
    messages.push(`Password should contain at least one character of each: ${sets.join(', ')}.`);
  }
  return reasons.length === 0 ? null : { reasons, message: messages.join(' ') };
}

/** Throws `weak_password` (422), or `validation_failed` (400) for a password that bcrypt would truncate. */
export function checkPassword(rules: Rules, password: string): void {
  if (byteLength(password) > MAX_PASSWORD_BYTES) {
    throw new AuthError(
      400,
      'validation_failed',
      `Password cannot be longer than ${MAX_PASSWORD_BYTES} characters`,
    );
  }
  const weakness = findWeakness(rules, password);
  if (weakness === null) return;
  throw new AuthError(422, 'weak_password', weakness.message, { reasons: weakness.reasons });
}

function byteLength(value: string): number {
  return new TextEncoder().encode(value).length;
}
