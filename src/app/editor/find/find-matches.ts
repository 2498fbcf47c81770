import type { Node } from '@tiptap/pm/model';
import { findFolded, foldQuery } from '../../i18n/find-folded.ts';
import { foldText, type FoldedText } from '../../i18n/fold-text.ts';

export interface Search {
  readonly query: string;
  /** Whether "resume" and "résumé" differ. */
  readonly accents: boolean;
}

export interface Match {
  readonly from: number;
  readonly to: number;
}

/** Cache: unchanged blocks are not folded again. */
const foldedWith = new WeakMap<Node, FoldedText>();
const foldedWithout = new WeakMap<Node, FoldedText>();

/** All matches in reading order, each within one block, regardless of formatting. */
export function findMatches(doc: Node, { query, accents }: Search): readonly Match[] {
  const wanted = foldQuery(query, accents);
  const matches: Match[] = [];
  if (wanted.length === 0) return matches;
  doc.descendants((node, at) => {
    if (!node.isTextblock) return true;
    for (const { start, end } of findFolded(foldBlock(node, accents), wanted))
      matches.push({ from: at + 1 + start, to: at + 1 + end });
    return false;
  });
  return matches;
}

function foldBlock(block: Node, accents: boolean): FoldedText {
  const known = accents ? foldedWith : foldedWithout;
  const found = known.get(block);
  if (found) return found;
  const folded = foldText(block.textBetween(0, block.content.size, null, '\ufffc'), accents);
  known.set(block, folded);
  return folded;
}
