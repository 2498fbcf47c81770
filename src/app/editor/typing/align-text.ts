import type { ChainedCommands, Editor } from '@tiptap/core';
import { ALIGNMENTS, type Alignment } from '../schema/document-schema.ts';
import { directionOf } from '../schema/direction.ts';

/** A text is long enough to show its direction in its first characters. */
const READ_CHARS = 200;

/** The alignment of a block without an alignment; this one is not stored. */
function startOf({ state }: Editor): Alignment {
  const { parent } = state.selection.$from;
  const text = parent.textBetween(0, Math.min(parent.content.size, READ_CHARS));
  return directionOf(text) === 'rtl' ? 'right' : 'left';
}

export const alignChain = (chain: ChainedCommands, editor: Editor, alignment: Alignment): ChainedCommands =>
  alignment === startOf(editor) ? chain.unsetTextAlign() : chain.setTextAlign(alignment);

export const isAligned = (editor: Editor, alignment: Alignment): boolean =>
  editor.isActive({ textAlign: alignment }) ||
  (alignment === startOf(editor) && !ALIGNMENTS.some((other) => editor.isActive({ textAlign: other })));
