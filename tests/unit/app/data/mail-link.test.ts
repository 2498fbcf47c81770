import { expect, test } from 'vitest';
import {
  isLinkOf,
  keptMailLink,
  type MailLink,
  readMailLink,
  withMailLink,
} from '../../../../src/app/data/mail-link.ts';

const hash = (more: Record<string, string | null> = {}): string => {
  const fields = {
    token_hash: 'abc',
    type: 'magiclink',
    email: 'ann@x.test',
    next: 'http://localhost/documents/1',
  };
  const kept = Object.entries({ ...fields, ...more }).filter(
    (field): field is [string, string] => field[1] !== null,
  );
  return `#${new URLSearchParams(kept)}`;
};
const link: MailLink = {
  type: 'magiclink',
  tokenHash: 'abc',
  email: 'ann@x.test',
  newEmail: '',
  next: '/documents/1',
};

test('the link of a mail is read, and kept with the entry of the history', () => {
  expect(readMailLink(hash())).toEqual(link);
  expect(keptMailLink(JSON.parse(JSON.stringify(withMailLink(link))))).toEqual(link);
});

test.each([
  ['without a token', hash({ token_hash: null })],
  ['with an empty token', hash({ token_hash: '' })],
  ['without a type', hash({ type: null })],
  ['of no known type', hash({ type: 'reauthentication' })],
  ['that does not say whose it is', hash({ email: null })],
  ['that is cut', '#token_hash=abc'],
  ['that is something else', '#end'],
])('a link %s is not whole', (_what, cut) => {
  expect(readMailLink(cut)).toBeNull();
  expect(keptMailLink(withMailLink(null))).toBeNull();
});

test.each([null, undefined, 'x', {}, { mailLink: { type: 'magiclink' } }])('%j is no kept link', (state) => {
  expect(keptMailLink(state)).toBeNull();
});

test.each([
  ['https://evil.test', '/'],
  ['https://evil.test//evil.test/x', '/evil.test/x'],
  ['//evil.test', '/documents'],
  ['javascript:alert(1)', '/documents'],
  ['', '/documents'],
])('a link that leads on to %s stays inside the app', (next, path) => {
  expect(readMailLink(hash({ next }))?.next).toBe(path);
  expect(readMailLink(hash({ next, type: 'recovery' }))?.next).toBe('/reset-password');
});

test('is for the address it names, and for the new one of a change', () => {
  const change: MailLink = { ...link, newEmail: 'new@x.test' };
  expect([isLinkOf(change, 'ANN@x.test'), isLinkOf(change, 'new@x.test')]).toEqual([true, true]);
  expect([isLinkOf(link, ''), isLinkOf(link, 'bob@x.test')]).toEqual([false, false]);
});
