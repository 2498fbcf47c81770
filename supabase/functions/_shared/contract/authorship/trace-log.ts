/**
 * Reads from the log who deleted which text, and which text is a copy of another: as its page declared (`heirs.ts`), or as it
 * is found (`find-copies.ts`). The Yjs id of a unit names the client that inserted it; the one that deleted it is only in the
 * log.
 */
import * as Y from 'yjs';
import { applyUpdates } from '../apply-updates.ts';
import { inCausalOrder, type Change, type LoggedUpdate } from './causal-order.ts';
import { deletedItems, itemsSince } from '../lineage/items.ts';
import { findCopies, type Author } from './find-copies.ts';
import { believe, isLost } from './heirs.ts';
import { IdRanges, type Id } from './id-ranges.ts';
import { runSteps } from './run-steps.ts';

export interface Trace {
  /** The client that wrote this unit of the later document, or brought it to its place if it was in the earlier one; null when neither is in the rows. */
  readonly addedBy: (id: Id) => number | null;
  /** The client whose change removed this unit of the earlier document; null when none did. */
  readonly removedBy: (id: Id) => number | null;
  /** Text from before the first row came back, so its writers are unknown without the earlier rows. */
  readonly isShort: boolean;
}

/** The document before the rows: its state, and then rows that are traced too, but changed nothing between the two documents. */
export interface Start {
  readonly state: readonly Uint8Array[];
  readonly rows?: Iterable<LoggedUpdate>;
}

/** Applies the rows after a start, and returns the authors of insertions and deletions. */
export function traceLog(start: Start, rows: Iterable<LoggedUpdate>): Trace {
  return runSteps(traceInSteps(start, rows));
}

/** The same, with a pause for the caller after each row. */
export function* traceInSteps(
  { state, rows: earlier = [] }: Start,
  rows: Iterable<LoggedUpdate>,
): Generator<undefined, Trace> {
  // Two people may copy the same text: the second copy is made from text that is deleted already.
  const doc = new Y.Doc({ gc: false });
  applyUpdates(doc, state);
  const found = new Found();
  let change: Change | null = null;
  doc.on('afterTransaction', (transaction: Y.Transaction) => {
    if (change !== null) found.enter(transaction, change);
  });
  for (change of inCausalOrder(doc, earlier)) {
    applyUpdates(doc, [change.update]);
    yield;
  }
  const known = Y.decodeStateVector(Y.encodeStateVector(doc));
  const gone = Y.createDeleteSetFromStructStore(doc.store);
  const exists = ({ client, clock }: Id): boolean => clock < (known.get(client) ?? 0);
  const wasThere = (id: Id): boolean => exists(id) && !Y.isDeleted(gone, Y.createID(id.client, id.clock));
  found.start(wasThere);
  for (change of inCausalOrder(doc, rows)) {
    applyUpdates(doc, [change.update]);
    yield;
  }
  doc.destroy();

  return {
    addedBy: (id) => {
      if (wasThere(id)) return null;
      const older = found.originalsOf(id);
      const first = older.at(-1) ?? id;
      return older.some(wasThere) || found.stood(first) ? id.client : first.client;
    },
    removedBy: (id) => found.removerOf(id),
    isShort: found.isShort,
  };
}

/** The change inserts, and deletes text that another had deleted before: a move of it can no longer be recognized. */
function namesLost({ doc, afterState }: Y.Transaction, { client, named }: Change, since: number): boolean {
  if ((afterState.get(client ?? 0) ?? 0) === since) return false;
  return [...named.clients].some(([other, ranges]) => {
    const structs = doc.store.clients.get(other);
    return ranges.some(({ clock }) => {
      const struct =
        structs && clock < Y.getState(doc.store, other) ? structs[Y.findIndexSS(structs, clock)] : null;
      return (struct instanceof Y.Item || struct instanceof Y.GC) && isLost(struct);
    });
  });
}

/** A move may be two updates: the copy, then the deletion. */
const RECENT_MS = 3000;

class Found {
  #deleters = new IdRanges<number | null>();
  readonly #copies = new IdRanges<Id>();
  readonly #originals = new IdRanges<Id>();
  readonly #stillborn = new IdRanges<true>();
  /** First clock and time of each author's last change. */
  readonly #recent = new Map<number, { readonly clock: number; readonly atMs: number }>();
  isShort = false;

  /** First units whose copy was there at the start. Two people may have moved them at the same time. */
  readonly #standing = new Set<string>();

  /** The document is now the one before the rows. */
  start(wasThere: (id: Id) => boolean): void {
    this.#deleters = new IdRanges();
    for (const [copy] of this.#originals.each()) {
      const { client, clock } = this.originalsOf(copy).at(-1)!;
      if (wasThere(copy)) this.#standing.add(`${client}/${clock}`);
    }
  }

  stood({ client, clock }: Id): boolean {
    return this.#standing.has(`${client}/${clock}`);
  }

  enter(transaction: Y.Transaction, change: Change): void {
    const { client, named } = change;
    for (const { id, length } of deletedItems(transaction)) this.#deleters.add(id, length, client);
    if (client === null) return;
    const clock = transaction.beforeState.get(client) ?? 0;
    this.isShort ||= namesLost(transaction, change, clock);
    for (const { id, length, deleted } of itemsSince(transaction.doc, client, clock))
      if (deleted && !Y.isDeleted(named, id)) this.#stillborn.add(id, length, true);
    this.#believe(transaction, change, client, clock);
    for (const [from, to] of findCopies(transaction, this.#author(change, client, clock)))
      if (!this.#originals.find(to)) this.#add(from, to);
  }

  #believe({ doc, afterState }: Y.Transaction, { heirs }: Change, client: number, since: number): void {
    if (!heirs) return;
    const claim = { heirs, client, since, until: afterState.get(client) ?? 0 };
    const { pairs, isShort } = believe(claim, doc.store, (id) => this.#lastCopyOf(id));
    this.isShort ||= isShort;
    for (const [from, to] of pairs) this.#add(from, to);
  }

  #add(from: Id, to: Id): void {
    this.#copies.add(from, 1, to);
    this.#originals.add(to, 1, from);
  }

  #lastCopyOf(id: Id): Id {
    const copy = this.#copies.find(id)?.value;
    return copy ? this.#lastCopyOf(copy) : id;
  }

  #author({ atMs, named }: Change, client: number, clock: number): Author {
    const last = this.#recent.get(client);
    this.#recent.set(client, { clock, atMs });
    const since = last && atMs - last.atMs < RECENT_MS ? Math.min(last.clock, clock) : clock;
    return { client, since, named, copies: this.#copies, stillborn: this.#stillborn };
  }

  /** The units of which this one is a copy, newest first. */
  originalsOf(id: Id): Id[] {
    const original = this.#originals.find(id)?.value;
    return original ? [original, ...this.originalsOf(original)] : [];
  }

  /** The client that deleted the last deleted copy of a chain, or the unit itself if no copy was deleted. */
  removerOf(id: Id): number | null {
    const copy = this.#copies.find(id)?.value;
    if (copy && this.#deleters.find(copy)) return this.removerOf(copy);
    return this.#deleters.find(id)?.value ?? null;
  }
}
