import { expect, test } from 'vitest';
import { readNextPath, signInPath } from '../../../../src/app/data/paths.ts';

test('sign-in leads back to where one was going', () => {
  const from = '/documents/1?x=1&y=2#end';
  const { search } = new URL(signInPath(from), 'http://localhost');
  expect(readNextPath(search)).toBe(from);
  expect(signInPath('/documents')).toBe('/sign-in');
});

test.each([
  '',
  '?next=',
  '?next=documents',
  '?next=https://evil.test/',
  '?next=//evil.test',
  '?next=/%5Cevil.test',
  '?next=/%09/evil.test',
  '?next=javascript:alert(1)',
])('%s leads nowhere but home', (search) => {
  expect(readNextPath(search)).toBe('/documents');
});
