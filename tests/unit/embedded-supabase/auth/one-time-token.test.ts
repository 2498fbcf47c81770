import { describe, expect, it } from 'vitest';
import { makeOtp } from '../../../../src/embedded-supabase/auth/one-time-token.ts';
import { makeRefreshToken } from '../../../../src/embedded-supabase/auth/sessions.ts';

describe('a code', () => {
  it('has the wanted number of digits', () => {
    const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
    for (const length of [6, 8, 10]) expect(makeOtp(random, length)).toMatch(new RegExp(`^\\d{${length}}$`));
  });

  it('skips the bytes that would make low digits likelier', () => {
    const bytes = [250, 255, 7, 249, 13, 251, 0, 99, 101];
    const random = (length: number) => Uint8Array.from({ length }, () => bytes.shift() ?? 1);
    expect(makeOtp(random, 6)).toBe('793091');
  });
});

describe('a refresh token', () => {
  it('has 22 characters that need no escaping', () => {
    const random = (length: number) => new Uint8Array(length).fill(255);
    expect(makeRefreshToken(random)).toBe('_'.repeat(22));
    expect(makeRefreshToken((length) => new Uint8Array(length))).toMatch(/^A{22}$/);
  });
});
