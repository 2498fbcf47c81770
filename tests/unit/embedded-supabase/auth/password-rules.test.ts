import { describe, expect, it } from 'vitest';
import { checkPassword, findWeakness } from '../../../../src/embedded-supabase/auth/password-rules.ts';

const rules = {
  minimum_password_length: 8,
  password_requirements: 'lower_upper_letters_digits_symbols',
} as const;

describe('a password', () => {
  it.each([
    ['Aa1!aaaa', null],
    ['Aa1!', ['length']],
    ['aaaaaaa1!', ['characters']],
    ['AAAAAAA1!', ['characters']],
    ['Aaaaaaaa!', ['characters']],
    ['Aaaaaaaa1', ['characters']],
    ['aa', ['length', 'characters']],
    ['Aa1\\aaaa', null],
  ])('%s lacks %s', (password, reasons) => {
    expect(findWeakness(rules, password)?.reasons ?? null).toEqual(reasons);
  });

  it('may be 72 bytes long and no longer', () => {
    const lax = { minimum_password_length: 6, password_requirements: '' } as const;
    expect(() => checkPassword(lax, 'ř'.repeat(36))).not.toThrow();
    expect(() => checkPassword(lax, 'ř'.repeat(37))).toThrow('Password cannot be longer than 72 characters');
  });
});
