import { expect, test } from 'vitest';
import { straighten } from '#contract/straighten.ts';

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
])('%s', (_what, given, straight) => expect(straighten(given)).toBe(straight));
