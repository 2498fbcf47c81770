// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { clearFormatting } from '../../../../../src/app/editor/typing/clear-formatting.ts';
import { seat, seatOne } from '../../../../support/one-seat.ts';
import { readHtml } from '../../../../support/editors.ts';

seatOne();

test('marks, headings, lists, quotations and alignment are removed; text and links stay', () => {
  const { editor } = seat;
  editor.commands.setContent(
    '<h2 style="text-align: right">a <strong><mark data-color="red">b</mark></strong></h2>' +
      '<blockquote><p>c</p></blockquote><ul><li><p><em>d</em></p></li></ul>' +
      '<p><a href="https://example.cz/"><strong>e</strong></a></p>',
  );
  editor.commands.selectAll();
  clearFormatting(editor);
  const link = editor.view.dom.querySelector('a');
  expect(link?.textContent).toBe('e');
  expect(editor.getJSON().content?.map(({ type, attrs }) => ({ type, attrs }))).toEqual(
    Array.from({ length: 4 }, () => ({ type: 'paragraph', attrs: { textAlign: null } })),
  );
  expect(editor.view.dom.querySelector('strong, em, mark')).toBeNull();
});

test('without a selection, the next input is plain', () => {
  const { editor } = seat;
  editor.commands.setContent('<p><strong>bold</strong></p>');
  editor.commands.setTextSelection(5);
  clearFormatting(editor);
  editor.view.dispatch(editor.state.tr.insertText('x'));
  expect(readHtml(editor)).toBe('<p><strong>bold</strong>x</p>');
});

test('the shortcut clears formatting', () => {
  const { editor } = seat;
  editor.commands.setContent('<h1>a</h1>');
  editor.commands.selectAll();
  editor.view.dom.dispatchEvent(
    new KeyboardEvent('keydown', { key: '\\', ctrlKey: true, bubbles: true, cancelable: true }),
  );
  expect(readHtml(editor)).toBe('<p>a</p>');
});
