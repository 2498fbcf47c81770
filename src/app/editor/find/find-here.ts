import type { Node } from '@tiptap/pm/model';
import { passagesIn, type Passage } from '#contract/search/find-passages.ts';
import { runInSlices } from '../../data/run-in-slices.ts';

const MOST = 3;

/** Passages of the open text in which all words of a query stand, in any form of them; the first ones. */
export async function findHere(doc: Node, query: string, signal: AbortSignal): Promise<readonly Passage[]> {
  const lines: string[] = [];
  doc.descendants((node) => {
    if (!node.isTextblock) return true;
    lines.push(node.textBetween(0, node.content.size, null, ' ').replaceAll('\n', ' '));
    return false;
  });
  const passages = await runInSlices(passagesIn(lines, query, MOST), signal);
  return passages.filter(({ isWhole }) => isWhole);
}
