import type * as Y from 'yjs';
import { describeRanges } from '#contract/comments/describe-ranges.ts';
import { readPassages, type Piece } from '#contract/comments/read-passages.ts';
import type { Anchor } from '#contract/comments/thread.ts';
import { writeUnits, type UnitRange } from '#contract/comments/unit-ranges.ts';
import { signOfNode } from './identities.ts';

export interface Chosen {
  readonly anchor: Omit<Anchor, 'seq'>;
  readonly ids: readonly (readonly [client: number, clock: number])[];
}

/** A letter, a word, a block, a part of two blocks, or an image. */
export function chooseAnchor(doc: Y.Doc, below: (limit: number) => number): Chosen | null {
  const passages = readPassages(doc);
  const letters = passages.pieces.filter(({ isNode, text }) => !isNode && text.trim() !== '');
  const images = passages.pieces.filter(({ block }) => signOfNode(block.item) !== null);
  const kind = images.length > 0 && below(6) === 0 ? 'node' : 'text';
  const pieces = kind === 'node' ? images : letters;
  const piece = pieces[below(pieces.length)];
  if (!piece) return null;
  const ranges = kind === 'node' ? [rangeOf(piece, 0, 1)] : chooseText(letters, piece, below);
  return {
    anchor: { kind, units: writeUnits(ranges), ...describeRanges(passages, ranges) },
    ids: ranges.flatMap(({ client, clock, length }) =>
      Array.from({ length }, (_, at) => [client, clock + at] as const),
    ),
  };
}

function chooseText(letters: readonly Piece[], piece: Piece, below: (limit: number) => number): UnitRange[] {
  const start = below(piece.text.length);
  const inBlock = letters.filter(({ block }) => block === piece.block);
  switch (below(4)) {
    case 0:
      return [rangeOf(piece, start, 1)];
    case 1:
      return [rangeOf(piece, start, 1 + below(piece.text.length - start))];
    case 2:
      return inBlock.map((one) => rangeOf(one, 0, one.text.length));
    default: {
      const next = letters[letters.indexOf(piece) + 1];
      const tail = rangeOf(piece, start, piece.text.length - start);
      return next ? [tail, rangeOf(next, 0, 1 + below(next.text.length))] : [tail];
    }
  }
}

const rangeOf = ({ client, clock }: Piece, start: number, length: number): UnitRange => ({
  client,
  clock: clock + start,
  length,
});
