/** Which deleted text reverted changes bring back (`project` in `comparison/parts.ts`). */
import { sizeOf, createCursor, type Span } from './read-spans.ts';
import { joinRanges, type HeirRange } from './heir-ranges.ts';
import { isDroppedWhenEmpty, needsABlock, type Part } from '../comparison/parts.ts';

/**
 * The units of the projected text that only the earlier document has, by their places in it; `withKept`: and all others of blocks
 * that changed inside. `before` and `after` are the spans of the two documents that were compared.
 */
export function projectHeirs(
  parts: readonly Part[],
  chosen: ReadonlySet<number>,
  before: readonly Span[],
  after: readonly Span[],
  withKept = true,
): readonly HeirRange[] {
  const [takeBefore, takeAfter] = [createCursor(before), createCursor(after)];
  const heirs: HeirRange[] = [];
  let place = 0;
  const put = (spans: readonly Span[], isNamed: boolean): void => {
    for (const { client, clock, length } of spans) {
      if (isNamed) heirs.push({ clock: place, from: { client, clock }, length });
      place += length;
    }
  };
  const visit = (part: Part, isInside: boolean): void => {
    switch (part.kind) {
      case 'same':
        takeBefore(sizeOf(part.node));
        put(takeAfter(sizeOf(part.node)), isInside);
        return;
      case 'before': {
        const spans = takeBefore(sizeOf(part.node));
        if (chosen.has(part.id)) put(spans, true);
        return;
      }
      case 'after': {
        const spans = takeAfter(sizeOf(part.node));
        if (!chosen.has(part.id)) put(spans, isInside);
        return;
      }
      case 'formatted':
        takeBefore(sizeOf(part.before));
        put(takeAfter(sizeOf(part.after)), isInside);
        return;
      case 'inside': {
        takeBefore(1);
        const element = takeAfter(1);
        const { type } = part.id !== null && chosen.has(part.id) ? part.before : part.after;
        const outer = [place, heirs.length] as const;
        put(element, withKept);
        const inner = place;
        for (const one of part.parts) visit(one, withKept);
        if (place > inner) return;
        if (isDroppedWhenEmpty(type)) [place, heirs.length] = outer;
        else if (needsABlock(type)) place += 1;
      }
    }
  };
  for (const part of parts) visit(part, false);
  return joinRanges(heirs);
}
