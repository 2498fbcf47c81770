/** Addresses that paper does not repeat behind their links. */
import { expect, test } from 'vitest';
import { shownAddresses } from '../../../../../src/app/editor/links/shown-addresses.ts';

const HREF = 'https://www.example.com/a?x=1#z';

test.each([
  ['the whole address', 'https://www.example.com/a?x=1#z', true],
  ['the address without its scheme', 'www.example.com/a?x=1#z', true],
  ['the address without www', 'example.com/a?x=1#z', true],
  ['the address in capitals', 'EXAMPLE.com/a?x=1#z', true],
  ['a shortened address', 'example.com/a…', false],
  ['another address', 'https://www.example.com/b?x=1#z', false],
  ['a name', 'Example', false],
])('%s', (_, text, isShown) => {
  expect(shownAddresses([{ href: HREF, text }])).toEqual(isShown ? [HREF] : []);
});

test('a slash at the end, and letters that an address escapes, make no difference', () => {
  expect(shownAddresses([{ href: 'https://example.com/', text: 'example.com' }])).toHaveLength(1);
  expect(
    shownAddresses([{ href: 'https://example.com/%C5%A1', text: 'https://example.com/š' }]),
  ).toHaveLength(1);
});

test('an address stays behind a link that has a name, also when another link shows it', () => {
  expect(
    shownAddresses([
      { href: HREF, text: HREF },
      { href: HREF, text: 'Example' },
    ]),
  ).toEqual([]);
});
