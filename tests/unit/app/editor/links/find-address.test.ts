import { beforeAll, expect, test } from 'vitest';
import { findAddress, findAddresses, hosts } from '../../../../../src/app/editor/links/find-address.ts';

beforeAll(hosts.ask);

test.each([
  ['https://a.cz', 'https://a.cz'],
  ['http://localhost:3000/x', 'http://localhost:3000/x'],
  ['ftps://a.cz/x', 'ftps://a.cz/x'],
  ['www.example.cz', 'https://www.example.cz'],
  ['example.cz/cesta?a=b', 'https://example.cz/cesta?a=b'],
  ['https://žluťoučký-kůň.cz', 'https://žluťoučký-kůň.cz'],
  ['www.háčkyčárky.cz', 'https://www.háčkyčárky.cz'],
  ['jana@example.com', 'mailto:jana@example.com'],
  ['mailto:jana@example.com', 'mailto:jana@example.com'],
  ['tel:+420777123456', 'tel:+420777123456'],
  ['https://cs.wikipedia.org/wiki/Praha_(okres)', 'https://cs.wikipedia.org/wiki/Praha_(okres)'],
  ['https://ja.wikipedia.org/wiki/日本', 'https://ja.wikipedia.org/wiki/日本'],
  ['https://a.cz/search?q=(a)', 'https://a.cz/search?q=(a)'],
])('%s is an address', (word, href) => {
  expect(findAddress(word)).toEqual({ start: 0, end: word.length, href });
});

test.each([
  ['https://a.cz.', 'https://a.cz'],
  ['(https://a.cz/b),', 'https://a.cz/b'],
  ['„www.a.cz“.', 'https://www.a.cz'],
  ['jana@example.com?!', 'mailto:jana@example.com'],
  ['https://a.cz/b…', 'https://a.cz/b'],
  ['(https://a.cz/us/)for', 'https://a.cz/us/'],
  ['[https://a.cz/us/]:', 'https://a.cz/us/'],
  ['(https://a.cz/Foo_(bar))', 'https://a.cz/Foo_(bar)'],
  ['(https://a.cz/Foo_(bar))ok', 'https://a.cz/Foo_(bar)'],
  ['((https://a.cz/b))', 'https://a.cz/b'],
  ['<https://a.cz/b>,', 'https://a.cz/b'],
  ['"https://a.cz/b"', 'https://a.cz/b'],
  ['https://a.cz/b。', 'https://a.cz/b'],
  ['https://a.cz/b。谢谢', 'https://a.cz/b'],
  ['见https://a.cz/b，谢谢', 'https://a.cz/b'],
  ['（https://a.cz/b）', 'https://a.cz/b'],
  ['「www.a.cz/b」を', 'https://www.a.cz/b'],
  ['https://a.cz/b؟', 'https://a.cz/b'],
  ['https://a.cz/b،', 'https://a.cz/b'],
  ['https://a.cz/b।', 'https://a.cz/b'],
  ['https://a.cz/b–', 'https://a.cz/b'],
  ['www.a.cz，', 'https://www.a.cz'],
  ['(see:https://a.cz/b)', 'https://a.cz/b'],
  ['viz:www.a.cz.', 'https://www.a.cz'],
  ['href="https://a.cz/b"', 'https://a.cz/b'],
  ['url=https://a.cz/b', 'https://a.cz/b'],
  ['[text](https://a.cz/b)', 'https://a.cz/b'],
  ['https://a.cz/b,https://c.cz', 'https://a.cz/b'],
  ['https://web.archive.org/web/2020/https://a.cz/', 'https://web.archive.org/web/2020/https://a.cz/'],
  ['https://a.cz/?next=https://b.cz', 'https://a.cz/?next=https://b.cz'],
])('the address in %s ends before the punctuation', (word, href) => {
  const found = findAddress(word);
  expect(found?.href).toBe(href);
  expect(href.endsWith(word.slice(found?.start, found?.end))).toBe(true);
});

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'http://',
  'ahoj',
  'ahoj.svete',
  'README.md',
  'run.sh',
  'Main.java',
  'app.js.map',
  'gradle.properties',
  'Foo.pm',
  '1.2',
  'e.g.',
  'tel:ahoj',
  '10.0.0.1',
  '@jana',
  '...',
])('%s is a word', (word) => {
  expect(findAddress(word)).toBeNull();
});

test('all addresses in a text are found, in order', () => {
  const text = 'See www.a.cz, and (jana@example.com), or https://b.cz,https://c.cz/d;www.e.cz.';
  expect(findAddresses(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    'www.a.cz',
    'jana@example.com',
    'https://b.cz',
    'https://c.cz/d',
    'www.e.cz',
  ]);
});
