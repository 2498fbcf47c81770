import type { Editor, Range } from '@tiptap/core';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { askingIn } from '../comments/comments-key.ts';

export interface Selected extends Range {
  /** Text that can be formatted; anything else can only be commented on. */
  readonly isText: boolean;
}

/** The selected range if it contains text that can be formatted, or anything that can be commented on, otherwise null. */
export function readSelected(editor: Editor): Selected | null {
  const { selection, doc } = editor.state;
  const { $from, $to, from, to } = selection;
  const mayComment = askingIn(editor) !== null;
  // A selected image or formula opens a card of its own for users who may write.
  if (selection instanceof NodeSelection)
    return !editor.isEditable && mayComment ? { from, to, isText: false } : null;
  if (!(selection instanceof TextSelection) || doc.textBetween(from, to).trim() === '') return null;
  const isCode = [$from, $to].some(({ parent }) => parent.type.spec.code === true);
  const isText = editor.isEditable && !isCode;
  return isText || mayComment ? { from, to, isText } : null;
}
