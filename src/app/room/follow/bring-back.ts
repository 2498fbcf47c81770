/**
 * Restores text that an undo step could not: its block was replaced by a remote change, and Yjs cannot insert into a
 * deleted block. The text goes next to the heirs of its old neighbors.
 */
import * as Y from 'yjs';
import type { Move, Target } from './find-moves.ts';
import {
  NODE_SIGN,
  readNode,
  textBlockOf,
  typeOf,
  withMark,
  type InlineNode,
  type Line,
  type Marks,
  type Unit,
} from '#contract/lineage/read-lines.ts';

type Id = Pick<Y.ID, 'client' | 'clock'>;
type Deleted = Y.Transaction['deleteSet'];

export interface BackOptions {
  readonly doc: Y.Doc;
  /** Items that the step was to restore. */
  readonly wanted: Deleted;
  /** Items that the step deleted; they are not restored. */
  readonly undone: Deleted;
  /** The unit that replaces a deleted one. */
  readonly heirOf: (id: Id) => Id | null;
}

/** The text to insert, by block. */
export function findLost({ doc, wanted, undone, heirOf }: BackOptions): readonly Move[] {
  const isWanted = (id: Y.ID): boolean =>
    Y.isDeleted(wanted, id) && !Y.isDeleted(undone, id) && heirOf(id) === null;
  const isLost = ({ deleted, redone }: Y.Item, id: Y.ID): boolean =>
    deleted && redone === null && isWanted(id);
  const blocks = new Set<Y.Item>();
  doc.transact((transaction) => {
    Y.iterateDeletedStructs(transaction, wanted, (item) => {
      const block = item instanceof Y.Item && isLost(item, item.id) ? textBlockOf(item) : null;
      if (block) blocks.add(block);
    });
  });
  return [...blocks].flatMap((block) => lostIn(block, isLost, (id) => placeOf(heirOf(id), doc)));
}

type Place = Omit<Exclude<Target, { kind: 'start' }>, 'kind'>;

function placeOf(id: Id | null, { store }: Y.Doc): Place | null {
  const item = id && Y.getItem(store, Y.createID(id.client, id.clock));
  const block = item instanceof Y.Item && !item.deleted ? textBlockOf(item) : null;
  return id && block ? { unit: unitOf(id, '', {}), line: lineOf(block) } : null;
}

const lineOf = (block: Y.Item): Line => ({ block, state: 'kept', units: [] });

const unitOf = ({ client, clock }: Id, sign: string, marks: Marks, node: InlineNode | null = null): Unit => ({
  client,
  clock,
  sign,
  state: 'deleted',
  marks,
  origin: null,
  node,
});

function lostIn(
  block: Y.Item,
  isLost: (item: Y.Item, id: Y.ID) => boolean,
  placeOfHeir: (id: Id) => Place | null,
): Move[] {
  const moves: Move[] = [];
  let units: Unit[] = [];
  let before: Place | null = null;
  const end = (behind: Place | null): void => {
    const target: Target | null =
      (before && { kind: 'after', ...before }) ?? (behind && { kind: 'before', ...behind });
    if (units.length > 0) moves.push({ units, target, line: lineOf(block), isLeft: false, copied: [] });
    units = [];
  };
  for (const { item, unit } of partsOf(block)) {
    if (unit.sign !== '' && isLost(item, Y.createID(unit.client, unit.clock))) {
      units.push(unit);
      continue;
    }
    const place = placeOfHeir(unit);
    if (place) end(place);
    before = place ?? before;
  }
  end(null);
  return moves;
}

interface Part {
  readonly item: Y.Item;
  /** The sign is empty if only the id is known. */
  readonly unit: Unit;
}

/** Units of text and nodes in order, including deleted ones. */
function partsOf(block: Y.Item): Part[] {
  const parts: Part[] = [];
  for (let child = typeOf(block)?._start ?? null; child; child = child.right) {
    const text = typeOf(child);
    if (!(text instanceof Y.XmlText)) {
      const isNode = text instanceof Y.XmlElement;
      const unit = isNode ? unitOf(child.id, NODE_SIGN, {}, readNode(text)) : unitOf(child.id, '', {});
      parts.push({ item: child, unit });
      continue;
    }
    let marks: Marks = {};
    for (let item = text._start; item; item = item.right) {
      const { content } = item;
      if (content instanceof Y.ContentFormat) marks = withMark(marks, content.key, content.value);
      else parts.push(...unitsOf(item, marks));
    }
  }
  return parts;
}

function unitsOf(item: Y.Item, marks: Marks): Part[] {
  const { content, id } = item;
  const signs = content instanceof Y.ContentString ? content.str.split('') : [];
  return Array.from({ length: item.length }, (_, at) => ({
    item,
    unit: unitOf({ client: id.client, clock: id.clock + at }, signs[at] ?? '', marks),
  }));
}
