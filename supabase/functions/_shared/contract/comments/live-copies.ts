/** Copies of units that were seen, as they are found by the fold of a log or by an open page. */
import * as Y from 'yjs';
import { IdRanges, type Id } from '../authorship/id-ranges.ts';
import type { UnitRange } from './unit-ranges.ts';

export type Pair = readonly [from: Id, to: Id];

/**
 * Grows only. The copies of a unit are a line: two people may move the same text at once, and then the second copy is there if
 * the first one goes.
 */
export class LiveCopies {
  readonly #next = new IdRanges<Id>();
  readonly #before = new IdRanges<Id>();

  /** A unit is the copy of one other. */
  add(pairs: readonly Pair[]): void {
    const added: Pair[] = [];
    const taken = new Set<string>();
    for (const [from, to] of pairs) {
      const end = this.#endOf(from);
      const isNew =
        !this.isCopy(to) && !isSame(this.#endOf(to), end) && !taken.has(`${to.client}/${to.clock}`);
      if (!isNew || taken.has(`${end.client}/${end.clock}`)) continue;
      taken.add(`${to.client}/${to.clock}`).add(`${end.client}/${end.clock}`);
      added.push([end, to]);
    }
    for (let at = 0; at < added.length;) {
      const [from, to] = added[at]!;
      let length = 1;
      while (isNext(added[at + length], from, to, length)) length += 1;
      this.#next.add(from, length, to);
      this.#before.add(to, length, from);
      at += length;
    }
  }

  isCopy(id: Id): boolean {
    return this.#before.find(id) !== null;
  }

  /** The unit that this one continues, or the unit itself. */
  firstOf(id: Id): Id {
    let first = id;
    for (let found = this.#before.find(id); found; found = this.#before.find(first))
      first = past(found.value, found.at);
    return first;
  }

  /** The unit itself or the first of its copies that lives; if none does, the last one. */
  heirOf(id: Id, isLiving: (id: Id) => boolean): Id {
    let heir = id;
    for (let next: Id | null = id; next && !isLiving(heir); next = this.nextOf(next)) heir = next;
    return heir;
  }

  nextOf(id: Id): Id | null {
    const found = this.#next.find(id);
    return found && past(found.value, found.at);
  }

  #endOf(id: Id): Id {
    return this.heirOf(id, () => false);
  }
}

export const past = ({ client, clock }: Id, length: number): Id => ({ client, clock: clock + length });

const isSame = (one: Id, other: Id): boolean => one.client === other.client && one.clock === other.clock;

const isNext = (pair: Pair | undefined, from: Id, to: Id, length: number): boolean =>
  pair !== undefined && isSame(pair[0], past(from, length)) && isSame(pair[1], past(to, length));

/** The item of a unit; null for one that the document does not have, or of which only the length is left. */
export function itemAt({ store }: Y.Doc, { client, clock }: Id): Y.Item | null {
  const structs = store.clients.get(client);
  if (!structs || clock >= Y.getState(store, client)) return null;
  const struct = structs[Y.findIndexSS(structs, clock)];
  return struct instanceof Y.Item ? struct : null;
}

/** A fold, or a thread, may name text that this document has not received yet. */
export const hasArrived = ({ store }: Y.Doc, units: readonly UnitRange[]): boolean =>
  units.every(({ client, clock, length }) => clock + length <= Y.getState(store, client));

export const lives = (doc: Y.Doc, id: Id): boolean => itemAt(doc, id)?.deleted === false;
