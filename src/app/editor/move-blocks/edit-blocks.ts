import type { Editor } from '@tiptap/core';
import { Selection } from '@tiptap/pm/state';
import { separateUndoStep } from '../binding/undo-depth.ts';
import { copyBlocks, emptied, select, wholeBlocks } from './move-blocks.ts';

/** Inserts a copy of the selected blocks below them and selects it. */
export function duplicateBlocks(editor: Editor): void {
  const { doc, selection, tr } = editor.state;
  const range = wholeBlocks(selection.$from, selection.$to);
  if (!range) return;
  const { start, end } = range;
  tr.insert(end, copyBlocks(doc, start, end));
  select(tr, selection, end - start);
  separateUndoStep(editor, () => editor.view.dispatch(tr.scrollIntoView()));
}

/** Deletes the selected blocks, and parents that would be left empty. */
export function deleteBlocks(editor: Editor): void {
  const { doc, selection, tr } = editor.state;
  const range = wholeBlocks(selection.$from, selection.$to);
  if (!range) return;
  const { from, to } = emptied(doc.resolve(range.start), range.end);
  tr.delete(from, to);
  tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(from))));
  separateUndoStep(editor, () => editor.view.dispatch(tr.scrollIntoView()));
}
