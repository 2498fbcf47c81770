import type { Node } from '@tiptap/pm/model';
import { TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';

/**
 * A block that becomes another kind of block (a heading, a header of a table) is a new block to the shared document, and
 * the caret in the old one has no place any more. If the same words stand at the same place of the text, it belongs there.
 */
export function selectSameWords(tr: Transaction, { doc, selection }: EditorState): void {
  if (!(selection instanceof TextSelection)) return;
  const { anchor, head } = selection;
  if (!tr.mapping.mapResult(anchor).deletedAcross || !tr.mapping.mapResult(head).deletedAcross) return;
  const places = [anchor, head].map((place) => findSameWords(doc, place, tr.doc));
  const [newAnchor, newHead] = places;
  if (typeof newAnchor !== 'number' || typeof newHead !== 'number') return;
  tr.setSelection(TextSelection.create(tr.doc, newAnchor, newHead));
}

/** Wrapping and retyping change neither the order nor the number of blocks of text. */
function findSameWords(before: Node, place: number, after: Node): number | null {
  const { parent, parentOffset } = before.resolve(place);
  const blocksBefore = textBlocks(before).filter(({ start }) => start <= place).length;
  const same = textBlocks(after)[blocksBefore - 1];
  const fits = same && same.size === parent.content.size && same.text() === parent.textContent;
  return fits ? same.start + parentOffset : null;
}

function textBlocks(doc: Node): { start: number; size: number; text: () => string }[] {
  const blocks: ReturnType<typeof textBlocks> = [];
  doc.descendants((node, at) => {
    if (node.isTextblock)
      blocks.push({ start: at + 1, size: node.content.size, text: () => node.textContent });
    return !node.isTextblock;
  });
  return blocks;
}
