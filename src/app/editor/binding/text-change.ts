/** Edits of one line of plain text, and how they move positions. Offsets are UTF-16 units. */

export interface TextChange {
  readonly index: number;
  readonly removed: number;
  readonly inserted: string;
}

/**
 * The smallest single change from `before` to `after`; null when they are equal. `caret` is its position in `after`:
 * in "aaa" it decides which character was typed. Never splits a surrogate pair.
 */
export function findTextChange(before: string, after: string, caret: number): TextChange | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let end = 0;
  const maxEnd = Math.min(shorter, after.length - Math.min(caret, after.length));
  while (end < maxEnd && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  let start = 0;
  while (start < shorter - end && before[start] === after[start]) start += 1;
  // Text behind the caret may have changed too, by a drop or an autocorrection.
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  if (start > 0 && isHighSurrogate(before.charCodeAt(start - 1))) start -= 1;
  if (end > 0 && isLowSurrogate(before.charCodeAt(before.length - end))) end -= 1;
  return {
    index: start,
    removed: before.length - end - start,
    inserted: after.slice(start, after.length - end),
  };
}

export type Delta = readonly { insert?: unknown; delete?: number; retain?: number }[];

/** Maps a position through a Yjs delta. Text inserted exactly there goes behind it, so the caret stays. */
export function movePlace(place: number, delta: Delta): number {
  let at = 0;
  let moved = place;
  for (const { retain, insert, delete: deleted } of delta) {
    if (at > moved) return moved;
    if (retain !== undefined) at += retain;
    else if (typeof insert === 'string') {
      if (at < moved) moved += insert.length;
      at += insert.length;
    } else if (deleted !== undefined) moved = Math.max(at, moved - deleted);
  }
  return moved;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;
