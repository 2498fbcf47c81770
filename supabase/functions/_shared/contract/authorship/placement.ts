/**
 * Where copied text stands (docs/decisions/0060). A copy stands as it was written while its neighbors are those that it was
 * written between, or while it is the whole of its block. Text may also have lost its neighbors without being moved.
 */
import * as Y from 'yjs';
import type { Id } from './id-ranges.ts';

/** Knowledge of the log about a unit. */
export interface Lineage {
  /** The newest copy of this unit, or the unit itself, if it is there; otherwise null. */
  readonly livingHeirOf: (id: Id) => Id | null;
  /** The units of which this one is a copy, newest first. */
  readonly originalsOf: (id: Id) => readonly Id[];
  /** The client that deleted the last copy of this unit. */
  readonly removerOf: (id: Id) => number | null;
  /** The client that deleted this unit, of which there may be copies. */
  readonly takerOf: (id: Id) => number | null;
  /** Another unit was copied while this one was there. */
  readonly sawCopied: (id: Id, other: Id) => boolean;
  /** This unit, or one that it is a copy of, was put between other text. */
  readonly wasPlaced: (id: Id) => boolean;
}

/** Text that stood beside a unit and stands in its block no more. */
export interface Missing {
  readonly writer: number;
  readonly remover: number | null;
}

/** A unit and its copy. */
type Pair = readonly [Id, Id];

type Side = 'left' | 'right';

const nameOf = ({ client, clock }: Id): string => `${client}/${clock}`;

/** Those of the copies that stand between other text than their units did, in whole runs. */
export function findMisplaced(
  store: Y.Doc['store'],
  pairs: readonly Pair[],
  lineage: Lineage,
): readonly Id[] {
  const copies = new Map(pairs.map((pair) => [nameOf(pair[1]), pair]));
  /** The copy on the left of each copy that goes on its run. */
  const before = new Map<string, string>();
  const isFirstMisplaced = new Set<string>();
  const isKeptOn = (side: Side, [from]: Pair, now: Neighbor | null): boolean =>
    itemAt(store, from) === null || isSameNeighbor(now, writtenBeside(store, from, side, lineage));
  let last: readonly [Id, Id, Y.Item | null, Y.Item | null] | null = null;
  for (const [name, pair] of copies) {
    const [from, to] = pair;
    const [item, copy] = [itemAt(store, from), itemAt(store, to)];
    const goesOn =
      last && item === last[2] && copy === last[3] && isNext(last[0], from) && isNext(last[1], to);
    if (goesOn) before.set(name, nameOf(last![1]));
    last = [from, to, item, copy];
    if (goesOn) continue;
    const now = standingBeside(store, pair[1], 'left');
    const isKept = isKeptOn('left', pair, now);
    if (isKept && now && copies.has(nameOf(now.id))) before.set(name, nameOf(now.id));
    else if (!isKept) isFirstMisplaced.add(name);
  }
  const inside = new Set(before.values());
  const misplaced: Id[] = [];
  for (const [name, pair] of copies) {
    // Each run is read once, from its last unit.
    if (inside.has(name)) continue;
    const run = [name];
    for (let one = before.get(name); one !== undefined; one = before.get(one)) run.push(one);
    const isKept = isKeptOn('right', pair, standingBeside(store, pair[1], 'right'));
    if (isFirstMisplaced.has(run.at(-1)!) || !isKept)
      for (const one of run) misplaced.push(copies.get(one)![1]);
  }
  return misplaced;
}

const isNext = (one: Id, next: Id): boolean => one.client === next.client && one.clock + 1 === next.clock;

/**
 * Text that was written next to a unit in its block, before it or after it, and is gone, or was placed in another block. After
 * it: only if no other text of the block follows. `id` is where the unit was written, `now` where it stands.
 */
export function findMissing(
  store: Y.Doc['store'],
  id: Id,
  now: Id,
  lineage: Lineage,
): readonly [readonly Missing[], readonly Missing[]] {
  const block = blockOf(itemAt(store, now));
  const writer = writerOf(id, lineage);
  const missingOn = (side: Side): readonly Missing[] => {
    const missing = new Map<string, Missing>();
    let steps = 0;
    for (const unit of unitsBeside(store, id, side)) {
      if (unit.isBeyond) break;
      const remover = lineage.removerOf(unit.id);
      if ((steps += 1) > MOST_PASSED) return [...missing.values(), { writer, remover }];
      if (isPastedBack(store, unit, blockOf(itemAt(store, id)), lineage)) continue;
      const heir = lineage.livingHeirOf(unit.id);
      if (heir && (blockOf(itemAt(store, heir)) === block || !lineage.wasPlaced(heir)))
        return side === 'left' ? [...missing.values()] : [];
      const one = {
        writer: writerOf(unit.id, lineage),
        remover: heir ? lineage.takerOf(unit.id) : remover,
      };
      missing.set(`${one.writer}/${one.remover}`, one);
    }
    return [...missing.values()];
  };
  return [missingOn('left'), missingOn('right')];
}

