/**
 * Heirs: which units of a local change continue units that are deleted, because an undo, a redo or the host inserts them again.
 * They go to the log with the update (PROTOCOL.md, S30), so that a history can tell who wrote text that came back.
 *
 * As text: for each range its first new clock, the client and first clock that it continues, and its length, as decimal
 * numbers separated by spaces. The new units belong to the client of the update.
 */
import { findIndexSS, getState, Item, UndoManager, type Doc, type Transaction } from 'yjs';
import { MAX_HEIRS_CHARS } from '../core/outbox.ts';

/** A unit of a document: a Yjs client and one of its clocks. */
export interface UnitId {
  readonly client: number;
  readonly clock: number;
}

/** `length` units from `clock` on, of the document's own client, continue as many units from `from` on. */
export interface HeirRange {
  readonly clock: number;
  readonly from: UnitId;
  readonly length: number;
}

const DECLARED = Symbol('heirs');

/** Declares heirs of the units that a local transaction inserts, before it ends. Undo and redo by Yjs declare theirs. */
export function declareHeirs({ meta }: Transaction, ranges: readonly HeirRange[]): void {
  const before = (meta.get(DECLARED) ?? []) as readonly HeirRange[];
  meta.set(DECLARED, [...before, ...ranges]);
}

/** The heirs of a local transaction, as text; '' for none. As many as an update may have; the log finds the others by itself. */
export function writeHeirs(transaction: Transaction): string {
  const declared = (transaction.meta.get(DECLARED) ?? []) as readonly HeirRange[];
  const { origin } = transaction as { readonly origin: unknown };
  const undone = origin instanceof UndoManager ? heirsOfStep(origin, transaction) : [];
  let text = '';
  for (const { clock, from, length } of join([...declared, ...undone])) {
    const more = `${text === '' ? '' : ' '}${clock} ${from.client} ${from.clock} ${length}`;
    if (text.length + more.length > MAX_HEIRS_CHARS) return text;
    text += more;
  }
  return text;
}

/** Yjs notes in each item that an undo or a redo inserted again which item that is. */
function heirsOfStep({ currStackItem }: UndoManager, { doc, beforeState }: Transaction): HeirRange[] {
  const since = beforeState.get(doc.clientID) ?? 0;
  return [...(currStackItem?.deletions.clients ?? [])].flatMap(([client, ranges]) =>
    ranges.flatMap(({ clock, len }) =>
      itemsOf(doc, client, clock, clock + len).flatMap(({ id, length, redone }): HeirRange[] => {
        const isNew = redone?.client === doc.clientID && redone.clock >= since;
        return isNew ? [{ clock: redone.clock, from: id, length }] : [];
      }),
    ),
  );
}

/** Items with content, except attributes. */
function itemsOf({ store }: Doc, client: number, from: number, to: number): Item[] {
  const structs = store.clients.get(client);
  if (!structs || from >= getState(store, client)) return [];
  const items: Item[] = [];
  for (let at = findIndexSS(structs, from); at < structs.length; at += 1) {
    const struct = structs[at]!;
    if (struct.id.clock >= to) break;
    if (struct instanceof Item && struct.countable && struct.parentSub === null) items.push(struct);
  }
  return items;
}

/** In the order of the new units, adjacent ranges as one. */
function join(ranges: readonly HeirRange[]): HeirRange[] {
  const joined: HeirRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.clock - b.clock)) {
    const last = joined.at(-1);
    const goesOn =
      last?.from.client === range.from.client &&
      last.from.clock + last.length === range.from.clock &&
      last.clock + last.length === range.clock;
    if (goesOn) joined[joined.length - 1] = { ...last, length: last.length + range.length };
    else joined.push(range);
  }
  return joined;
}
