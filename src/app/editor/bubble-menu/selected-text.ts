import type { Editor, Range } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';

/** The selected range if it contains text that can be formatted, otherwise null. */
export function readSelectedText({ state, isEditable }: Editor): Range | null {
  const { selection, doc } = state;
  if (!isEditable || !(selection instanceof TextSelection) || selection.empty) return null;
  const { $from, $to, from, to } = selection;
  if ($from.parent.type.spec.code || $to.parent.type.spec.code) return null;
  return doc.textBetween(from, to).trim() === '' ? null : { from, to };
}
