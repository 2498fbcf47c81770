/** Where the tools of a block stand: beside the column, where nothing is written. */

interface Band {
  readonly top: number;
  readonly bottom: number;
}

interface Side {
  readonly left: number;
  readonly width: number;
}

const GAP_PX = 12;
/** As wide as the tools that cannot be divided among several rows. */
const MIN_WIDTH_PX = 196;

/** What is free between a block and the edge of the page; null where the tools do not fit. */
export function roomBeside(block: { readonly right: number }, edge: number): Side | null {
  const left = block.right + GAP_PX;
  const width = edge - left;
  return width < MIN_WIDTH_PX ? null : { left, width };
}

/** Level with the block, as far as that is in the window. */
export function levelWith(block: { readonly top: number }, barHeight: number, room: Band): number {
  return Math.max(room.top, Math.min(block.top, room.bottom - barHeight));
}
