import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { TITLE, type Block, type Film } from './film.ts';
import { writePart } from './text-change.ts';
import type { Moment } from './timeline.ts';

/** The document at a moment. */
export interface Shown {
  /** Texts. */
  readonly title: readonly DocumentNode[];
  readonly blocks: readonly Block[];
  /** Index of the block that is being written, or -1 for the title; null before the first frame. */
  readonly place: number | null;
}

/** The document at a moment, with what its newest frame has typed as an addition in the color of the writer. */
export function showMoment(film: Film, { count, typed }: Moment, color: string | null): Shown {
  const whole = film.blocksAt(count);
  const cut = film.cutAt(count);
  if (cut === null) return divide(whole, null);
  const mark = { type: 'change', attrs: { id: count, look: 'added', by: '', color } };
  const end = cut.at + cut.added.length;
  const nodes = cut.added.map(({ node }) => node);
  const written = writePart(nodes, cut, typed, mark).flatMap((parts, at) => {
    const block = cut.added[at]!;
    // An unchanged block is the same object, so that it is not drawn again.
    return parts.map((node) => (node === block.node ? block : { key: block.key, node }));
  });
  const blocks = [...whole.slice(0, cut.at), ...written, ...whole.slice(end)];
  return divide(blocks, Math.max(0, cut.at + written.length - 1));
}

/** The title is the first of the blocks, unless nothing of it is typed yet. */
function divide(blocks: readonly Block[], place: number | null): Shown {
  const [first, ...rest] = blocks;
  if (first?.key === TITLE)
    return { title: childrenOf(first.node), blocks: rest, place: place === null ? null : place - 1 };
  return { title: [], blocks, place: place === null ? null : place === 0 ? -1 : place - 1 };
}
