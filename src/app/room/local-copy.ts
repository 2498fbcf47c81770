/**
 * Local updates on this device, one database per user. It keeps updates that are not in the log yet, to survive the end of
 * the page, a crash or a power cut. For a day it also keeps logged updates, in case the log is set back.
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
  UNLOGGED,
  fromStored,
  toStored,
  unloggedKeysOf,
  keysOf,
  UNSENT,
  type KeptUnlogged,
  type StoredUnlogged,
  type KeptUpdate,
  type OwnRow,
  type SessionKey,
} from './kept-update.ts';
import { openWriteQueue, type WriteQueue } from './local-copy-writes.ts';
import type { UnloggedSession } from '#yjs-supabase';

export interface LocalCopy {
  /** The database is open, so the updates that it reported as stored are stored. */
  readonly isOpen: boolean;
  /** The problem of the last write, or null if it succeeded. */
  readonly problem: StorageProblem | null;
  /**
   * Resolves once the updates would survive a power cut, or with the problem. It also resolves when a later write of the same
   * updates replaces this one.
   */
  put(updates: readonly KeptUpdate[]): Promise<Stored<undefined>>;
  /** Marks updates as in the log. */
  acknowledge(updates: readonly KeptUpdate[]): Promise<Stored<undefined>>;
  /** The log has lost the session's updates after a counter: they count as unsent again. */
  recall(session: SessionKey, after: number): Promise<Stored<undefined>>;
  /** Marks the session's unsent updates as rejected by the server; null clears the mark. */
  refuse(session: SessionKey, code: string | null, displaced?: string): Promise<Stored<undefined>>;
  /** Deletes the session's unsent updates. */
  discard(session: SessionKey): Promise<Stored<undefined>>;
  /** All unsent updates, by counter within a session. */
  listUnsent(): Promise<Stored<readonly KeptUpdate[]>>;
  /** The newest acknowledged update of each session. */
  listAcked(): Promise<Stored<readonly KeptUpdate[]>>;
  /** Updates that the log has, acknowledged at or after a time of this device; for a day. */
  listAckedSince(atMs: number): Promise<Stored<readonly KeptUpdate[]>>;
  /** Stored no later than the next updates that are `put`. */
  putUnlogged(unlogged: readonly KeptUnlogged[]): Promise<Stored<undefined>>;
  forgetUnlogged(of: UnloggedSession, upTo: number): Promise<Stored<undefined>>;
  /** By session, then by counter. */
  listUnlogged(): Promise<Stored<readonly KeptUnlogged[]>>;
  /** Deletes updates acknowledged or received more than a day ago. */
  sweep(): Promise<Stored<undefined>>;
  readFact(name: string): Promise<Stored<unknown>>;
  writeFact(name: string, value: unknown): Promise<Stored<undefined>>;
  /** Called when the database was closed or deleted externally. Rows may be gone. */
  onLost(listener: (loss: Loss) => void): () => void;
  /** Called after the unsent updates changed, except by `put`. */
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

  /** A write that notifies subscribers. */
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
          const text = displaced === undefined ? {} : { displaced };
          cursor.update(code === null ? rest : { ...rest, refused: code, ...text });
        });
      }, true),
    discard: (session) =>
      change((transaction) => {
        transaction.objectStore(UNSENT).delete(keysOf(session));
      }),
    listUnsent: async () => {
      // A read includes all writes requested before it.
      await writes.settled();
      return database.run(
        'read',
        (transaction) => transaction.objectStore(UNSENT).getAll() as IDBRequest<KeptUpdate[]>,
      );
    },
    listAcked: () => readTips(database),
    listAckedSince: async (atMs) => {
      await writes.settled();
      return database.run(
        'read',
        (transaction) =>
          transaction.objectStore(ACKED).index(BY_ACK).getAll(IDBKeyRange.lowerBound(atMs)) as IDBRequest<
            KeptUpdate[]
          >,
      );
    },
    putUnlogged: (unlogged) =>
      writes.write((transaction) => {
        for (const each of unlogged) transaction.objectStore(UNLOGGED).put(toStored(each));
      }),
    forgetUnlogged: (of, upTo) =>
      writes.write((transaction) => void transaction.objectStore(UNLOGGED).delete(unloggedKeysOf(of, upTo))),
    listUnlogged: async () => {
      await writes.settled();
      const stored = await database.run(
        'read',
        (transaction) => transaction.objectStore(UNLOGGED).getAll() as IDBRequest<StoredUnlogged[]>,
      );
      return stored.ok ? { ok: true, value: stored.value.map(fromStored) } : stored;
    },
    sweep: () =>
      writes.write((transaction) => {
        const old = IDBKeyRange.upperBound(nowMs() - KEPT_AFTER_ACK_MS);
        const request = transaction.objectStore(ACKED).index(BY_ACK).openCursor(old);
        request.onsuccess = () => {
          request.result?.delete();
          request.result?.continue();
        };
        const unlogged = transaction.objectStore(UNLOGGED).openCursor();
        unlogged.onsuccess = () => {
          const cursor = unlogged.result;
          if (cursor && (cursor.value as StoredUnlogged).atMs < nowMs() - KEPT_AFTER_ACK_MS) cursor.delete();
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

/** Reads the keys of all updates, but only the bytes of each session's newest. */
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
