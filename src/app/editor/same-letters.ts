import { TextSelection, type Selection, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import {
  absolutePositionToRelativePosition,
  relativePositionToAbsolutePosition,
  type ProsemirrorBinding,
} from '@tiptap/y-tiptap';
import * as Y from 'yjs';

interface Shared {
  readonly type: Y.XmlFragment;
  readonly binding: ProsemirrorBinding;
}

/**
 * Keeps caret and selection with their letters while others write around them. What others write may look like what stands
 * there already, and a comparison of old and new text then takes theirs for mine; where the text of a block has changed,
 * the binding looks for a block that looks alike and keeps the distance to its beginning. The shared text knows each letter.
 */
export class SameLetters {
  /** The first letter of what is selected: the binding knows only what is before it, and others may write between. */
  #first: Y.RelativePosition | null = null;

  /** To be told before the shared text changes. */
  note({ state: { selection } }: EditorView, { type, binding }: Shared): void {
    this.#first =
      selection.empty || !(selection instanceof TextSelection)
        ? null
        : absolutePositionToRelativePosition(selection.from + 1, type, binding.mapping);
  }

  /** After a change of others that `tr` makes; what is no longer there leaves its end of the selection where `tr` has it. */
  select(tr: Transaction, before: Selection, shared: Shared): void {
    if (!(before instanceof TextSelection) || !(tr.selection instanceof TextSelection)) return;
    const { anchor, head } = shared.binding.beforeTransactionSelection ?? {};
    const isForward = before.anchor <= before.head;
    const end = placeBehind(isForward ? head : anchor, shared) ?? tr.selection.to;
    const first = before.empty ? end : placeBehind(this.#first, shared);
    const start = first === null ? tr.selection.from : first - (before.empty ? 0 : 1);
    tr.setSelection(TextSelection.create(tr.doc, isForward ? start : end, isForward ? end : start));
  }
}

/** Null for what is no letter, and for one that is gone. */
function placeBehind(
  letter: Y.RelativePosition | null | undefined,
  { type, binding }: Shared,
): number | null {
  if (!letter?.item) return null;
  const { deleted, parent } = Y.getItem(binding.doc.store, letter.item);
  if (deleted || !(parent instanceof Y.XmlText)) return null;
  return relativePositionToAbsolutePosition(binding.doc, type, letter, binding.mapping);
}
