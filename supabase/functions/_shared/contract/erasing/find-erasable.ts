/**
 * Finds in a log what has to be erased with a text: each place at which it was ever visible, its copies there, which splits, moves,
 * undos and restores insert under new ids, and the addresses and attributes on it or with it.
 */
import * as Y from 'yjs';
import { applyUpdates } from '../apply-updates.ts';
import { inCausalOrder, type Change, type LoggedUpdate } from '../authorship/causal-order.ts';
import { FoundCopies } from '../authorship/found-copies.ts';
import { IdRanges, type Id } from '../authorship/id-ranges.ts';
import { itemsSince } from '../lineage/items.ts';
import type { IdRange } from './erase-content.ts';

export interface Erasable {
  /** The ids that are deleted at the end of the log. */
  readonly ranges: readonly IdRange[];
  /** Some of the text is still in the document. */
  readonly isShown: boolean;
}

/** From all rows of a log. Pauses for the caller after each row. */
export function* findErasable(
  rows: Iterable<LoggedUpdate>,
  texts: readonly string[],
): Generator<undefined, Erasable> {
  const doc = new Y.Doc({ gc: false });
  const found = new FoundCopies();
  const ids = new IdRanges<true>();
  let change: Change | null = null;
  doc.on('afterTransaction', (transaction: Y.Transaction) => {
    if (change !== null) found.enter(transaction, change);
    for (const type of changedTypes(transaction))
      for (const id of findVisible(type, texts)) ids.add(id, 1, true);
  });
  for (change of inCausalOrder(doc, rows)) {
    applyUpdates(doc, [change.update]);
    yield;
  }
  const items = [...doc.store.clients.values()].flat().filter((struct) => struct instanceof Y.Item);
  addCopies(items, found, ids);
  const erasable = takeDeleted(items, ids, texts);
  doc.destroy();
  return erasable;
}

/** Also the types that the transaction inserted, which Yjs does not count as changed. */
function changedTypes({
  doc,
  changed,
  beforeState,
  afterState,
}: Y.Transaction): Set<Y.AbstractType<unknown>> {
  const types = new Set(changed.keys()) as Set<Y.AbstractType<unknown>>;
  for (const [client, end] of afterState) {
    const before = beforeState.get(client) ?? 0;
    if (before === end) continue;
    for (const { parent } of itemsSince(doc, client, before))
      if (parent instanceof Y.AbstractType) types.add(parent as Y.AbstractType<unknown>);
  }
  return types;
}

/** The characters of the texts, where they are visible now. */
function findVisible(type: Y.AbstractType<unknown>, texts: readonly string[]): readonly Id[] {
  const units: Id[] = [];
  let visible = '';
  for (let item = type._start; item !== null; item = item.right) {
    if (item.deleted || !(item.content instanceof Y.ContentString)) continue;
    visible += item.content.str;
    units.push(...idsOf(item));
  }
  return texts.flatMap((text) => {
    const found: Id[] = [];
    for (let at = visible.indexOf(text); at >= 0; at = visible.indexOf(text, at + 1))
      found.push(...units.slice(at, at + text.length));
    return found;
  });
}

const idsOf = ({ id: { client, clock }, length }: Y.Item): readonly Id[] =>
  Array.from({ length }, (_, at) => ({ client, clock: clock + at }));

/** Two people may have moved the same text at once, so that it has several copies. */
function addCopies(items: readonly Y.Item[], found: FoundCopies, ids: IdRanges<true>): void {
  const firstOf = (id: Id): Id => found.originalsOf(id).at(-1) ?? id;
  const firsts = new IdRanges<true>();
  for (const [id] of ids.each()) firsts.add(firstOf(id), 1, true);
  for (const item of items)
    if (item.content instanceof Y.ContentString)
      for (const id of idsOf(item)) if (firsts.find(firstOf(id)) !== null) ids.add(id, 1, true);
}

function takeDeleted(items: readonly Y.Item[], ids: IdRanges<true>, texts: readonly string[]): Erasable {
  const ranges: IdRange[] = [];
  const besides = new Set<Y.Item>();
  let isShown = false;
  for (const item of items) {
    const { content } = item;
    if (content instanceof Y.ContentType) {
      const values = valuesOf(content.type);
      const having = values.filter((value) => hasText(value.content, texts));
      if (having.some((value) => !value.deleted)) isShown = true;
      if (having.length > 0) for (const value of values) besides.add(value);
      continue;
    }
    const own = idsOf(item).filter((id) => ids.find(id) !== null);
    if (own.length > 0) for (const mark of marksOn(item)) besides.add(mark);
    if (content instanceof Y.ContentFormat && hasText(content, texts)) besides.add(item);
    if (own.length > 0 && !item.deleted) isShown = true;
    if (item.deleted) for (const id of own) ranges.push({ ...id, length: 1 });
  }
  // A mark that is not deleted may have no text left to format.
  for (const { id, length, deleted, content } of besides)
    if (deleted || content instanceof Y.ContentFormat)
      ranges.push({ client: id.client, clock: id.clock, length });
  return { ranges: joinRanges(ranges), isShown };
}

/** Marks of which the text takes an address or another value. */
function marksOn(item: Y.Item): readonly Y.Item[] {
  const marks = new Map<string, Y.Item[]>();
  for (let before = item.left; before !== null; before = before.left) {
    const { content } = before;
    if (!(content instanceof Y.ContentFormat)) continue;
    const nearer = marks.get(content.key) ?? [];
    // The nearest one that is not deleted is the last that formats the text.
    if (nearer.at(-1)?.deleted !== false) marks.set(content.key, [...nearer, before]);
  }
  return [...marks.values()].flat().filter(({ content }) => hasValue(content));
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

/** A value that contains the text, such as an address or a formula. */
function hasText(content: Y.Item['content'], texts: readonly string[]): boolean {
  if (content instanceof Y.ContentString || content instanceof Y.ContentType) return false;
  const value = content instanceof Y.ContentFormat ? content.value : content.getContent();
  const json = JSON.stringify(value);
  return texts.some((text) => json.includes(JSON.stringify(text).slice(1, -1)));
}

function joinRanges(ranges: readonly IdRange[]): readonly IdRange[] {
  const joined: IdRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.client - b.client || a.clock - b.clock)) {
    const last = joined.at(-1);
    if (last?.client === range.client && last.clock + last.length === range.clock)
      joined[joined.length - 1] = { ...last, length: last.length + range.length };
    else if (last?.client !== range.client || last.clock + last.length < range.clock) joined.push(range);
  }
  return joined;
}
