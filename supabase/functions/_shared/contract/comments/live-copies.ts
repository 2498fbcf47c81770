/** Copies of units that were seen, as they are found by the fold of a log or by an open page. */
import * as Y from 'yjs';
import { IdRanges, type Id } from '../authorship/id-ranges.ts';

export type Pair = readonly [from: Id, to: Id];

/**
 * Grows only. A unit may have several copies, for example when two people move the same text at once: then the first one that
 * lives is its heir.
 */
export class LiveCopies {
  /** The first copies, the second ones, and so on. */
  readonly #layers: IdRanges<Id>[] = [];

  add(pairs: readonly Pair[]): void {
    for (let at = 0; at < pairs.length;) {
      const [from, to] = pairs[at]!;
      let length = 1;
      while (isNext(pairs[at + length], from, to, length)) length += 1;
      this.#put(0, from, to, length);
      at += length;
    }
  }

  /** The first copy of each unit. */
  get first(): IdRanges<Id> {
    return (this.#layers[0] ??= new IdRanges());
  }

  #put(number: number, from: Id, to: Id, length: number): void {
    const layer = (this.#layers[number] ??= new IdRanges());
    for (let at = 0; at < length; at += 1) {
      const found = layer.find(past(from, at));
      if (found && !isSame(past(found.value, found.at), past(to, at)))
        this.#put(number + 1, past(from, at), past(to, at), 1);
    }
    layer.add(from, length, to);
  }

  /** The oldest first. */
  #copiesOf(id: Id): readonly Id[] {
    const copies: Id[] = [];
    for (const layer of this.#layers) {
      const found = layer.find(id);
      if (!found) break;
      copies.push(past(found.value, found.at));
    }
    return copies;
  }

  /** The unit itself or the first of its copies that lives; if none does, the newest copy. */
  heirOf(id: Id, isLiving: (id: Id) => boolean): Id {
    let newest = id;
    const seen = new Set<string>();
    const waiting = [id];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (isLiving(next)) return next;
      seen.add(`${next.client}/${next.clock}`);
      const copies = this.#copiesOf(next).filter((one) => !seen.has(`${one.client}/${one.clock}`));
      if (copies.length === 0 && waiting.length === 0) newest = next;
      waiting.push(...copies.toReversed());
    }
    return newest;
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

export const lives = (doc: Y.Doc, id: Id): boolean => itemAt(doc, id)?.deleted === false;
