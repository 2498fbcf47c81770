import * as Y from 'yjs';
import { countUnits, splitUnits } from '#contract/comments/follow-units.ts';
import { itemAt, past } from '#contract/comments/live-copies.ts';
import { readUnits } from '#contract/comments/unit-ranges.ts';
import type { Thread } from '#contract/comments/thread.ts';
import { textBlockOf, typeOf } from '#contract/lineage/read-lines.ts';

/** Whether nothing is left of the blocks that had the text of a thread. If something is, the text was changed. */
export function isTextGone(doc: Y.Doc, { anchor, place }: Pick<Thread, 'anchor' | 'place'>): boolean {
  const chosen = readUnits(anchor.units);
  const [newest] = splitUnits(readUnits(place?.units ?? ''), countUnits(chosen));
  const units = [...chosen, ...newest];
  return !units.some((range) => {
    for (let at = 0; at < range.length;) {
      const item = itemAt(doc, past(range, at));
      const block = item && textBlockOf(item);
      if (block && !block.deleted && hasText(block)) return true;
      at = item ? item.id.clock + item.length - range.clock : at + 1;
    }
    return false;
  });
}

function hasText(block: Y.Item): boolean {
  for (let item = typeOf(block)?._start ?? null; item; item = item.right) {
    if (item.deleted) continue;
    if (item.content instanceof Y.ContentString || (typeOf(item) && hasText(item))) return true;
    if (typeOf(item) instanceof Y.XmlElement) return true;
  }
  return false;
}
