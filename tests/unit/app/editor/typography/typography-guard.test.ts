// @vitest-environment jsdom
/** Text that typography must not change, typed key by key; see `typography.test.ts` for substitutions in prose. */
import { fireEvent } from '@testing-library/dom';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  closeSeat,
  openSeat,
  pressKeys,
  typeText,
  type Seat,
  readHtml,
} from '../../../../support/editors.ts';

let lang = 'en-US';
let seat: Seat;
beforeAll(() => {
  seat = openSeat('Jana', '#ce0d6e', { lang: () => lang });
});
beforeEach(() => void seat.editor.commands.setContent('<p></p>'));
afterAll(() => closeSeat(seat));

function typed(text: string): string {
  typeText(seat, text);
  return seat.editor.getText({ blockSeparator: '|' });
}

// The Czech rules are the English ones and one more.
describe('in cs', () => {
  beforeEach(() => {
    lang = 'cs';
  });

  describe('stays as typed: an address', () => {
    test.each([
      'https://ex.org/img/1920x1080.png ',
      'https://ex.org/a->b ',
      'https://ex.org/a--b...c ',
      'https://ex.org/?q="x"&r=(c) ',
      "https://ex.org/it's(tm) ",
      'https://ex.org/x!=y+/-z ',
      'https://ex.org/wiki/x^2 ',
      'https://ex.org/<<a>> ',
      '(https://ex.org/3x5) ',
      'http://localhost:3000/a--b ',
      'localhost:3000/3x5 ',
      'localhost/a->b ',
      'www.ex.org/3x5 ',
      'ex.org/img/3x5 ',
      'ex.org/a--b ',
      'příklad.cz/a--b ',
      '//ex.org/3x5 ',
      'mailto:a--b@ex.org ',
      'jana--n@ex.org ',
      'a--b--c...d@ex.org ',
      "o'connor@ex.org ",
      'ftp://ex.org/3x5 ',
      'file:///usr/3x5...x ',
      '192.168.0.1/3x5 ',
      '10.0.0.1:8080/a->b ',
      '[2001:db8::1]/a--b ',
      'git@github.com:a/b--c.git ',
      'tel:555--1234 ',
      '[web](ex.org/3x5 ',
    ])('%s', (text) => {
      expect(typed(text)).toBe(text);
    });
  });

  describe('stays as typed: a path, a file, a version', () => {
    test.each([
      '/usr/lib/3x5 ',
      '/usr/lib/a--b ',
      './a->b ',
      './... ',
      '../.../x ',
      '~/x--y ',
      'C:\\x\\3x5 ',
      'C:\\it\'s\\"q" ',
      'a/b/c--d.txt ',
      'a/1/2 ',
      'src/a->b ',
      'docs/a--b ',
      'img-1920x1080.png ',
      '1920x1080.png ',
      '3x5x7.png ',
      '3x5x7--x.png ',
      '3x5_final ',
      'photo.3x5.jpg ',
      'a/(c)/b ',
      '1.0.0--beta ',
      'v2.0.0-rc1... ',
      'v1.2--next ',
      '2.0.0->3.0.0 ',
    ])('%s', (text) => {
      expect(typed(text)).toBe(text);
    });
  });

  describe('stays as typed: numbers', () => {
    test.each([
      '0x1F ',
      '0x10x5 ',
      '#ff00aa...x ',
      '#3x5 ',
      'da39a3ee5e--x ',
      'U+200B--x ',
      'ISBN 80-204 ',
      'ISSN 1210-8510 ',
      'tel. 12-34 ',
      '+420 123-456 ',
      '+420 777 123-456 ',
      '555-1234 ',
      '777 123-456 ',
      'odst. 5 (c) ',
      'section (c) ',
      'see Section (c) ',
      'Článek (c) ',
      'a paragraph (c) ',
      'Sec. (c) ',
      '(a) one (b) two (c) ',
      'viz (c) ',
      'Možnost (c) ',
      '0...n ',
      '1...k ',
      'a...z ',
      '[0...n] ',
      'ls -la -- file ',
      'import { a, b } from "c" ',
      "import a, { b } from 'c' ",
      "import type { A } from 'b' ",
      "import * as all from 'b' ",
      "export { a } from 'b' ",
      "export * from 'b' ",
      '2026-11-21 ',
      '01-234 ',
      '12:30 ',
      '1/2/2024 ',
      '12/1/2024 ',
      '1/2x ',
      'str. 1/2 ',
      'v ulici Dlouhá 3/4 ',
      '5\'10" ',
      '12" ',
      "6' ",
      '10-20.cz ',
      '3x5=15 ',
      '2x4abcd ',
    ])('%s', (text) => {
      expect(typed(text).replaceAll('\u00a0', ' ')).toBe(text);
    });
  });

  describe('stays as typed: a formula', () => {
    test.each([
      '$x^2 ',
      '$a - b ',
      '$x != y ',
      "$f' + 'g ",
      '$2^3 -> x ',
      '$$x^2 + "a" ... ',
      '\\alpha--x ',
      '\\alpha -> \\beta ',
      '\\frac{1}{2}... ',
      '$\\frac{a}{b} -- x ',
      'x = 5 - 3 ',
      "\\( a - b != 'c ",
      'x = 3 * 5 ',
      'f(x) = a - b ',
    ])('%s', (text) => {
      expect(typed(text)).toBe(text);
    });
  });
});

