import type { Node } from '@tiptap/pm/model';

export interface OutlineItem {
  readonly level: number;
  readonly text: string;
  /** Position at which its text starts. */
  readonly place: number;
}

/** Cache of the headings of each top-level block, with places relative to it. A change keeps the nodes of other blocks. */
const known = new WeakMap<Node, readonly OutlineItem[]>();

/** Headings in reading order, including those in quotations and tables; empty ones are left out. */
export function readOutline(doc: Node): readonly OutlineItem[] {
  const items: OutlineItem[] = [];
  doc.forEach((block, offset) => {
    for (const item of headingsIn(block)) items.push({ ...item, place: offset + item.place });
  });
  return items;
}

function headingsIn(block: Node): readonly OutlineItem[] {
  const before = known.get(block);
  if (before) return before;
  const items: OutlineItem[] = [];
  const note = (node: Node, at: number): boolean => {
    const text = node.type.name === 'heading' ? node.textContent : '';
    if (text.trim() !== '') items.push({ level: Number(node.attrs['level']), text, place: at + 1 });
    return !node.isTextblock;
  };
  // The block itself, and its descendants.
  if (note(block, 0)) block.descendants((node, at) => note(node, at + 1));
  known.set(block, items);
  return items;
}

/** Whether the headings read the same, wherever they are. */
export const isSameOutline = (one: readonly OutlineItem[], other: readonly OutlineItem[] | null): boolean =>
  one.length === other?.length &&
  one.every(({ level, text }, index) => level === other[index]!.level && text === other[index]!.text);

/**
 * Index of the last heading above the reading edge; -1 above the first. `topOf` reads the distance of a heading to the top,
 * which grows with the index. It is read for a few only, because that takes time.
 */
export function findCurrent(count: number, topOf: (index: number) => number, edge: number): number {
  let [from, to] = [-1, count - 1];
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    if (topOf(middle) <= edge) from = middle;
    else to = middle - 1;
  }
  return from;
}
