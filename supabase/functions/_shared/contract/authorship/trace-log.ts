/**
 * Reads from the log who deleted which text, and which text is a copy of another: as its page declared (`heirs.ts`), or as it
 * is found (`find-copies.ts`). The Yjs id of a unit names the client that inserted it; the one that deleted it is only in the
 * log.
 */
import * as Y from 'yjs';
import { applyUpdates } from '../apply-updates.ts';
import { inCausalOrder, type Change, type LoggedUpdate } from './causal-order.ts';
import { FoundCopies } from './found-copies.ts';
import type { Id } from './id-ranges.ts';
import type { Missing } from './placement.ts';
import { runSteps } from './run-steps.ts';

export interface Trace {
  /** The client that wrote this unit of the later document, or brought it to its place if it was in the earlier one; null when neither is in the rows. */
  readonly addedBy: (id: Id) => number | null;
  /** The client whose change removed this unit of the earlier document; null when none did. */
  readonly removedBy: (id: Id) => number | null;
  /** The clients that moved this unit of the later document away from the text it was written between, the first one first. */
  readonly placedBy: (id: Id) => readonly number[];
  /** Text next to which this unit of the later document was written, and that is gone from there: before it, and after it. */
  readonly shortenedBy: (id: Id) => readonly [readonly Missing[], readonly Missing[]];
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
  const found = new FoundCopies();
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
    placedBy: (id) => found.placersOf(id),
    shortenedBy: (id) => found.missingBeside(id),
    isShort: found.isShort,
  };
}
