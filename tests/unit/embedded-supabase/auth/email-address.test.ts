import { describe, expect, it } from 'vitest';
import { normaliseEmail } from '../../../../src/embedded-supabase/auth/email-address.ts';

describe('an address', () => {
  it.each([
    ['Ann@Example.COM', 'ann@example.com'],
    ['a+b.c@sub.example.com', 'a+b.c@sub.example.com'],
    ["o'neil@example.com", "o'neil@example.com"],
    ['ann@localhost', 'ann@localhost'],
  ])('%s becomes %s', (address, expected) => {
    expect(normaliseEmail(address)).toBe(expected);
  });

  it.each([
    ['', 'An email address is required'],
    [`${'a'.repeat(250)}@b.test`, 'An email address is too long'],
    ['ann', 'invalid format'],
    ['ann@', 'invalid format'],
    ['@example.com', 'invalid format'],
    ['ann@-example.com', 'invalid format'],
    ['ann@example..com', 'invalid format'],
    ['ann@example.com\nbcc: eve@example.com', 'invalid format'],
    ['ann@example.com ', 'invalid format'],
    ['řehoř@example.com', 'invalid format'],
  ])('%j is refused', (address, message) => {
    expect(() => normaliseEmail(address)).toThrow(message);
  });
});
