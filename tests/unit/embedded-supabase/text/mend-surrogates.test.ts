import { expect, test } from 'vitest';
import { mendSurrogates } from '../../../../src/embedded-supabase/text/mend-surrogates.ts';

test.each([
  ['"a\\ud800b"', 'a\ufffdb'],
  ['"\\uDC00"', '\ufffd'],
  ['"\\ud83d\\ude00"', '\ud83d\ude00'],
  ['"\\ude00\\ud83d"', '\ufffd\ufffd'],
  ['"\\ud83d\\ud83d\\ude00"', '\ufffd\ud83d\ude00'],
  // An escaped backslash, then plain characters.
  ['"\\\\ud800"', '\\ud800'],
  ['"\\\\\\ud800"', '\\\ufffd'],
  ['"\\n\\u0041"', '\nA'],
])('%s', (json, text) => {
  expect(JSON.parse(mendSurrogates(json))).toBe(text);
});

test('mends keys too, and the output of JSON.stringify', () => {
  const sent = JSON.stringify({ 'k\ud800': ['\udfff', '\ud83d\ude00'] });
  expect(JSON.parse(mendSurrogates(sent))).toEqual({ 'k\ufffd': ['\ufffd', '\ud83d\ude00'] });
});
