import { expect, test } from 'vitest';
import { directionOf } from '#contract/text/direction.ts';

test.each([
  ['Hello', 'ltr'],
  ['שלום', 'rtl'],
  ['مرحبا', 'rtl'],
  ['ޕްރެޒިޑެންޓް', 'rtl'],
  ['𞤀𞤁𞤂', 'rtl'],
  ['日本語', 'ltr'],
  ['ελληνικά', 'ltr'],
  ['123 שלום', 'rtl'],
  ['«مرحبا»', 'rtl'],
  ['12:30 – 14:00', null],
  ['', null],
  ['😀 שלום', 'rtl'],
  ['\u200fWord is a program', 'rtl'],
  ['\u200eשלום', 'ltr'],
  ['Word של', 'ltr'],
] as const)('%s runs %s', (text, direction) => expect(directionOf(text)).toBe(direction));
