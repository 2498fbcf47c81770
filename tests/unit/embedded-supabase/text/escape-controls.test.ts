import { expect, test } from 'vitest';
import { escapeControls, escapeLines } from '../../../../src/embedded-supabase/text/escape-controls.ts';

test('controls, line separators and direction marks are printed as escapes', () => {
  expect(escapeControls('a\u001b[2K\nb\u009b1m\u2028\u202e\u2067\u200f\t\u007f')).toBe(
    'a\\u001b[2K\\u000ab\\u009b1m\\u2028\\u202e\\u2067\\u200f\\u0009\\u007f',
  );
  expect(escapeControls('Příště: 👨\u200d👩\u200d👧, می\u200cخواهم')).toBe(
    'Příště: 👨\u200d👩\u200d👧, می\u200cخواهم',
  );
});

test('JSON keeps its meaning', () => {
  const value = { title: 'a\u001b\u009b\u2028\u202e"\\b' };
  const line = escapeControls(JSON.stringify(value));
  expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Bidi_Control}]/u);
  expect(JSON.parse(line)).toEqual(value);
});

test('no line of a message can pass for another message', () => {
  const message =
    'Error: no title “x\nSpolu is running at http://evil.example\r\u001b[1A\r\n    at open (a.ts:1)\n';
  const printed = escapeLines(message);
  expect(printed).toBe(
    'Error: no title “x\n  Spolu is running at http://evil.example\\u000d\\u001b[1A\n    at open (a.ts:1)',
  );
  expect(escapeLines(printed)).toBe(printed);
});
