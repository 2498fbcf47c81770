/** Which deleted text reverted changes bring back (`project` in `comparison/parts.ts`). */
import { sizeOf, createCursor, type Span } from './read-spans.ts';
import type { HeirRange } from './heir-ranges.ts';
import { isDroppedWhenEmpty, needsABlock, type Part } from '../comparison/parts.ts';

/**
 * The units of the projected text that only the earlier document has, by their places in it. `before` and `after` are the spans
 * of the two documents that were compared.
 */
export function projectHeirs(
  parts: readonly Part[],
  chosen: ReadonlySet<number>,
  before: readonly Span[],
  after: readonly Span[],
): readonly HeirRange[] {
  const [takeBefore, takeAfter] = [createCursor(before), createCursor(after)];
  const heirs: HeirRange[] = [];
  let place = 0;
  const visit = (part: Part): void => {
    switch (part.kind) {
      case 'same':
        place += sizeOf(part.node);
        takeBefore(sizeOf(part.node));
        takeAfter(sizeOf(part.node));
        return;
      case 'before':
        for (const { client, clock, length } of takeBefore(sizeOf(part.node))) {
          if (!chosen.has(part.id)) continue;
          heirs.push({ clock: place, from: { client, clock }, length });
          place += length;
        }
        return;
      case 'after':
        takeAfter(sizeOf(part.node));
        if (!chosen.has(part.id)) place += sizeOf(part.node);
        return;
      case 'formatted':
        takeBefore(sizeOf(part.before));
        place += takeAfter(sizeOf(part.after)).reduce((sum, { length }) => sum + length, 0);
        return;
      case 'inside': {
        takeBefore(1);
        takeAfter(1);
        const { type } = part.id !== null && chosen.has(part.id) ? part.before : part.after;
        const inner = (place += 1);
        part.parts.forEach(visit);
        if (place > inner) return;
        if (isDroppedWhenEmpty(type)) place -= 1;
        else if (needsABlock(type)) place += 1;
      }
    }
  };
  parts.forEach(visit);
  return heirs;
}
