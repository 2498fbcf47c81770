/** Finds blocks by their place on the page. Blocks are stacked, so the height alone identifies one. */
import type { Node, NodeRange } from '@tiptap/pm/model';
import { canMoveBlocks, wholeBlocks } from '../move-blocks/move-blocks.ts';

export interface Box {
  readonly top: number;
  readonly bottom: number;
}

/** The drawn box of the block at a position; null when it is not drawn. */
export type BoxOf = (pos: number) => Box | null;

/** Blocks whose children move on their own. */
const OPEN = new Set([
  'blockquote',
  'bulletList',
  'callout',
  'details',
  'detailsContent',
  'listItem',
  'orderedList',
  'taskItem',
  'taskList',
]);
/** Margin of a container that counts as beside it, not as inside. */
const EDGE_PX = 6;
/** Greatest distance from the nearest block. */
const NEAR_PX = 12;

interface Found {
  readonly node: Node;
  readonly pos: number;
  readonly box: Box;
}

/** The blocks at a height, in the units in which they are moved and deleted. */
export function blocksAt(doc: Node, y: number, boxOf: BoxOf): NodeRange | null {
  const path = pathTo(doc, y, boxOf);
  const [outer, inner] = [path[0], path.at(-1)];
  if (!outer || !inner || distance(outer.box, y) > NEAR_PX) return null;
  const { node, pos } = inner;
  if (node.isTextblock) return wholeBlocks(doc.resolve(pos + 1));
  return wholeBlocks(doc.resolve(pos), doc.resolve(pos + node.nodeSize));
}

/** The position where blocks dropped at a height go; null when they would stay or do not fit. */
export function dropPlace(doc: Node, moved: NodeRange, y: number, boxOf: BoxOf): number | null {
  for (const near of placesAt(doc, y, boxOf)) {
    const place = intoList(doc, moved, near);
    if (place >= moved.start && place <= moved.end) return null;
    if (canMoveBlocks(doc, moved, place)) return place;
  }
  return null;
}

/** Moves an item that is dropped beside a list into that end of the list; otherwise it would become a separate list. */
function intoList(doc: Node, { parent, $from, depth }: NodeRange, place: number): number {
  const item = $from.node(depth).maybeChild($from.index(depth));
  if (!item || !isItem(item) || isItem(parent)) return place;
  const { nodeBefore, nodeAfter } = doc.resolve(place);
  if (nodeAfter?.firstChild?.type === item.type) return place + 1;
  return nodeBefore?.lastChild?.type === item.type ? place - 1 : place;
}

/** Positions between blocks near a height, the innermost first. */
function placesAt(doc: Node, y: number, boxOf: BoxOf): number[] {
  const places: number[] = [];
  for (const { node, pos, box } of pathTo(doc, y, boxOf)) {
    const isUpper = y < (box.top + box.bottom) / 2;
    const after = pos + node.nodeSize;
    places.unshift(isUpper ? pos : after);
    // Below the first line of an item with a nested list: into that list.
    if (!isUpper && node.isTextblock && doc.resolve(after).nodeAfter && isItem(doc.resolve(pos).parent))
      places.unshift(after + 1);
    if (Math.min(y - box.top, box.bottom - y) < EDGE_PX) break;
  }
  return places;
}

const isItem = ({ type }: Node): boolean => type.name === 'listItem' || type.name === 'taskItem';

/** The nearest top-level block, the nearest block in it, and so on. */
function pathTo(doc: Node, y: number, boxOf: BoxOf): Found[] {
  const path: Found[] = [];
  for (let [parent, start]: [Node, number] = [doc, 0]; ;) {
    const found = nearest(parent, start, y, boxOf);
    if (!found) return path;
    path.push(found);
    if (!OPEN.has(found.node.type.name)) return path;
    [parent, start] = [found.node, found.pos + 1];
  }
}

/** Binary search: a document has thousands of blocks. */
function nearest(parent: Node, start: number, y: number, boxOf: BoxOf): Found | null {
  const places: number[] = [];
  parent.forEach((_, offset) => places.push(start + offset));
  // Closed content is not drawn.
  const shown = parent.type.name === 'details' ? places.filter((pos) => boxOf(pos) !== null) : places;
  const find = (index: number): Found | null => {
    const pos = shown[index];
    const node = pos === undefined ? null : parent.maybeChild(index);
    const box = pos === undefined ? null : boxOf(pos);
    return pos !== undefined && node && box ? { node, pos, box } : null;
  };
  let [low, high] = [0, shown.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((find(middle)?.box.bottom ?? -Infinity) > y) high = middle;
    else low = middle + 1;
  }
  const [above, below] = [find(low - 1), find(low)];
  if (!above || !below) return below ?? above;
  return distance(above.box, y) < distance(below.box, y) ? above : below;
}

const distance = ({ top, bottom }: Box, y: number): number => Math.max(top - y, y - bottom, 0);
