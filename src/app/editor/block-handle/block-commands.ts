import type { Editor } from '@tiptap/core';
import { NodeSelection, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { blocksBetween, wholeBlocks } from '../move-blocks/move-blocks.ts';
import { nodeOf } from '../schema/node-of.ts';
import { separateUndoStep } from '../binding/undo-depth.ts';

/** Sibling blocks, by the positions before the first and behind the last. */
export interface Blocks {
  readonly from: number;
  readonly to: number;
}

/** The same blocks after a change; null when they are deleted. */
export function mapBlocks({ from, to }: Blocks, { doc, mapping }: Transaction): Blocks | null {
  const mapped = { from: mapping.map(from, 1), to: mapping.map(to, -1) };
  return blocksBetween(doc, mapped.from, mapped.to) && mapped;
}

/** The selected blocks, if `blocks` is among them; otherwise `blocks`. */
export function withSelection({ selection }: EditorState, blocks: Blocks): Blocks {
  const range = selection.empty ? null : wholeBlocks(selection.$from, selection.$to);
  const isAmong = range && range.start <= blocks.from && blocks.to <= range.end;
  return isAmong ? { from: range.start, to: range.end } : blocks;
}

/** Moves the selection to the blocks unless it is inside them. */
export function selectBlocks({ state, view }: Editor, { from, to }: Blocks): void {
  const { doc, selection, tr } = state;
  if (selection.from >= from && selection.to <= to) return;
  const block = doc.nodeAt(from);
  if (block?.isAtom) tr.setSelection(NodeSelection.create(doc, from));
  else tr.setSelection(TextSelection.near(doc.resolve(from + 1)));
  view.dispatch(tr);
}

/** Opens the slash menu in a new line below, or in the line itself when it is empty. */
export function askForBlock(editor: Editor, { to }: Blocks): void {
  const { doc, schema } = editor.state;
  const $end = doc.resolve(to);
  const line = $end.nodeBefore;
  const isEmpty = line?.type.name === 'paragraph' && line.content.size === 0;
  editor.view.focus();
  separateUndoStep(editor, () => {
    const { tr } = editor.state;
    const item = line && (line.type.name === 'listItem' || line.type.name === 'taskItem') ? line.type : null;
    const paragraph = nodeOf(schema, 'paragraph').create();
    if (!isEmpty) tr.insert(to, item ? item.create(null, paragraph) : paragraph);
    const start = isEmpty ? to - 1 : to + (item ? 2 : 1);
    tr.setSelection(TextSelection.create(tr.doc, start)).insertText('/');
    editor.view.dispatch(tr.scrollIntoView());
  });
}
