// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cutPaste } from '../../../../src/app/ui/cut-paste.ts';

const insert = vi.fn<Document['execCommand']>();

beforeEach(() => {
  // Missing in jsdom.
  document.execCommand = insert.mockReset();
});
afterEach(() => Reflect.deleteProperty(document, 'execCommand'));

/** The inserted text, or null if the paste is left to the browser. */
function paste(before: string, pasted: string, selected: readonly [number, number]): string | null {
  render(<input aria-label="Name" maxLength={10} defaultValue={before} onPaste={cutPaste} />);
  const field = screen.getByLabelText<HTMLInputElement>('Name');
  field.setSelectionRange(...selected);
  const isOurs = !fireEvent.paste(field, { clipboardData: { getData: () => pasted } });
  return isOurs ? (insert.mock.calls[0]?.[2] ?? '') : null;
}

test.each<[string, string, string, readonly [number, number], string | null]>([
  ['text that fits is left to the browser', 'abc', 'defghij', [3, 3], null],
  ['letters', 'abc', 'defghijkl', [3, 3], 'defghij'],
  ['a family emoji that does not fit', 'abc', 'de👨‍👩‍👧', [3, 3], 'de'],
  ['a combining accent', 'abc', 'defghie\u0301', [3, 3], 'defghi'],
  ['over a selection', 'abcdefghij', 'xyz👨‍👩‍👧', [0, 5], 'xyz'],
  ['into a full field', 'abcdefghij', 'x', [10, 10], ''],
])('%s', (_what, before, pasted, selected, put) => {
  expect(paste(before, pasted, selected)).toBe(put);
});
