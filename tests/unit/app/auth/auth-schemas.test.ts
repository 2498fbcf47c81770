import { expect, test } from 'vitest';
import { signInSchema, signUpSchema } from '../../../../src/app/auth/auth-schemas.ts';

const good = { name: 'Jana', email: 'jana@example.com', password: 'correct horse' };

const problems = (input: object): string[] =>
  signUpSchema.safeParse({ ...good, ...input }).error?.issues.map((issue) => issue.message) ?? [];

test('valid input is accepted and trimmed', () => {
  expect(signUpSchema.parse({ ...good, name: ' Jana ', email: ' jana@example.com ' })).toEqual(good);
  expect(signInSchema.parse({ email: good.email, password: 'short' })).toBeTruthy();
});

test.each([
  [{ name: '  ' }, ['name']],
  [{ name: 'x'.repeat(81) }, ['nameLong']],
  [{ email: 'jana' }, ['email']],
  [{ password: '' }, ['passwordMissing']],
  [{ password: 'x'.repeat(9) }, ['passwordShort']],
  [{ password: 'ž'.repeat(37) }, ['passwordLong']],
  [{ password: 'x'.repeat(72) }, []],
  [{ name: '', email: '', password: '' }, ['name', 'email', 'passwordMissing']],
])('%j → %j', (input, expected) => {
  expect(problems(input)).toEqual(expected);
});