const writerOf = (id: Id, { originalsOf }: Lineage): number => (originalsOf(id).at(-1) ?? id).client;

interface Neighbor {
  readonly id: Id;
  /** It belongs to another block. */
  readonly isBeyond: boolean;
}

/** The nearest text that is there. Null at the edge of the document. */
function standingBeside(store: Y.Doc['store'], id: Id, side: Side): Neighbor | null {
  for (const unit of unitsBeside(store, id, side)) if (!unit.item.deleted) return unit;
  return null;
}

/** The nearest text that was beside a unit in its block and is still there somewhere, or the nearest of another block. */
function writtenBeside(store: Y.Doc['store'], from: Id, side: Side, lineage: Lineage): Neighbor | null {
  const block = blockOf(itemAt(store, from));
  // Text that is cut and pasted within a block stands in it from the first time on.
  const first = lineage.originalsOf(from).findLast((one) => blockOf(itemAt(store, one)) === block) ?? from;
  let steps = 0;
  for (const unit of unitsBeside(store, first, side)) {
    if ((steps += 1) > MOST_PASSED) return UNKNOWN;
    if (isPastedBack(store, unit, block, lineage)) continue;
    const heir = lineage.livingHeirOf(unit.id);
    if (!heir) continue;
    // A split or a move of its whole block took it away as it was written.
    const isAway =
      blockOf(itemAt(store, heir)) !== blockOf(unit.item) &&
      lineage.sawCopied(from, unit.id) &&
      !lineage.wasPlaced(heir);
    return { id: heir, isBeyond: unit.isBeyond || isAway };
  }
  return null;
}

/** A copy of text that stood in the same block before, or in the block that the search began in. */
const isPastedBack = (
  store: Y.Doc['store'],
  { id, item }: Unit,
  block: Y.Item | null,
  { originalsOf }: Lineage,
): boolean =>
  originalsOf(id).some((one) => {
    const other = blockOf(itemAt(store, one));
    return other === block || other === blockOf(item);
  });

/** Units that a search passes; anybody may insert and delete more. */
const MOST_PASSED = 200_000;
/** Like no unit, and no edge of a block. */
const UNKNOWN: Neighbor = { id: { client: -1, clock: -1 }, isBeyond: false };

/** The same unit, or the edge of a block in both. */
const isSameNeighbor = (now: Neighbor | null, then: Neighbor | null): boolean =>
  (now && then && nameOf(now.id) === nameOf(then.id)) ||
  ((now?.isBeyond ?? true) && (then?.isBeyond ?? true));

interface Unit extends Neighbor {
  readonly item: Y.Item;
}

/** The units of text on one side of a unit, the nearest first, through the whole document; deleted ones too. */
function* unitsBeside(store: Y.Doc['store'], id: Id, side: Side): Generator<Unit> {
  const own = itemAt(store, id);
  if (!own) return;
  const block = blockOf(own);
  for (const item of itemsBeside(own, side)) {
    if (!(item.content instanceof Y.ContentString)) continue;
    const first = item.id.clock;
    const isBeyond = blockOf(item) !== block;
    // The item of the unit itself comes first; only the part beside the unit counts.
    const [low, high] =
      item !== own
        ? [first, first + item.length]
        : side === 'left'
          ? [first, id.clock]
          : [id.clock + 1, first + item.length];
    for (let at = 0; at < high - low; at += 1) {
      const clock = side === 'left' ? high - 1 - at : low + at;
      yield { id: { client: item.id.client, clock }, item, isBeyond };
    }
  }
}

/** The items without content of their own type on one side of an item, in the order of the document; first the item itself. */
function* itemsBeside(own: Y.Item, side: Side): Generator<Y.Item> {
  yield own;
  for (let place: Y.Item | null = own; place; place = parentOf(place)) {
    for (let item = place[side]; item; item = item[side]) yield* itemsIn(item, side);
  }
}

/** An item, or if it is a node, the items in it, in the direction of the walk. */
function* itemsIn(item: Y.Item, side: Side): Generator<Y.Item> {
  if (!(item.content instanceof Y.ContentType)) {
    yield item;
    return;
  }
  const children: Y.Item[] = [];
  for (let child = item.content.type._start; child; child = child.right) children.push(child);
  if (side === 'left') children.reverse();
  for (const child of children) yield* itemsIn(child, side);
}

const parentOf = (item: Y.Item): Y.Item | null =>
  item.parent instanceof Y.AbstractType ? item.parent._item : null;

/** The item of the element that holds the text of this item. */
const blockOf = (item: Y.Item | null): Y.Item | null => {
  const text = item && parentOf(item);
  return text && parentOf(text);
};

function itemAt(store: Y.Doc['store'], { client, clock }: Id): Y.Item | null {
  const structs = store.clients.get(client);
  if (!structs || clock >= Y.getState(store, client)) return null;
  const struct = structs[Y.findIndexSS(structs, clock)];
  return struct instanceof Y.Item ? struct : null;
}
