/**
 * Own updates on this device, one database per person: what the log does not have yet, so that it survives the page, the
 * process and the power; and for a day what it has, in case the log is set back.
 */
import {
  openLocalDatabase,
  type LocalDatabase,
  type Loss,
  type StorageProblem,
  type Stored,
} from './local-copy-database.ts';
import {
  ACKED,
  BY_ACK,
  createStores,
  FACTS,
  HEARD,
  heardKeysOf,
  keysOf,
  UNSENT,
  type KeptHeard,
  type KeptUpdate,
  type OwnRow,
  type SessionKey,
} from './kept-update.ts';
import { openWriteQueue, type WriteQueue } from './local-copy-writes.ts';
import type { HeardSession } from '../../yjs-supabase/index.ts';

export interface LocalCopy {
  /** The database is open: what it said it keeps, it keeps. */
  readonly isOpen: boolean;
  /** What was wrong when something was last to be written; null when it was written. */
  readonly problem: StorageProblem | null;
  /**
   * Resolves once the update would survive a power cut, or with the reason why it would not; or when a later write of it
   * takes its place, which says that for itself.
   */
  put(updates: readonly KeptUpdate[]): Promise<Stored<undefined>>;
  /** The log has them. */
  acknowledge(updates: readonly KeptUpdate[]): Promise<Stored<undefined>>;
  /** The log has lost the session's updates after a counter: they count as unsent again. */
  recall(session: SessionKey, after: number): Promise<Stored<undefined>>;
  /** The server will not take what is unsent of the session; null takes that back. */
  refuse(session: SessionKey, code: string | null, displaced?: string): Promise<Stored<undefined>>;
  /** Deletes what is unsent of the session. */
  discard(session: SessionKey): Promise<Stored<undefined>>;
  /** Everything unsent, oldest counter first within a session. */
  listUnsent(): Promise<Stored<readonly KeptUpdate[]>>;
  /** The newest acknowledged update of each session. */
  listAcked(): Promise<Stored<readonly KeptUpdate[]>>;
  /** Kept no later than the next updates that are `put`. */
  putHeard(heard: readonly KeptHeard[]): Promise<Stored<undefined>>;
  forgetHeard(of: HeardSession, upTo: number): Promise<Stored<undefined>>;
  /** By session, in the order of the counters. */
  listHeard(): Promise<Stored<readonly KeptHeard[]>>;
  /** Deletes what was acknowledged, or heard, longer ago than a day. */
  sweep(): Promise<Stored<undefined>>;
  readFact(name: string): Promise<Stored<unknown>>;
  writeFact(name: string, value: unknown): Promise<Stored<undefined>>;
  /** Called when the database was closed or deleted under us. Rows may be gone. */
  onLost(listener: (loss: Loss) => void): () => void;
  /** Called after what is unsent changed from here other than by `put`. */
  subscribe(listener: () => void): () => void;
  /** Deletes everything. */
  destroy(): Promise<Stored<undefined>>;
  close(): void;
}

export interface LocalCopyOptions {
  readonly userId: string;
  readonly factory: IDBFactory;
  readonly nowMs?: () => number;
  readonly openLimitMs?: number;
  readonly transactionLimitMs?: number;
}

const KEPT_AFTER_ACK_MS = 24 * 60 * 60 * 1000;
const VERSION = 2;

