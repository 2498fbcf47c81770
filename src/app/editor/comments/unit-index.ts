/** Units of the shared text and where they are drawn. For one moment: a change of the text needs another index. */
import type { Node } from '@tiptap/pm/model';
import * as Y from 'yjs';
import type { UnitRange } from '#contract/comments/unit-ranges.ts';
import { sharedIn } from '#contract/text/yjs-document.ts';
import { UNSHOWN, UNSHOWN_INLINE } from '../schema/unshown.ts';

/** The units of one item: characters, or an element. */
export interface Spot extends UnitRange {
  readonly from: number;
  readonly to: number;
  /** Null for characters. */
  readonly node: Node | null;
}

export class UnitIndex {
  readonly #doc: Y.Doc;
  readonly #blocks = new Map<Y.Item, { readonly node: Node; readonly pos: number }>();
  /** Of the blocks that were read. */
  readonly #spotsIn = new Map<Y.Item, readonly Spot[]>();
  readonly #spots = new Map<Y.Item, Spot>();

  constructor(root: Y.XmlFragment, drawn: Node) {
    this.#doc = root.doc!;
    pair(root, drawn, 0, (item, pos, node) => node && this.#blocks.set(item, { node, pos }));
  }

  /** The living units of a range, in the order of their clocks. */
  spotsOf({ client, clock, length }: UnitRange): readonly Spot[] {
    const spots: Spot[] = [];
    const end = Math.min(clock + length, Y.getState(this.#doc.store, client));
    const structs = this.#doc.store.clients.get(client) ?? [];
    for (let at = clock; at < end;) {
      const struct = structs[Y.findIndexSS(structs, at)]!;
      const stop = Math.min(end, struct.id.clock + struct.length);
      const spot = struct instanceof Y.Item && !struct.deleted ? this.#spotOf(struct) : null;
      if (spot) spots.push(clip(spot, at - spot.clock, stop - spot.clock));
      at = stop;
    }
    return spots;
  }

  /** Whether all units of a range live and are drawn. */
  isDrawn = (range: UnitRange): boolean =>
    this.spotsOf(range).reduce((sum, { length }) => sum + length, 0) === range.length;

  /** Characters and nodes without content between two positions, in the order of the text. */
  spotsIn(from: number, to: number): readonly Spot[] {
    const spots: Spot[] = [];
    if (from === to) return spots;
    for (const [item, { node, pos }] of this.#blocks)
      if (pos < to && pos + node.nodeSize > from)
        for (const spot of this.#read(item)) {
          if (spot.to <= from || spot.from >= to || spot.node?.isLeaf === false) continue;
          spots.push(clip(spot, from - spot.from, to - spot.from));
        }
    return spots;
  }

  /** The element that is drawn as the node at a position. */
  elementAt(pos: number): Spot | null {
    for (const [item, { node, pos: start }] of this.#blocks)
      if (pos >= start && pos < start + node.nodeSize)
        return this.#read(item).find((spot) => spot.node !== null && spot.from === pos) ?? null;
    return null;
  }

  #spotOf(item: Y.Item): Spot | null {
    const block = blockOf(item);
    if (block) this.#read(block);
    return this.#spots.get(item) ?? null;
  }

  #read(top: Y.Item): readonly Spot[] {
    const block = this.#blocks.get(top);
    const known = this.#spotsIn.get(top);
    if (known || !block) return known ?? [];
    const spots: Spot[] = [];
    this.#spotsIn.set(top, spots);
    const add = (item: Y.Item, from: number, node: Node | null): void => {
      const { client, clock } = item.id;
      const length = node ? 1 : item.length;
      const spot = { client, clock, length, from, to: from + (node?.nodeSize ?? length), node };
      spots.push(spot);
      this.#spots.set(item, spot);
      const element = typeOf(item);
      if (node && element instanceof Y.XmlElement) pair(element, node, from + 1, add);
    };
    add(top, block.pos, block.node);
    return spots;
  }
}

/** From one unit of a text up to another. */
function clip(spot: Spot, first: number, last: number): Spot {
  if (spot.node) return spot;
  const [start, end] = [Math.max(0, first), Math.min(spot.length, last)];
  const { client, clock, from, node } = spot;
  return { client, clock: clock + start, length: end - start, from: from + start, to: from + end, node };
}

const typeOf = ({ content }: Y.Item): Y.AbstractType<unknown> | null =>
  content instanceof Y.ContentType ? content.type : null;

/** The child of the root that an item is or is inside of. */
function blockOf(item: Y.Item): Y.Item | null {
  for (let one: Y.Item | null = item; one;) {
    const { parent }: Y.Item = one;
    if (!(parent instanceof Y.AbstractType)) return null;
    if (parent._item === null) return one;
    one = parent._item;
  }
  return null;
}

/**
 * Visits the items that the children of a node draw. The two sides differ where parts can't be shown or were filled in, and
 * for a moment while a change is being drawn: the rest of a parent that does not fit is left out.
 */
function pair(
  parent: Y.XmlFragment,
  node: Node,
  start: number,
  visit: (item: Y.Item, pos: number, node: Node | null) => void,
): void {
  let [index, pos, used] = [0, start, 0];
  const pass = (): void => {
    pos += node.child(index).nodeSize - used;
    index += 1;
    used = 0;
  };
  for (const child of sharedIn(parent)) {
    if (child instanceof Y.XmlText && !isUnshown(node.maybeChild(index))) {
      for (let item = child._start; item; item = item.right) {
        if (item.deleted || !(item.content instanceof Y.ContentString)) continue;
        let left = item.length;
        if (textFrom(node, index) - used < left) return;
        visit(item, pos, null);
        while (left > 0) {
          const part = Math.min(left, node.child(index).nodeSize - used);
          [left, pos, used] = [left - part, pos + part, used + part];
          if (used === node.child(index).nodeSize) [index, used] = [index + 1, 0];
        }
      }
      continue;
    }
    if (used > 0) return;
    const isFor = (drawn: Node | null): boolean =>
      isUnshown(drawn) || (child instanceof Y.XmlElement && drawn?.type.name === child.nodeName);
    while (index < node.childCount && !isFor(node.child(index))) pass();
    const drawn = node.maybeChild(index);
    if (!drawn) return;
    if (!isUnshown(drawn)) visit(child._item!, pos, drawn);
    pass();
  }
}

const isUnshown = (node: Node | null): boolean =>
  node?.type.name === UNSHOWN || node?.type.name === UNSHOWN_INLINE;

/** The length of the text from one child up to the next that is not text. */
function textFrom(node: Node, index: number): number {
  let length = 0;
  for (let at = index; node.maybeChild(at)?.isText; at += 1) length += node.child(at).nodeSize;
  return length;
}
