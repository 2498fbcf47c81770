/**
 * The write queue of the copy on this device.
 *
 * A write starts at once, even while others run: the browser completes a started write even if the page hangs or closes, and a
 * busy page is late to see completions. Writes are batched only behind several running ones. Of repeated writes of one update,
 * only the last is performed. A transaction that reads needs the page until it completes, and later ones wait for it; so no
 * write during typing reads.
 */
import { ACKED, BY_ACK, keyOf, nameOf, UNSENT, type OwnRow } from './kept-update.ts';
import type { LocalDatabase, StorageProblem, Stored, TransactionKind } from './local-copy-database.ts';

/** Local updates, or another write. */
type What = readonly OwnRow[] | ((transaction: IDBTransaction) => void);

export interface WriteQueue {
  /** The problem of the last write, or null if it succeeded. */
  readonly problem: StorageProblem | null;
  /** `reads`: the write depends on data that it reads. */
  write(what: What, reads?: boolean): Promise<Stored<undefined>>;
  /** Resolves when no write is queued or running. */
  settled(): Promise<void>;
}

interface Write {
  readonly order: number;
  readonly what: What;
  readonly reads: boolean;
  readonly settle: (outcome: Stored<undefined>) => void;
  /** For unexpected errors. */
  readonly fail: (error: unknown) => void;
}

/** Few enough for a slow disk to finish within the time limit of the last. */
const MAX_UNDER_WAY = 4;
const DONE = { ok: true, value: undefined } as const;

export function openWriteQueue(database: Pick<LocalDatabase, 'run'>): WriteQueue {
  const queue: Write[] = [];
  const underWay = new Set<Promise<void>>();
  /** Order of the newest write of each update that was performed; a retry must not overwrite it with an older one. */
  const applied = new Map<string, number>();
  let lastOrder = 0;
  let problem: StorageProblem | null = null;

  function startNext(): void {
    while (queue.length > 0 && underWay.size < MAX_UNDER_WAY) {
      const other = queue.findIndex(({ reads }) => reads !== queue[0]?.reads);
      const batch = queue.splice(0, other < 0 ? queue.length : other);
      const written = writeBatch(batch).catch((error: unknown) => {
        for (const write of batch) write.fail(error);
      });
      underWay.add(written);
      void written.then(() => {
        underWay.delete(written);
        startNext();
        if (underWay.size === 0) applied.clear();
      });
    }
  }

  async function writeBatch(batch: readonly Write[]): Promise<void> {
    const outcome = await database.run(kindOf(batch), (transaction) => applyAll(batch, transaction));
    if (!outcome.ok && outcome.problem === 'quota' && batch.length > 1) {
      // One by one, so that a row too large for the quota does not fail the small ones.
      for (const write of batch) await writeBatch([write]);
      return;
    }
    problem = outcome.ok ? null : outcome.problem;
    for (const write of batch) write.settle(outcome.ok ? DONE : outcome);
  }

  function applyAll(batch: readonly Write[], transaction: IDBTransaction): void {
    const last = new Map(
      batch.flatMap(({ what, order }) => rowsOf(what).map((row) => [nameOf(row), order] as const)),
    );
    for (const { what, order } of batch) {
      if (typeof what === 'function') what(transaction);
      for (const row of rowsOf(what)) {
        const name = nameOf(row);
        if (last.get(name) !== order || order < (applied.get(name) ?? 0)) continue;
        applied.set(name, order);
        place(row, transaction);
      }
    }
  }

  return {
    get problem() {
      return problem;
    },
    write: (what, reads = false) =>
      new Promise((settle, fail) => {
        queue.push({ order: ++lastOrder, what, reads, settle, fail });
        startNext();
      }),
    settled: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

const rowsOf = (what: What): readonly OwnRow[] => (typeof what === 'function' ? [] : what);

const isAcked = (row: OwnRow): boolean => row[BY_ACK] !== undefined;

function kindOf(batch: readonly Write[]): TransactionKind {
  if (batch.some(({ reads }) => reads)) return 'read-write';
  return batch.every(({ what }) => rowsOf(what).every(isAcked)) ? 'write' : 'strict-write';
}

function place(row: OwnRow, transaction: IDBTransaction): void {
  const unsent = transaction.objectStore(UNSENT);
  if (isAcked(row)) {
    unsent.delete(keyOf(row));
    transaction.objectStore(ACKED).put(row);
  } else unsent.put(row);
}
