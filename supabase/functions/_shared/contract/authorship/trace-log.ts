/**
 * Reads from the log who deleted which text, and which text is a copy of another (`find-copies.ts`). The Yjs id of a unit
 * names the client that inserted it; the one that deleted it is only in the log.
 */
import * as Y from 'yjs';
import { applyUpdates } from '../apply-updates.ts';
import { inCausalOrder, type Change, type LoggedUpdate } from './causal-order.ts';
import { deletedItems, itemsSince } from '../lineage/items.ts';
import { findCopies, type Author } from './find-copies.ts';
import { IdRanges, type Id } from './id-ranges.ts';
import { runSteps } from './run-steps.ts';

export interface Trace {
  /** The client whose change added this unit of the later document; null when none did. */
  readonly addedBy: (id: Id) => number | null;
  /** The client whose change removed this unit of the earlier document; null when none did. */
  readonly removedBy: (id: Id) => number | null;
}

/** Applies the rows after the state `before`, and returns the authors of insertions and deletions. */
export function traceLog(before: readonly Uint8Array[], rows: Iterable<LoggedUpdate>): Trace {
  return runSteps(traceInSteps(before, rows));
}

/** The same, with a pause for the caller after each row. */
export function* traceInSteps(
  before: readonly Uint8Array[],
  rows: Iterable<LoggedUpdate>,
): Generator<undefined, Trace> {
  // Two people may copy the same text: the second copy is made from text that is deleted already.
  const doc = new Y.Doc({ gc: false });
  applyUpdates(doc, before);
  const known = Y.decodeStateVector(Y.encodeStateVector(doc));
  const found = new Found();
  let change: Change | null = null;
  doc.on('afterTransaction', (transaction: Y.Transaction) => {
    if (change !== null) found.enter(transaction, change);
  });
  for (change of inCausalOrder(doc, rows)) {
    applyUpdates(doc, [change.update]);
    yield;
  }
  doc.destroy();

  const wasThere = ({ client, clock }: Id): boolean => clock < (known.get(client) ?? 0);
  return {
    addedBy: (id) => {
      if (wasThere(id)) return null;
      const original = found.originalOf(id);
      return (wasThere(original) ? id : original).client;
    },
    removedBy: (id) => found.removerOf(id),
  };
}

/** A move may be two updates: the copy, then the deletion. */
const RECENT_MS = 3000;

class Found {
  readonly #deleters = new IdRanges<number | null>();
  readonly #copies = new IdRanges<Id>();
  readonly #originals = new IdRanges<Id>();
  readonly #stillborn = new IdRanges<true>();
  /** First clock and time of each author's last change. */
  readonly #recent = new Map<number, { readonly clock: number; readonly atMs: number }>();

  enter(transaction: Y.Transaction, change: Change): void {
    const { client, named } = change;
    for (const { id, length } of deletedItems(transaction)) this.#deleters.add(id, length, client);
    if (client === null) return;
    const clock = transaction.beforeState.get(client) ?? 0;
    for (const { id, length, deleted } of itemsSince(transaction.doc, client, clock))
      if (deleted && !Y.isDeleted(named, id)) this.#stillborn.add(id, length, true);
    for (const [from, to] of findCopies(transaction, this.#author(change, client, clock))) {
      this.#copies.add(from, 1, to);
      this.#originals.add(to, 1, from);
    }
  }

  #author({ atMs, named }: Change, client: number, clock: number): Author {
    const last = this.#recent.get(client);
    this.#recent.set(client, { clock, atMs });
    const since = last && atMs - last.atMs < RECENT_MS ? Math.min(last.clock, clock) : clock;
    return { client, since, named, copies: this.#copies, stillborn: this.#stillborn };
  }

  /** The first of a chain of copies. */
  originalOf(id: Id): Id {
    const original = this.#originals.find(id)?.value;
    return original ? this.originalOf(original) : id;
  }

  /** The client that deleted the last deleted copy of a chain, or the unit itself if no copy was deleted. */
  removerOf(id: Id): number | null {
    const copy = this.#copies.find(id)?.value;
    if (copy && this.#deleters.find(copy)) return this.removerOf(copy);
    return this.#deleters.find(id)?.value ?? null;
  }
}
