import type { Node } from '@tiptap/pm/model';

export interface OutlineItem {
  readonly level: number;
  readonly text: string;
  /** Start of its text. */
  readonly place: number;
}

/** Headings in reading order, including those in quotations and tables; empty ones are left out. */
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

/** Index of the last heading above the reading edge, from the distances to the top; -1 above the first. */
export const findCurrent = (tops: readonly number[], edge: number): number =>
  tops.findLastIndex((top) => top <= edge);
