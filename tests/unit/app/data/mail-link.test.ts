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

test('a mail link is parsed and kept in the history entry', () => {
  expect(readMailLink(hash())).toEqual(link);
  expect(keptMailLink(JSON.parse(JSON.stringify(withMailLink(link))))).toEqual(link);
});

test.each([
  ['without a token', hash({ token_hash: null })],
  ['with an empty token', hash({ token_hash: '' })],
  ['without a type', hash({ type: null })],
  ['of no known type', hash({ type: 'reauthentication' })],
  ['without an address', hash({ email: null })],
  ['that is truncated', '#token_hash=abc'],
  ['that is another fragment', '#end'],
])('a link %s is incomplete', (_what, cut) => {
  expect(readMailLink(cut)).toBeNull();
  expect(keptMailLink(withMailLink(null))).toBeNull();
});

test.each([null, undefined, 'x', {}, { mailLink: { type: 'magiclink' } }])(
  '%j is not a kept link',
  (state) => {
    expect(keptMailLink(state)).toBeNull();
  },
);

test.each([
  ['https://evil.test', '/'],
  ['https://evil.test//evil.test/x', '/evil.test/x'],
  ['//evil.test', '/documents'],
  ['javascript:alert(1)', '/documents'],
  ['', '/documents'],
])('a link with the next path %s stays inside the app', (next, path) => {
  expect(readMailLink(hash({ next }))?.next).toBe(path);
  expect(readMailLink(hash({ next, type: 'recovery' }))?.next).toBe('/reset-password');
});

test('matches the address it names, and the new one of a change', () => {
  const change: MailLink = { ...link, newEmail: 'new@x.test' };
  expect([isLinkOf(change, 'ANN@x.test'), isLinkOf(change, 'new@x.test')]).toEqual([true, true]);
  expect([isLinkOf(link, ''), isLinkOf(link, 'bob@x.test')]).toEqual([false, false]);
});