describe.each(['en-US', 'cs'])('in %s', (language) => {
  beforeEach(() => {
    lang = language;
  });

  describe('stays as typed: code', () => {
    test.each([
      'snake_case--name ',
      'camelCase-- ',
      'git log --all ',
      'npm i --save-dev x ',
      'ls -la ',
      '$var->x ',
      '#id->x ',
      '@handle--x ',
      'a->b ',
      'i-- ',
      'count--; ',
      'x++ ',
      'x --> 0 ',
      'a!=b ',
      'a !== b ',
      'a <= b >= c ',
      'a => b ',
      'cout << x ',
      'x >> 2 ',
      '1<<3 ',
      'f(c) ',
      'f(r) ',
      'sqrt(tm) ',
      'f(...args) ',
      '[...items, ...more] ',
      '{...props} ',
      'print("hello world", \'x\') ',
      'x="a" ',
      "d['k'] ",
      '{ "a": "b" } ',
      '["a", "b"] ',
      '<a href="x"> ',
      '<!-- x --> ',
      'std::vector--x ',
      'x<-5 ',
      'if x <-5 ',
      '[^2] ',
      'if (a != b) return "x"; ',
      'for (;;) i != j ',
      'const x = "a" + \'b\'; ',
      "let s: string = 'it'; ",
      'git commit -m "it\'s" ',
      'curl -d \'{"a": 1}\' ',
      "SELECT * FROM t WHERE a != 'b' ",
      '>>> print(x) -> "y" ',
      'f("a, b", c -> d) ',
      'key="a b" ',
      'user_id != x ',
      'p->next != NULL ',
      'x[0] <- y ',
      '[1, 2, "x"] ',
      '2^32 ',
      'x=3*5 ',
      '$ git log --all -- "x" ... ',
      'then `a--b ',
      'then `it\'s "x" ',
    ])('%s', (text) => {
      expect(typed(text)).toBe(text);
    });
  });

  test.each([
    ['3x5 ', '3×5 '],
    ['3 x 5 m', '3 × 5 m'],
    ['(3x5)', '(3×5)'],
    ['3x5x7 cm', '3×5×7 cm'],
    ['10x15mm, ', '10×15mm, '],
    ['2,5x3,5 ', '2,5×3,5 '],
    ['3*5.', '3×5.'],
    ['it -> is', 'it → is'],
    ['it <- is', 'it ← is'],
    ['it != is', 'it ≠ is'],
    ['+/-5', '±5'],
    ['(c) 2026', '© 2026'],
    ['Copyright (c) 2026', 'Copyright © 2026'],
    ['Acme (c) 2026', 'Acme © 2026'],
    ['Konec. (c) 2026', 'Konec. © 2026'],
    ['dál...tak ', 'dál…tak '],
    ['Acme(r) and Acme(tm)', 'Acme® and Acme™'],
    ['clause (r) applies', 'clause (r) applies'],
    ['(q) first, (r) second', '(q) first, (r) second'],
    ['1/2 l', '½ l'],
    ['well-known--or', language === 'cs' ? 'well-known–or' : 'well-known—or'],
    ['km/h...', 'km/h…'],
    ['12" and 5\'10"; it\'s', '12" and 5\'10"; it’s'],
    ['m^2, m^3', 'm², m³'],
    ['no... yes', 'no… yes'],
    ['...yes', '…yes'],
    ['[...]', '[…]'],
    ['24.12.2024--26.12.2024', language === 'cs' ? '24.12.2024–26.12.2024' : '24.12.2024—26.12.2024'],
    ['costs $5 -- ok', language === 'cs' ? 'costs $5 – ok' : 'costs $5 — ok'],
    ["the $PATH, it's", 'the $PATH, it’s'],
    ["in `x` it's", 'in x it’s'],
    ["in `{'$x` it's 1/2 l", "in {'$x it’s ½ l"],
    ["McDonald's iPhone's", 'McDonald’s iPhone’s'],
    ["example.com's", 'example.com’s'],
    ["f(x) isn't", 'f(x) isn’t'],
    ["1990's", '1990’s'],
    ["the '90s", 'the ’90s'],
  ])('typed %j reads %j', (text, shown) => {
    expect(typed(text)).toBe(shown);
  });

  test('quotes around an address are typographic', () => {
    const [open, close] = language === 'cs' ? '„“' : '“”';
    expect(typed('say "see https://ex.org/a--b" or "/usr/lib", ')).toBe(
      `say ${open}see https://ex.org/a--b${close} or ${open}/usr/lib${close}, `,
    );
  });
});

