/**
 * A live update that deletes is applied as a whole (PROTOCOL.md, W11). Yjs would run its deletions at once, while its
 * insertions wait for missing structs. Until then moved text would be gone, and it would not be recognised as moved. Rows of
 * the log do not wait: a part of them may depend on text that is lost for good, and every client shows the rest.
 */
import { decodeUpdate, getState, Item, Skip, type Doc, type ID } from 'yjs';

interface Held {
  readonly bytes: Uint8Array;
  readonly source: 'snapshot' | 'log' | 'live' | 'recalled';
}

export class WholeUpdates<Update extends Held> {
  #held: readonly Update[] = [];

  get isWaiting(): boolean {
    return this.#held.length > 0;
  }

  /** Returns the updates, held ones included, that can be applied now, in this order. */
  take(doc: Doc, updates: readonly Update[]): readonly Update[] {
    const mayWait = this.#held.length > 0 || updates.some(mayHaveToWait);
    if (!mayWait) return updates;
    const clocks = new Map<number, number>();
    const clockOf = (client: number): number => clocks.get(client) ?? getState(doc.store, client);
    const ready: Update[] = [];
    let waiting: readonly Update[] = [...this.#held, ...updates];
    for (let before = -1; before !== ready.length;) {
      before = ready.length;
      waiting = waiting.filter((update) => {
        const ends = readEnds(update, clockOf);
        if (ends === null) return true;
        for (const [client, end] of ends) clocks.set(client, Math.max(end, clockOf(client)));
        ready.push(update);
        return false;
      });
    }
    this.#held = waiting;
    return ready;
  }

  /** Drops all held updates, or some of them. */
  drop(isDropped: (update: Update) => boolean = () => true): void {
    this.#held = this.#held.filter((update) => !isDropped(update));
  }
}

/** An update that deletes nothing ends in 0, its number of deleting clients; a deletion's length is never 0. */
const mayHaveToWait = ({ bytes, source }: Held): boolean => source === 'live' && bytes.at(-1) !== 0;

/** The clocks of the update's clients after it is applied; null when it has to wait. */
function readEnds(
  { bytes, source }: Held,
  clockOf: (client: number) => number,
): ReadonlyMap<number, number> | null {
  const { structs, ds } = decodeUpdate(bytes);
  const ends = new Map<number, number>();
  const endOf = (client: number): number => Math.max(clockOf(client), ends.get(client) ?? 0);
  const isThere = (id: ID | null): boolean => id === null || id.clock < endOf(id.client);
  let isWhole = true;
  for (const struct of structs) {
    const { id, length } = struct;
    const end = endOf(id.client);
    const isGap = id.clock > end || (struct instanceof Skip && id.clock + length > end);
    if (isGap) isWhole = false;
    else ends.set(id.client, Math.max(end, id.clock + length));
  }
  // Structs may depend on others of the same update, of any client.
  const isInPlace = structs.every(
    (struct) =>
      !(struct instanceof Item) ||
      (isThere(struct.origin) &&
        isThere(struct.rightOrigin) &&
        (!isId(struct.parent) || isThere(struct.parent))),
  );
  if (isWhole && isInPlace) return ends;
  // Yjs itself holds the structs of an update that only inserts.
  return ds.clients.size === 0 || source !== 'live' ? new Map() : null;
}

const isId = (parent: unknown): parent is ID =>
  typeof parent === 'object' && parent !== null && 'client' in parent && 'clock' in parent;
