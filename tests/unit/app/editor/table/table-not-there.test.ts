// @vitest-environment jsdom
/** Keys in a table while its late part loads. */
import { Fragment, Slice } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import { expect, test, vi } from 'vitest';
import { letPartsCome } from '../../../../support/hold-late-parts.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';

vi.mock('../../../../../src/app/ui/load-later.tsx', async (original) => {
  const { holdLateParts } = await import('../../../../support/hold-late-parts.ts');
  return holdLateParts(await original());
});

seatOne();

const rows = (): string[] =>
  [...seat.editor.view.dom.querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => (cell.tagName === 'TH' ? 'H' : 'c') + cell.textContent).join(' '),
  );

const type = (text: string): void => {
  const { view } = seat.editor;
  view.dispatch(view.state.tr.insertText(text));
};

const press = (key: string, shiftKey = false): boolean =>
  !seat.editor.view.dom.dispatchEvent(
    new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }),
  );

/** Puts the caret at the end of a word. */
function caretBehind(word: string): void {
  const { view, state } = seat.editor;
  state.doc.descendants((node, pos) => {
    if (node.text === word)
      view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, pos + word.length)));
  });
}

test('Tab moves between cells at once, selects their content and adds a row, and input goes into the right cell', () => {
  seat.editor.commands.insertTable({ rows: 2, cols: 2, withHeaderRow: true });
  for (const text of ['b', 'c', 'd']) {
    expect(press('Tab')).toBe(true);
    type(text);
  }
  press('Tab');
  type('e');
  expect(rows()).toEqual(['H Hb', 'cc cd', 'ce c']);
  press('Tab', true);
  type('D');
  expect(press('Tab', true)).toBe(true);
  expect(rows()).toEqual(['H Hb', 'cc cD', 'ce c']);
});

test('a new row keeps row headers, and below a header row there are none', () => {
  seat.editor.commands.setContent('<table><tr><th>a</th><td>b</td></tr></table>');
  caretBehind('b');
  press('Tab');
  expect(rows()).toEqual(['Ha cb', 'H c']);
  seat.editor.commands.setContent('<table><tr><th>a</th><th>b</th></tr></table>');
  caretBehind('b');
  press('Tab');
  expect(rows()).toEqual(['Ha Hb', 'c c']);
});

test('Shift+Tab in the first cell leaves the text, as does Tab outside of a table', () => {
  seat.editor.commands.setContent('<p>x</p><table><tr><td>a</td></tr></table>');
  caretBehind('x');
  expect(press('Tab')).toBe(false);
  caretBehind('a');
  expect(press('Tab', true)).toBe(false);
  expect(rows()).toEqual(['ca']);
});

// Must be the last test: it loads the part.
test('a row below merged cells, then cells pasted into it, wait for the part and are applied in order', async () => {
  seat.editor.commands.setContent(
    '<table><tr><td>a</td><td>b</td></tr><tr><td colspan="2">c</td></tr></table><p>end</p>',
  );
  const { view, schema } = seat.editor;
  const pasted = schema.nodeFromJSON({ type: 'tableRow', content: [cell('x'), cell('y')] });
  caretBehind('c');
  expect(press('Tab')).toBe(true);
  const slice = new Slice(Fragment.from(pasted), 1, 1);
  const event = Object.assign(new Event('paste'), { clipboardData: null }) as ClipboardEvent;
  const taken = view.someProp('handlePaste', (handle) => handle(view, event, slice));
  expect([taken, rows()]).toEqual([true, ['ca cb', 'cc']]);
  letPartsCome();
  await vi.waitFor(() => expect(rows()).toEqual(['ca cb', 'cc', 'cx cy']));
});

const cell = (text: string) => ({
  type: 'tableCell',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});
