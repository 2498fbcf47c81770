// @vitest-environment jsdom
import { GapCursor } from '@tiptap/pm/gapcursor';
import { NodeSelection } from '@tiptap/pm/state';
import { expect, test } from 'vitest';
import { seat, seatOne } from '../../../../support/one-seat.ts';
import { readHtml } from '../../../../support/editors.ts';

seatOne();

test('the caret can stand before a rule at the start of the document, and a line can be inserted there', () => {
  const { editor } = seat;
  editor.commands.setContent('<hr><p>end</p>');
  editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, 0)));
  editor.view.dom.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true }),
  );
  expect(editor.state.selection).toBeInstanceOf(GapCursor);
  editor.commands.insertContent('<p>start</p>');
  expect(readHtml(editor)).toBe('<p>start</p><hr><p>end</p>');
});
