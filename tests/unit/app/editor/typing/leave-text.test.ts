// @vitest-environment jsdom
/** Leaving blocks, and the text, by keyboard. */
import { fireEvent } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { parts } from '../../../../../src/app/editor/late-parts.ts';
import { pressKeys, typeText, readHtml } from '../../../../support/editors.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';

seatOne();
beforeEach(() => parts.ask());

const CALLOUT = '<div data-type="callout" data-kind="info"><p>a</p><p>b</p></div>';
const QUOTE = '<blockquote><p>a</p><p>b</p></blockquote>';
const CODE = '<pre><code>a</code></pre><p>b</p>';

function open(html: string, caret: 'start' | 'end' = 'end'): void {
  seat.editor.commands.setContent(html);
  seat.editor.commands.setTextSelection(caret === 'end' ? seat.editor.state.doc.content.size : 1);
  vi.spyOn(seat.editor.view, 'endOfTextblock').mockReturnValue(true);
}

const blocks = (): string[] => seat.editor.state.doc.content.content.map(({ type }) => type.name);

test.each([
  [CALLOUT, 'callout'],
  [QUOTE, 'blockquote'],
])('the arrow down leaves the final %s', (html, name) => {
  open(html);
  pressKeys(seat.editor, 'ArrowDown');
  typeText(seat, 'after');
  expect(blocks()).toEqual([name, 'paragraph']);
  expect(seat.editor.state.doc.lastChild?.textContent).toBe('after');
});

test.each([`${CALLOUT}<p>c</p>`, QUOTE])('the arrow down within %s only moves the caret', (html) => {
  open(html, 'start');
  seat.editor.commands.setTextSelection(2);
  const before = readHtml(seat.editor);
  pressKeys(seat.editor, 'ArrowDown');
  expect(readHtml(seat.editor)).toBe(before);
});

test.each([CALLOUT, QUOTE])('Mod+Enter continues behind %s, from any line', (html) => {
  open(`${html}<p>c</p>`);
  seat.editor.commands.setTextSelection(2);
  pressKeys(seat.editor, 'Enter', { ctrlKey: true });
  typeText(seat, 'after');
  expect(seat.editor.state.doc.child(1).textContent).toBe('after');
  expect(seat.editor.state.doc.child(2).textContent).toBe('c');
});

test.each([CODE, '<ul><li><p>a</p></li></ul>', '<table><tr><td><p>a</p></td></tr></table>'])(
  'Tab after Escape leaves the text from %s and changes nothing',
  (html) => {
    open(html);
    seat.editor.commands.setTextSelection(html === CODE ? 1 : 4);
    const before = readHtml(seat.editor);
    const { dom } = seat.editor.view;
    fireEvent.keyDown(dom, { key: 'Escape' });
    // Not prevented: the browser moves the focus.
    expect(fireEvent.keyDown(dom, { key: 'Tab' })).toBe(true);
    fireEvent.keyDown(dom, { key: 'Escape' });
    fireEvent.keyDown(dom, { key: 'Shift', shiftKey: true });
    expect(fireEvent.keyDown(dom, { key: 'Tab', shiftKey: true })).toBe(true);
    expect(readHtml(seat.editor)).toBe(before);
  },
);

test('Tab in code indents, also when something else was pressed after Escape', () => {
  open(CODE);
  seat.editor.commands.setTextSelection(1);
  const { dom } = seat.editor.view;
  fireEvent.keyDown(dom, { key: 'Escape' });
  fireEvent.keyDown(dom, { key: 'x' });
  expect(fireEvent.keyDown(dom, { key: 'Tab' })).toBe(false);
  expect(seat.editor.state.doc.firstChild?.textContent).toMatch(/^\s+a$/);
});
