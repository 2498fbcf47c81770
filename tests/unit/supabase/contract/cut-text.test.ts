import { expect, test } from 'vitest';
import { cutText } from '../../../../supabase/functions/_shared/contract/cut-text.ts';

test.each<[what: string, text: string, max: number, cut: string]>([
  ['text that fits', 'abc', 3, 'abc'],
  ['Latin letters', 'abcd', 3, 'abc'],
  ['an emoji at the limit', 'ab😀', 3, 'ab'],
  ['an emoji before the limit', 'a😀b', 3, 'a😀'],
  ['a family of joined emoji', 'a👩‍👩‍👧b', 8, 'a'],
  ['a flag of two code points', 'a🇨🇿', 3, 'a'],
  ['one of two flags', '🇨🇿🇸🇰', 6, '🇨🇿'],
  ['a hand with a skin tone', '👍🏽', 4, '👍🏽'],
  ['a hand and a half', '👍🏽👍🏽', 6, '👍🏽'],
  ['a letter and its accent', 'cafe\u0301s', 4, 'caf'],
  ['two accents', 'e\u0323\u0302o', 2, 'e\u0323'],
  ['Hangul written in parts', '\u1112\u1161\u11ab\u1100', 2, '\u1112\u1161'],
  ['Hangul at its edge', '\u1112\u1161\u11ab\u1100', 3, '\u1112\u1161\u11ab'],
  ['Devanagari with a vowel sign', 'किक', 1, 'क'],
  ['Devanagari at its edge', 'किकि', 3, 'कि'],
  ['a key cap', '1\ufe0f\u20e3x', 2, '1\ufe0f'],
  ['a line break of two units', 'a\r\nb', 2, 'a'],
  ['the title of a copy', `Copy of ${'x'.repeat(191)}😀😀😀😀`, 200, `Copy of ${'x'.repeat(191)}`],
  ['nothing', '😀', 0, ''],
  ['half of the only character', '😀', 1, ''],
  ['a letter with many accents', `a${'\u0301'.repeat(50)}`, 10, `a${'\u0301'.repeat(9)}`],
])('cuts %s', (_, text, max, cut) => {
  expect(cutText(text, max)).toBe(cut);
});

test('is never longer than the limit, and does not split a code point', () => {
  const text = 'Příliš 😀👩‍👩‍👧🇨🇿 žluťoučký कि 한글 e\u0301\u0302 👍🏽';
  for (let max = 0; max <= text.length; max += 1) {
    const cut = cutText(text, max);
    expect(cut.length).toBeLessThanOrEqual(max);
    expect(text.startsWith(cut)).toBe(true);
    // Throws on a lone surrogate.
    expect(() => encodeURIComponent(cut)).not.toThrow();
  }
});
