/**
 * Counts how much text was typed and how much is gone, between the versions of a document. Text that was moved, split, joined,
 * restyled, or deleted and brought back in between counts as neither.
 */
import * as Y from 'yjs';
import { applyUpdates } from '../apply-updates.ts';
import { deletedItems, itemsSince } from '../lineage/items.ts';
import { inCausalOrder, type Change, type LoggedUpdate } from './causal-order.ts';
import { FoundCopies } from './found-copies.ts';
import { IdRanges, type Id } from './id-ranges.ts';

/** UTF-16 units, those of the title included. */
export interface Amount {
  readonly typed: number;
  readonly gone: number;
}

export interface Counted {
  readonly rows: readonly (LoggedUpdate & { readonly seq: number })[];
  /** The document before the first row, as Yjs updates. */
  readonly state: readonly Uint8Array[];
  /** Seqs of versions in ascending order. An amount is of the rows after one seq up to the next. */
  readonly ends: readonly number[];
}

/** The amount of each version, by its seq. Pauses for the caller after each row. */
export function* countUnits({
  rows,
  state,
  ends,
}: Counted): Generator<undefined, ReadonlyMap<number, Amount>> {
  const doc = new Y.Doc({ gc: false });
  applyUpdates(doc, state);
  const count = new Count(doc);
  let change: Change | null = null;
  doc.on('afterTransaction', (transaction: Y.Transaction) => {
    if (change !== null) count.enter(transaction, change);
  });
  const amounts = new Map<number, Amount>();
  let next = 0;
  for (const end of ends) {
    const first = next;
    while (next < rows.length && rows[next]!.seq <= end) next += 1;
    for (change of inCausalOrder(doc, rows.slice(first, next))) {
      applyUpdates(doc, [change.update]);
      yield;
    }
    amounts.set(end, count.take());
  }
  doc.destroy();
  return amounts;
}

class Count {
  readonly #doc: Y.Doc;
  readonly #found = new FoundCopies();
  /** Clocks at the start of the version. */
  #start: ReadonlyMap<number, number>;
  /** Text that was there at the start and was deleted since. */
  #deleted: Range[] = [];
  #isDeleted = new IdRanges<true>();

  constructor(doc: Y.Doc) {
    this.#doc = doc;
    this.#start = clocksOf(doc);
  }

  enter(transaction: Y.Transaction, change: Change): void {
    this.#found.enter(transaction, change);
    for (const { id, length, content } of deletedItems(transaction)) {
      if (!(content instanceof Y.ContentString)) continue;
      const known = Math.min(length, (this.#start.get(id.client) ?? 0) - id.clock);
      if (known <= 0) continue;
      this.#deleted.push({ client: id.client, clock: id.clock, length: known });
      this.#isDeleted.add(id, known, true);
    }
  }

  /** The amount since the last call. */
  take(): Amount {
    let [typed, gone] = [0, 0];
    const back = new Set<string>();
    for (const { unit, isLiving } of this.#inserted()) {
      const first = this.#found.originalsOf(unit).at(-1);
      if (first === undefined) {
        typed += 1;
        if (!isLiving && !this.#lives(unit)) gone += 1;
      } else if (isLiving && this.#existed(first) && !this.#lived(first))
        back.add(`${first.client}/${first.clock}`);
    }
    for (const { client, clock, length } of this.#deleted)
      for (let at = clock; at < clock + length; at += 1) {
        const unit = { client, clock: at };
        if (!this.#lives(this.#found.originalsOf(unit).at(-1) ?? unit)) gone += 1;
      }
    this.#start = clocksOf(this.#doc);
    this.#deleted = [];
    this.#isDeleted = new IdRanges();
    return { typed: typed + back.size, gone };
  }

  /** The units of text that were inserted since the start. */
  *#inserted(): Generator<{ readonly unit: Id; readonly isLiving: boolean }> {
    for (const client of this.#doc.store.clients.keys()) {
      const start = this.#start.get(client) ?? 0;
      for (const { id, length, content, deleted } of itemsSince(this.#doc, client, start))
        if (content instanceof Y.ContentString)
          for (let clock = Math.max(id.clock, start); clock < id.clock + length; clock += 1)
            yield { unit: { client, clock }, isLiving: !deleted };
    }
  }

  #existed({ client, clock }: Id): boolean {
    return clock < (this.#start.get(client) ?? 0);
  }

  /** Whether the unit or a copy of it is there now. */
  #lives(first: Id): boolean {
    return [first, ...this.#found.copiesOf(first)].some((one) => !this.#isGone(one));
  }

  /** Whether the unit or a copy of it was there at the start. */
  #lived(first: Id): boolean {
    return [first, ...this.#found.copiesOf(first)].some(
      (one) => this.#existed(one) && (!this.#isGone(one) || this.#isDeleted.find(one) !== null),
    );
  }

  #isGone({ client, clock }: Id): boolean {
    return Y.getItem(this.#doc.store, Y.createID(client, clock)).deleted;
  }
}

interface Range extends Id {
  readonly length: number;
}

const clocksOf = (doc: Y.Doc): ReadonlyMap<number, number> => Y.decodeStateVector(Y.encodeStateVector(doc));
