import type { Node } from '@tiptap/pm/model';

export interface OutlineItem {
  readonly level: number;
  readonly text: string;
  /** Where its text starts. */
  readonly place: number;
}

/** The headings in reading order, also those in quotations and tables; empty ones lead nowhere. */
export function readOutline(doc: Node): readonly OutlineItem[] {
  const items: OutlineItem[] = [];
  doc.descendants((node, at) => {
    if (node.type.name === 'heading' && node.textContent.trim() !== '') {
      items.push({ level: Number(node.attrs['level']), text: node.textContent, place: at + 1 });
    }
    return !node.isTextblock;
  });
  return items;
}

/** Index of the heading that a reader is below, from the distance of each from the top edge; -1 above the first. */
export const findCurrent = (tops: readonly number[], edge: number): number =>
  tops.findLastIndex((top) => top <= edge);
