/** Places the tools of a block in the margin beside the column. */

interface Band {
  readonly top: number;
  readonly bottom: number;
}

interface Side {
  readonly left: number;
  readonly width: number;
}

const GAP_PX = 12;
/** Width of the widest tools that cannot wrap. */
const MIN_WIDTH_PX = 196;

/** The free space between a block and the edge of the page; null when the tools do not fit. */
export function roomBeside(block: { readonly right: number }, edge: number): Side | null {
  const left = block.right + GAP_PX;
  const width = edge - left;
  return width < MIN_WIDTH_PX ? null : { left, width };
}

/** Level with the block, within the window. */
export function levelWith(block: { readonly top: number }, barHeight: number, room: Band): number {
  return Math.max(room.top, Math.min(block.top, room.bottom - barHeight));
}
