import { Fragment, type Node } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import { ReplaceStep } from '@tiptap/pm/transform';

/** Sibling nodes and the position before the first. */
export interface Part {
  readonly nodes: readonly Node[];
  readonly start: number;
}

/** Replacement of one part by another. */
export interface Change {
  readonly old: Part;
  readonly now: Part;
}

/**
 * A transaction that turns the document into `after` and touches only what differs, or null when that is impossible.
 * `split` returns the changes that a change consists of, in document order.
 */
export function narrowChange(
  after: Node,
  { doc: before, tr }: EditorState,
  split: (whole: Change) => readonly Change[],
): Transaction | null {
  const isMade = split({ old: contentOf(before, -1), now: contentOf(after, -1) })
    .toReversed()
    // Last place first, so that earlier positions stay valid.
    .every((change) => tr.maybeStep(stepFor(change, before, after)).failed === null);
  return isMade && tr.doc.eq(after) ? tr : null;
}

/** `start` is the position before the parent. */
export const contentOf = (parent: Node, start: number): Part => ({
  nodes: parent.children,
  start: start + 1,
});

function stepFor({ old, now }: Change, before: Node, after: Node): ReplaceStep {
  const [oldNodes, newNodes] = [Fragment.from(old.nodes), Fragment.from(now.nodes)];
  const start = oldNodes.findDiffStart(newNodes) ?? 0;
  const end = oldNodes.findDiffEnd(newNodes) ?? { a: start, b: start };
  // In "aa" made from "a" both ends overlap: the same character is before and after the change.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const from = findBoundary(before, old.start + start - overlap, old.start + start) - old.start;
  const behind = overlap - (start - from);
  const slice = after.slice(now.start + from, now.start + end.b + behind);
  return new ReplaceStep(old.start + from, old.start + end.a + behind, slice);
}

const MAX_PLACES_TRIED = 500;

/** Where the same change fits several places, picks the one between the largest blocks, which then stay whole. */
function findBoundary(doc: Node, from: number, to: number): number {
  let best = to;
  for (let place = to; place >= Math.max(from, to - MAX_PLACES_TRIED); place -= 1) {
    if (doc.resolve(place).depth < doc.resolve(best).depth) best = place;
  }
  return best;
}
