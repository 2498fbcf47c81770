import { TextSelection, type Selection, type Transaction } from '@tiptap/pm/state';
import type { ProsemirrorBinding } from '@tiptap/y-tiptap';
import * as Y from 'yjs';

/** Where I was stays between the letters between which it was, after a change of others that `tr` makes. */
export function keepPlace(tr: Transaction, selection: Selection, binding: ProsemirrorBinding): void {
  if (!(selection instanceof TextSelection)) return;
  if (!selection.empty) keepOthersOut(tr, selection);
  else if (isUprooted(binding)) keepCaret(tr, selection);
}

/** Whether the letter behind which the caret stands, as the binding knows it, is no longer in the shared text. */
function isUprooted({ beforeTransactionSelection: before, doc }: ProsemirrorBinding): boolean {
  const head: Y.RelativePosition | undefined = before?.head;
  const root = head?.item ?? head?.type;
  return root ? Y.getItem(doc.store, root).deleted : false;
}

/**
 * Whoever splits a shared text or joins it to another puts my words into a new one, and my caret would stay behind in
 * the old one. It goes along, if a letter beside it does.
 */
function keepCaret(tr: Transaction, { $head, head }: TextSelection): void {
  const [before, after] = [tr.mapping.mapResult(head, -1), tr.mapping.mapResult(head, 1)];
  const kept = [
    ...($head.nodeBefore && !before.deletedBefore ? [before] : []),
    ...($head.nodeAfter && !after.deletedAfter ? [after] : []),
  ];
  if (kept[0]) tr.setSelection(TextSelection.create(tr.doc, kept[0].pos));
}

/** What others write at the edge of the words that I selected is not selected: typing over those would delete it. */
function keepOthersOut(tr: Transaction, { anchor, head }: TextSelection): void {
  const inwards = anchor < head ? 1 : -1;
  const [newAnchor, newHead] = [tr.mapping.mapResult(anchor, inwards), tr.mapping.mapResult(head, -inwards)];
  if (newAnchor.deletedAcross || newHead.deletedAcross) return;
  tr.setSelection(TextSelection.create(tr.doc, newAnchor.pos, newHead.pos));
}
