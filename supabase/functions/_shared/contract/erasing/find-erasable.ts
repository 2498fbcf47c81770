/**
 * Finds what has to be erased with a text that was chosen in the history: its copies, which splits, moves, undos and restores
 * insert under new ids, equal text that was deleted elsewhere, and the addresses and attributes on it.
 */
import * as Y from 'yjs';
import { applyUpdates } from '../apply-updates.ts';
import { inCausalOrder, type Change, type LoggedUpdate } from '../authorship/causal-order.ts';
import { FoundCopies } from '../authorship/found-copies.ts';
import { IdRanges, type Id } from '../authorship/id-ranges.ts';
import { isIn, type IdRange } from './erase-content.ts';

export interface Erasable {
  readonly ranges: readonly IdRange[];
  /** The chosen text, as it was. */
  readonly text: string;
  /** Some of it is still in the document. */
  readonly isShown: boolean;
}

/** Shorter text is not searched for elsewhere: it would be part of other words. */
const SEARCHED_LENGTH = 4;

/** From all rows of a log. Pauses for the caller after each row. */
export function* findErasable(
  rows: Iterable<LoggedUpdate>,
  chosen: readonly IdRange[],
): Generator<undefined, Erasable> {
  const doc = new Y.Doc({ gc: false });
  const found = new FoundCopies();
  let change: Change | null = null;
  doc.on('afterTransaction', (transaction: Y.Transaction) => {
    if (change !== null) found.enter(transaction, change);
  });
  for (change of inCausalOrder(doc, rows)) {
    applyUpdates(doc, [change.update]);
    yield;
  }
  const ids = new IdRanges<true>();
  const texts = listTexts(doc);
  const elements = itemsOf(doc).filter(({ content }) => content instanceof Y.ContentType);
  addWithCopies(chosen, [...texts.flat(), ...elements.map(({ id }) => id)], found, ids);
  const pieces = texts.flatMap((units) => readPieces(units, isIn(chosen)));
  for (const piece of pieces) if (piece.length >= SEARCHED_LENGTH) addEqual(texts, piece, ids);
  const { isShown, besides } = readItems(doc, ids);
  for (const { id, length } of besides) ids.add(id, length, true);
  doc.destroy();
  const isElement = isIn(elements.map(({ id }) => ({ client: id.client, clock: id.clock, length: 1 })));
  return { ranges: toRanges(ids, isElement), text: pieces.join('\n'), isShown };
}

/** Two people may have moved the same text at once, so that it has several copies. */
function addWithCopies(
  chosen: readonly IdRange[],
  all: readonly Id[],
  found: FoundCopies,
  ids: IdRanges<true>,
): void {
  const firstOf = (id: Id): Id => found.originalsOf(id).at(-1) ?? id;
  const firsts = new IdRanges<true>();
  for (const range of chosen) {
    ids.add(range, range.length, true);
    for (let at = 0; at < range.length; at += 1)
      firsts.add(firstOf({ client: range.client, clock: range.clock + at }), 1, true);
  }
  for (const unit of all) if (firsts.find(firstOf(unit)) !== null) ids.add(unit, 1, true);
}

/** A character of a text, visible or not, in the order of the text. */
interface Unit extends Id {
  readonly sign: string;
  readonly isDeleted: boolean;
}

function listTexts(doc: Y.Doc): readonly (readonly Unit[])[] {
  const parents = new Set<Y.AbstractType<unknown>>();
  for (const item of itemsOf(doc))
    if (item.content instanceof Y.ContentString && item.parent instanceof Y.AbstractType)
      parents.add(item.parent as Y.AbstractType<unknown>);
  return [...parents].map((parent) => {
    const units: Unit[] = [];
    for (let item = parent._start; item !== null; item = item.right) {
      if (!(item.content instanceof Y.ContentString)) continue;
      const { client, clock } = item.id;
      for (const [at, sign] of item.content.str.split('').entries())
        units.push({ client, clock: clock + at, sign, isDeleted: item.deleted });
    }
    return units;
  });
}

const itemsOf = ({ store }: Y.Doc): readonly Y.Item[] =>
  [...store.clients.values()].flatMap((structs) => structs.filter((struct) => struct instanceof Y.Item));

/** The chosen text of one block; text that others deleted between is no part of it. */
function readPieces(units: readonly Unit[], isChosen: (id: Id) => boolean): readonly string[] {
  const text = units
    .filter(isChosen)
    .map(({ sign }) => sign)
    .join('');
  return text === '' ? [] : [text];
}

/** Adds deleted text that reads the same. */
function addEqual(texts: readonly (readonly Unit[])[], piece: string, ids: IdRanges<true>): void {
  for (const units of texts) {
    const deleted = units.filter(({ isDeleted }) => isDeleted);
    const text = deleted.map(({ sign }) => sign).join('');
    for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1))
      for (const unit of deleted.slice(at, at + piece.length)) ids.add(unit, 1, true);
  }
}

/** Whether some of the ids are visible; and the items that belong to them: marks with values, and attributes of nodes. */
function readItems(
  doc: Y.Doc,
  ids: IdRanges<true>,
): { readonly isShown: boolean; readonly besides: Y.Item[] } {
  const besides = new Set<Y.Item>();
  let isShown = false;
  for (const item of itemsOf(doc)) {
    if (!hasSome(item, ids)) continue;
    if (!item.deleted) isShown = true;
    if (item.content instanceof Y.ContentString) for (const mark of marksOf(item)) besides.add(mark);
    if (item.content instanceof Y.ContentType)
      for (const value of valuesOf(item.content.type)) besides.add(value);
  }
  return { isShown, besides: [...besides] };
}

function hasSome({ id: { client, clock }, length }: Y.Item, ids: IdRanges<true>): boolean {
  for (let at = clock; at < clock + length; at += 1) if (ids.find({ client, clock: at })) return true;
  return false;
}

/** Marks before the text and its end that have a value, such as the address of a link. */
function marksOf(item: Y.Item): readonly Y.Item[] {
  const open = new Map<string, Y.Item[]>();
  for (let before = item.left; before !== null; before = before.left) {
    const { content } = before;
    if (!(content instanceof Y.ContentFormat)) continue;
    const of = open.get(content.key) ?? [];
    // The nearest visible mark of a kind is the last that formats the text.
    if (of.at(-1)?.deleted !== false) open.set(content.key, [...of, before]);
  }
  return [...open.values()].flat().filter(({ content }) => hasValue(content));
}

const hasValue = (content: Y.Item['content']): boolean =>
  content instanceof Y.ContentFormat &&
  (typeof content.value === 'string' ||
    (typeof content.value === 'object' && Object.keys(content.value ?? {}).length > 0));

/** All values that the attributes of a node have had. */
function valuesOf(type: Y.AbstractType<unknown>): readonly Y.Item[] {
  const values: Y.Item[] = [];
  for (const last of type._map.values())
    for (let item: Y.Item | null = last; item !== null; item = item.left) values.push(item);
  return values;
}

/** Elements only have a name, and stay. */
function toRanges(ids: IdRanges<true>, isElement: (id: Id) => boolean): readonly IdRange[] {
  const ranges: IdRange[] = [];
  for (const [{ client, clock }] of ids.each()) {
    if (isElement({ client, clock })) continue;
    const last = ranges.at(-1);
    if (last?.client === client && last.clock + last.length === clock)
      ranges[ranges.length - 1] = { ...last, length: last.length + 1 };
    else ranges.push({ client, clock, length: 1 });
  }
  return ranges;
}
