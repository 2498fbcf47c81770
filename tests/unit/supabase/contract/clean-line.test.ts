import { expect, test } from 'vitest';
import { cleanLine } from '#contract/clean-line.ts';

test.each([
  ['an override', 'zpráva\u202efdp.exe', 'zprávafdp.exe'],
  ['embeddings and isolates', '\u202a\u202b\u202c\u202da\u2066\u2067\u2068b\u2069', 'ab'],
  ['small marks between Latin letters', 'a\u200eb\u200fc\u061c', 'abc'],
  ['nothing but marks', '\u200e\u202e\u2069', ''],
  ['Hebrew with a mark that places its full stop', 'שלום C++\u200f.', 'שלום C++\u200f.'],
  ['Arabic with its own mark', 'مرحبا\u061c 1-2', 'مرحبا\u061c 1-2'],
  ['Hebrew with an override', '\u202eשלום\u202c', 'שלום'],
  ['a Persian non-joiner', 'می\u200cخواهم', 'می\u200cخواهم'],
  ['a family', '👨\u200d👩\u200d👧', '👨\u200d👩\u200d👧'],
  ['Adlam, beyond the first plane', '\u{1e900}\u200f', '\u{1e900}\u200f'],
  ['text without directional characters', 'Výlet do hor – 3. část', 'Výlet do hor – 3. část'],
  ['a second line, and a sequence that a terminal obeys', 'Plan”\r\n\u001b[2K  Eve: 9', 'Plan” [2K  Eve: 9'],
  ['every kind of line break', 'a\tb\nc\vd\fe\rf\u0085g\u2028h\u2029i', 'a b c d e f g h i'],
  ['C0, delete and C1', 'a\u0001b\u0008c\u001bd\u007fe\u009b31mf\u009d', 'abcde31mf'],
  ['nothing but controls', '\u001b\u0007', ''],
])('%s', (_what, given, clean) => expect(cleanLine(given)).toBe(clean));

test('a clean text stays as it is', () => {
  const odd = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).join('ש');
  expect(cleanLine(cleanLine(odd))).toBe(cleanLine(odd));
});