test('a one-letter variable has no hard space', () => {
  lang = 'cs';
  expect(typed('kde i = 0 a k lesu')).toBe('kde i = 0 a\u00a0k\u00a0lesu');
});

test.each([
  ['https://ex.org/.png', 15, '3x5', 'https://ex.org/3x5.png'],
  ['https://ex.org/ab', 16, '--', 'https://ex.org/a--b'],
  ['/usr/lib', 4, '/a->b', '/usr/a->b/lib'],
  ['jana@ex.org', 2, "'", "ja'na@ex.org"],
])('in the middle of %s', (text, at, inserted, shown) => {
  lang = 'en-US';
  typeText(seat, text);
  seat.editor.commands.setTextSelection(1 + at);
  expect(typed(inserted)).toBe(shown);
});

test('the address of a link stays as typed', () => {
  lang = 'cs';
  typeText(seat, 'na https://ex.org/a--b/1920x1080/"x"...y ');
  expect(readHtml(seat.editor)).toContain('href="https://ex.org/a--b/1920x1080/&quot;x&quot;...y"');
  seat.editor.commands.setContent('<p></p>');
  typeText(seat, '[web](https://ex.org/a--b/3x5)');
  expect(readHtml(seat.editor)).toContain('href="https://ex.org/a--b/3x5"');
});

test.each([
  ['pages 10-20', 'pages 10–20|'],
  ['add 1/2', 'add ½|'],
  ['code 0x1F', 'code 0x1F|'],
])('Enter after %j counts as a space', (text, shown) => {
  lang = 'en-US';
  typeText(seat, text);
  pressKeys(seat.editor, 'Enter');
  expect(typed('')).toBe(shown);
});

test.each([
  ['3x5', '3×5'],
  ['so ->', 'so →'],
  ['a -- ', 'a — '],
])('%s is restored once and stays literal', (text, shown) => {
  lang = 'en-US';
  const start = text.trimEnd();
  typeText(seat, start);
  expect(typed('')).toBe(shown.trimEnd());
  pressKeys(seat.editor, 'Backspace');
  expect(typed(' x')).toBe(`${start} x`);
});

test('letters that complete a name restore the typed characters, and input continues', () => {
  lang = 'en-US';
  expect(typed('see 3x5.')).toBe('see 3×5.');
  expect(typed('png it')).toBe('see 3x5.png it');
});

test('a composed letter completes a name when the composition ends', () => {
  vi.useFakeTimers();
  lang = 'en-US';
  typeText(seat, 'see 3x5_');
  seat.editor.commands.setContent('<p></p>');
  typeText(seat, 'git --');
  const { view } = seat.editor;
  view.dispatch(view.state.tr.insertText('č'));
  expect(typed('')).toBe('git —č');
  fireEvent.compositionEnd(view.dom);
  vi.runAllTimers();
  expect(typed('')).toBe('git --č');
  vi.useRealTimers();
});
