import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { changeOf, cutBetween, nodesOf, TITLE, type Block, type Film } from './film.ts';
import { markChange, writePart } from './text-change.ts';
import { changeStart, type Moment } from './timeline.ts';

/** The document at a moment. */
export interface Shown {
  /** Texts. */
  readonly title: readonly DocumentNode[];
  readonly blocks: readonly Block[];
  /** Index of the block that is being written, or -1 for the title; null before the first frame. */
  readonly place: number | null;
}

/** The document at a moment, with what was typed in the change it belongs to as an addition, in the color of the writer. */
export function showMoment(film: Film, { count, typed }: Moment, color: string | null): Shown {
  const whole = film.blocksAt(count);
  const cut = film.cutAt(count);
  if (cut === null) return divide(whole, null);
  const written =
    typed === Infinity ? cut.added : replace(cut.added, writePart(nodesOf(cut.added), cut, typed));
  const blocks = [...whole.slice(0, cut.at), ...written, ...whole.slice(cut.at + cut.added.length)];
  const before = film.blocksAt(changeStart(film.frames, count));
  const mark = { type: 'change', attrs: { id: count, look: 'added', by: '', color } };
  return divide(markSince(before, blocks, mark), Math.max(0, cut.at + written.length - 1));
}

function markSince(
  before: readonly Block[],
  blocks: readonly Block[],
  mark: Parameters<typeof markChange>[2],
): readonly Block[] {
  const cut = cutBetween(before, blocks);
  if (cut === null) return blocks;
  const { at, added } = cut;
  const marked = replace(added, markChange(nodesOf(added), changeOf(cut, before), mark));
  return [...blocks.slice(0, at), ...marked, ...blocks.slice(at + added.length)];
}

/** An unchanged block stays the same object, so that it is not drawn again. */
const replace = (blocks: readonly Block[], nodes: readonly (readonly DocumentNode[])[]): Block[] =>
  blocks.flatMap((block, at) =>
    (nodes[at] ?? []).map((node) => (node === block.node ? block : { key: block.key, node })),
  );

/** The title is the first of the blocks, unless nothing of it is typed yet. */
function divide(blocks: readonly Block[], place: number | null): Shown {
  const [first, ...rest] = blocks;
  if (first?.key === TITLE)
    return { title: childrenOf(first.node), blocks: rest, place: place === null ? null : place - 1 };
  return { title: [], blocks, place: place === null ? null : place === 0 ? -1 : place - 1 };
}
