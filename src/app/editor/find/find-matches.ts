import type { Node } from '@tiptap/pm/model';
import { foldText, type FoldedText } from './fold-text.ts';

export interface Search {
  readonly query: string;
  /** Whether "resume" and "résumé" differ. */
  readonly accents: boolean;
}

export interface Match {
  readonly from: number;
  readonly to: number;
}

/** A block that did not change is not read again. */
const foldedWith = new WeakMap<Node, FoldedText>();
const foldedWithout = new WeakMap<Node, FoldedText>();

/** Every place where a text stands, within one block each, in reading order; the formatting does not matter. */
export function findMatches(doc: Node, { query, accents }: Search): readonly Match[] {
  const wanted = foldText(query, accents).text;
  const matches: Match[] = [];
  if (wanted === '') return matches;
  doc.descendants((node, at) => {
    if (!node.isTextblock) return true;
    const { text, places } = foldBlock(node, accents);
    for (let index = text.indexOf(wanted); index >= 0; index = text.indexOf(wanted, index + wanted.length)) {
      const [from, to] = [places[index], places[index + wanted.length]];
      if (from === undefined || to === undefined) throw new Error('a match lies outside of its block');
      matches.push({ from: at + 1 + from, to: at + 1 + to });
    }
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