export function openLocalCopy(options: LocalCopyOptions): LocalCopy {
  const { userId, factory, nowMs = () => Date.now(), ...limits } = options;
  const losses = new Set<(loss: Loss) => void>();
  const listeners = new Set<() => void>();
  const database = openLocalDatabase({
    name: `spolu-${userId}`,
    version: VERSION,
    factory,
    create: createStores,
    onLost: (loss) => {
      for (const listener of losses) listener(loss);
    },
    ...limits,
  });

  const writes = openWriteQueue(database);

  /** A change that others may want to show. */
  async function change(...write: Parameters<WriteQueue['write']>): Promise<Stored<undefined>> {
    const outcome = await writes.write(...write);
    for (const listener of listeners) listener();
    return outcome;
  }

  return {
    get isOpen() {
      return database.isOpen;
    },
    get problem() {
      return writes.problem;
    },
    put: (updates) => writes.write(updates),
    acknowledge: (updates) => {
      const ackedAtMs = nowMs();
      return change(updates.map((update) => ({ ...update, [BY_ACK]: ackedAtMs })));
    },
    recall: (session, after) => change((transaction) => recall(transaction, keysOf(session, after)), true),
    refuse: (session, code, displaced) =>
      change((transaction) => {
        eachRow(transaction.objectStore(UNSENT), keysOf(session), (cursor, row) => {
          const { refused: _refused, displaced: _displaced, ...rest } = row;
          const words = displaced === undefined ? {} : { displaced };
          cursor.update(code === null ? rest : { ...rest, refused: code, ...words });
        });
      }, true),
    discard: (session) =>
      change((transaction) => {
        transaction.objectStore(UNSENT).delete(keysOf(session));
      }),
    listUnsent: async () => {
      // What was written before a question belongs to its answer.
      await writes.settled();
      return database.run(
        'read',
        (transaction) => transaction.objectStore(UNSENT).getAll() as IDBRequest<KeptUpdate[]>,
      );
    },
    listAcked: () => readTips(database),
    putHeard: (heard) =>
      writes.write((transaction) => {
        for (const each of heard) transaction.objectStore(HEARD).put(each);
      }),
    forgetHeard: (of, upTo) =>
      writes.write((transaction) => void transaction.objectStore(HEARD).delete(heardKeysOf(of, upTo))),
    listHeard: async () => {
      await writes.settled();
      return database.run(
        'read',
        (transaction) => transaction.objectStore(HEARD).getAll() as IDBRequest<KeptHeard[]>,
      );
    },
    sweep: () =>
      writes.write((transaction) => {
        const old = IDBKeyRange.upperBound(nowMs() - KEPT_AFTER_ACK_MS);
        const request = transaction.objectStore(ACKED).index(BY_ACK).openCursor(old);
        request.onsuccess = () => {
          request.result?.delete();
          request.result?.continue();
        };
        const heard = transaction.objectStore(HEARD).openCursor();
        heard.onsuccess = () => {
          const cursor = heard.result;
          if (cursor && (cursor.value as KeptHeard).atMs < nowMs() - KEPT_AFTER_ACK_MS) cursor.delete();
          cursor?.continue();
        };
      }, true),
    readFact: (name) =>
      database.run('read', (transaction) => transaction.objectStore(FACTS).get(name) as IDBRequest<unknown>),
    writeFact: (name, value) =>
      writes.write((transaction) => void transaction.objectStore(FACTS).put(value, name)),
    onLost: (listener) => {
      losses.add(listener);
      return () => losses.delete(listener);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    destroy: () => database.destroy(),
    close: () => database.close(),
  };
}

function eachRow(
  store: IDBObjectStore,
  keys: IDBKeyRange,
  visit: (cursor: IDBCursorWithValue, row: OwnRow) => void,
): void {
  const request = store.openCursor(keys);
  request.onsuccess = () => {
    const cursor = request.result;
    if (!cursor) return;
    visit(cursor, cursor.value as OwnRow);
    cursor.continue();
  };
}

function recall(transaction: IDBTransaction, keys: IDBKeyRange): void {
  const unsent = transaction.objectStore(UNSENT);
  eachRow(transaction.objectStore(ACKED), keys, (cursor, row) => {
    const { [BY_ACK]: _, ...rest } = row;
    unsent.put(rest);
    cursor.delete();
  });
}

/** Reads keys, and of the bytes only those of the newest update of each session. */
async function readTips(database: LocalDatabase): Promise<Stored<readonly KeptUpdate[]>> {
  const tips: KeptUpdate[] = [];
  const outcome = await database.run('read', (transaction) => {
    const store = transaction.objectStore(ACKED);
    const request = store.getAllKeys();
    request.onsuccess = () => {
      const newest = new Map(request.result.map((key) => [(key as unknown[]).slice(0, 3).join('/'), key]));
      for (const key of newest.values()) {
        const row = store.get(key);
        row.onsuccess = () => tips.push(row.result as KeptUpdate);
      }
    };
  });
  return outcome.ok ? { ok: true, value: tips } : outcome;
}
