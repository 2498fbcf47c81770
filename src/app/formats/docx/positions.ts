/** Positions in plain nodes, as ProseMirror counts them. */
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';

const LEAVES: ReadonlySet<string> = new Set([
  'hardBreak',
  'mention',
  'inlineMath',
  'blockMath',
  'image',
  'horizontalRule',
  // Shared content that does not fit the schema.
  'unshown',
  'unshownInline',
]);

const isLeaf = ({ type }: DocumentNode): boolean => LEAVES.has(type);

export function sizeOf(node: DocumentNode): number {
  if (node.text !== undefined) return node.text.length;
  if (isLeaf(node)) return 1;
  return childrenOf(node).reduce((size, child) => size + sizeOf(child), 2);
}

export interface Placed {
  readonly node: DocumentNode;
  /** Of its beginning. */
  readonly at: number;
}

/** The children of a node whose content begins there. */
export function placeChildren(nodes: readonly DocumentNode[], start: number): Placed[] {
  let at = start;
  return nodes.map((node) => {
    const placed = { node, at };
    at += sizeOf(node);
    return placed;
  });
}

export const contentOf = ({ node, at }: Placed): Placed[] => placeChildren(childrenOf(node), at + 1);

/** Text and leaves, in the order of the text. */
export function* leavesIn(placed: readonly Placed[]): Generator<Placed> {
  for (const one of placed) {
    if (one.node.text !== undefined || isLeaf(one.node)) yield one;
    else yield* leavesIn(contentOf(one));
  }
}
