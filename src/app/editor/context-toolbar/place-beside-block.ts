/** Where the tools of a block stand. */

interface Band {
  readonly top: number;
  readonly bottom: number;
}

interface Room extends Band {
  readonly left: number;
  readonly right: number;
}

interface Places {
  readonly block: Band & { readonly right: number };
  /** The line that is written in. */
  readonly caret: Band;
  readonly bar: { readonly width: number; readonly height: number };
  /** What of the window no other bar stands in. */
  readonly room: Room;
}

const GAP_PX = 8;

/**
 * Below the block, at its end, where it hides the least, or above it. A block that fills the window has it at the top of
 * that, or at its foot if somebody writes at the top.
 */
export function placeBesideBlock({ block, caret, bar, room }: Places): { left: number; top: number } {
  const left = Math.max(room.left, Math.min(block.right, room.right) - bar.width);
  const below = Math.max(room.top, block.bottom + GAP_PX);
  const foot = room.bottom - bar.height;
  if (below <= foot) return { left, top: below };
  const above = block.top - GAP_PX - bar.height;
  if (above >= room.top) return { left, top: Math.min(above, foot) };
  const isCaretAtTop = caret.top < room.top + bar.height && caret.bottom > room.top;
  return { left, top: isCaretAtTop ? foot : room.top };
}
