/** Yjs ids: a client and one of its clocks. A range is a number of consecutive clocks of one client. */
export interface Id {
  readonly client: number;
  readonly clock: number;
}

interface Entry<T> {
  readonly clock: number;
  readonly length: number;
  readonly value: T;
  /** Start of this entry within the added range. */
  readonly offset: number;
}

/** Maps ranges of ids to values. Where ranges overlap, the earlier entry wins. */
export class IdRanges<T> {
  readonly #clients = new Map<number, Entry<T>[]>();

  add({ client, clock }: Id, length: number, value: T): void {
    const entries = this.#clients.get(client) ?? [];
    this.#clients.set(client, entries);
    const end = clock + length;
    let at = findEnd(entries, clock);
    for (let from = clock; from < end; at += 1) {
      const next = entries[at];
      const to = Math.min(end, next?.clock ?? end);
      if (to > from) entries.splice(at++, 0, { clock: from, length: to - from, value, offset: from - clock });
      from = next ? Math.max(to, next.clock + next.length) : end;
    }
  }

  /** Each id with its value. */
  *each(): Generator<readonly [Id, T]> {
    for (const [client, entries] of this.#clients)
      for (const { clock, length, value } of entries)
        for (let at = 0; at < length; at += 1) yield [{ client, clock: clock + at }, value];
  }

  /** The value of the range with this id, and the place of the id in that range. */
  find({ client, clock }: Id): { readonly value: T; readonly at: number } | null {
    const entries = this.#clients.get(client) ?? [];
    const entry = entries[findEnd(entries, clock)];
    if (!entry || entry.clock > clock) return null;
    return { value: entry.value, at: entry.offset + clock - entry.clock };
  }
}

/** The place of the first entry that ends after a clock. */
function findEnd(entries: readonly Entry<unknown>[], clock: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { clock: from, length } = entries[middle]!;
    if (from + length > clock) high = middle;
    else low = middle + 1;
  }
  return low;
}
