import { expect, test } from 'vitest';
import {
  foundPath,
  historyPath,
  PREVIOUS,
  readFoundWords,
  readNextPath,
  readPathOf,
  readShownVersion,
  signInPath,
} from '../../../../src/app/data/paths.ts';

test('sign-in leads back to the requested page', () => {
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
  '?next=/%5C%5Cevil.test',
  '?next=%5C%5Cevil.test',
  '?next=/%09/evil.test',
  '?next=/%0A/evil.test',
  '?next=/%0D%09%5Cevil.test',
  '?next=%09//evil.test',
  '?next=%20//evil.test',
  '?next=/%2Fevil.test',
  '?next=javascript:alert(1)',
])('%s leads to the list', (search) => {
  expect(readNextPath(search)).toBe('/documents');
});

test.each([
  '/.//evil.test',
  '/..//evil.test/x',
  '/a/../..///evil.test',
  '/.\\evil.test',
  '/./\\evil.test',
  '/.\t//evil.test',
  '/%2e//evil.test',
  '/%2E%2e/%09/evil.test',
  '/%2F%2Fevil.test',
  '/%5Cevil.test',
  '/documents//evil.test',
])('%s stays inside the app', (next) => {
  const path = readNextPath(`?next=${encodeURIComponent(next)}`);
  expect(new URL(path, 'http://localhost').host).toBe('localhost');
  expect(path).not.toMatch(/^\/[/\\\t]/);
});

test.each([
  ['http://localhost:3000/sign-in?next=%2Fdocuments%2F1', '/sign-in?next=%2Fdocuments%2F1'],
  ['https://spolu.example', '/'],
  ['https://evil.test/account', '/account'],
  ['https://spolu.example//evil.test', '/evil.test'],
  ['https://spolu.example/.//evil.test/x', '/evil.test/x'],
  ['https://spolu.example/\\evil.test', '/evil.test'],
  ['https://spolu.example/#access_token=x', '/'],
  ['//evil.test/x', '/documents'],
  ['/documents/1', '/documents'],
  ['javascript:alert(1)', '/documents'],
  ['data:text/html,x', '/documents'],
  ['', '/documents'],
])('a mail with the return URL %s leads to %s', (address, path) => {
  expect(readPathOf(address)).toBe(path);
});

test.each([
  null,
  { versionId: 'b', beforeId: null },
  { versionId: 'b', beforeId: 'a' },
  { versionId: 'b', beforeId: PREVIOUS },
  { versionId: '@7', beforeId: null, threadId: 't' },
])('a link to the history leads to what it was made for: %j', (shown) => {
  const { pathname, searchParams } = new URL(historyPath('d', shown), 'http://localhost');
  expect(pathname).toBe('/documents/d/history');
  expect(readShownVersion(searchParams)).toEqual(shown);
});

test.each(['compare=', 'compare=a', 'compare=a..', 'compare=a..b..c', 'version=', ''])(
  'a link with "%s" shows no version',
  (search) => {
    expect(readShownVersion(new URLSearchParams(search))).toBeNull();
  },
);

test.each(['smlouvy o dílo', '"a+b" & c%20#d', ''])('a place with the words %j is found again', (words) => {
  const { pathname, hash } = new URL(foundPath('d', words), 'http://localhost');
  expect(pathname).toBe('/documents/d');
  expect(readFoundWords(hash)).toBe(words);
});

test('another fragment names no words', () => {
  expect(readFoundWords('#end')).toBeNull();
  expect(readFoundWords('')).toBeNull();
});
