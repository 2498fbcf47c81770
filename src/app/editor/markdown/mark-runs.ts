import type { Mark, Node } from '@tiptap/pm/model';

/** Content of a text block as a tree: marks cannot overlap in Markdown or HTML. */
export type Piece = Node | MarkRun;

export interface MarkRun {
  readonly mark: Mark;
  readonly pieces: readonly Piece[];
}

/** Each mark wraps the longest run that has it; on a tie, the schema's first mark is outside. */
export function markRuns(nodes: readonly Node[], open: readonly Mark[] = []): Piece[] {
  const pieces: Piece[] = [];
  for (let start = 0; start < nodes.length;) {
    const node = nodes[start];
    if (!node) break;
    const marks = node.marks.filter((mark) => !mark.isInSet(open));
    const ends = marks.map((mark) => endOfRun(nodes, start, mark));
    const end = Math.max(start + 1, ...ends);
    const mark = marks[ends.indexOf(end)];
    pieces.push(mark ? { mark, pieces: markRuns(nodes.slice(start, end), [...open, mark]) } : node);
    start = end;
  }
  return pieces;
}

export const isRun = (piece: Piece): piece is MarkRun => 'pieces' in piece;

export const textOf = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (isRun(piece) ? textOf(piece.pieces) : piece.textContent)).join('');

function endOfRun(nodes: readonly Node[], start: number, mark: Mark): number {
  const end = nodes.findIndex((node, index) => index > start && !mark.isInSet(node.marks));
  return end === -1 ? nodes.length : end;
}
