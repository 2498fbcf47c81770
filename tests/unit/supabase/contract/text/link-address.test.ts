import { expect, test } from 'vitest';
import { hasAllowedScheme, readLinkAddress } from '#contract/text/link-address.ts';

test.each([
  'http://a.cz',
  'https://a.cz/b?c#d',
  'HTTPS://A.CZ',
  'ftp://a.cz',
  'ftps://a.cz',
  'mailto:jana@example.com',
  'tel:+420777123456',
  'callto:jana',
  'sms:+420777123456',
  'cid:part1',
  'xmpp:jana@example.com',
])('%s is an address as it is', (address) => {
  expect(hasAllowedScheme(address)).toBe(true);
  expect(readLinkAddress(address)).toBe(address);
});

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  '\u200bjavascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>1</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://a.cz/1',
  'about:blank',
  'ws://a.cz',
  '//evil.example',
  '/relative',
  'relative',
  '#here',
  '?query',
  '1javascript:alert(1)',
  'http',
  ':',
  '',
  ' ',
])('%j is refused', (address) => {
  expect(hasAllowedScheme(address)).toBe(false);
  expect(readLinkAddress(address)).toBeNull();
});

test.each([
  ['www.example.cz', 'https://www.example.cz'],
  ['example.cz/cesta?a=b', 'https://example.cz/cesta?a=b'],
  ['example.cz:8080/x', 'https://example.cz:8080/x'],
  ['žluťoučký-kůň.cz', 'https://žluťoučký-kůň.cz'],
  [' jana@example.com ', 'mailto:jana@example.com'],
])('%s is completed', (typed, stored) => {
  expect(readLinkAddress(typed)).toBe(stored);
});

test.each([null, undefined, 1, {}, ['https://a.cz']])('%j is not an address', (value) => {
  expect(hasAllowedScheme(value)).toBe(false);
  expect(readLinkAddress(value)).toBeNull();
});
