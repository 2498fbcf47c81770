/**
 * An IndexedDB database that opens lazily, and reopens after an external close. Another tab may have deleted it or need a newer
 * version, or the browser's storage was cleared. Every operation has a time limit, because an editor is waiting. Failures are
 * values.
 */
import { hostClock } from '#yjs-supabase/clock';

/** Why something is not stored on this device. */
export type StorageProblem =
  /** The database did not open in time, and may never. */
  | 'never-opened'
  /** Another tab holds an older version open. */
  | 'blocked'
  | 'timed-out'
  | 'quota'
  /** Storage is disabled for this site, as in some private windows. */
  | 'denied'
  /** The connection closed during a transaction. */
  | 'lost'
  | 'broken';

export type Stored<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: StorageProblem };

/** Another tab deleted the database, or the browser closed it, for example because its storage was cleared. */
export type Loss = 'deleted' | 'closed';

export interface DatabaseOptions {
  readonly name: string;
  readonly version: number;
  readonly factory: IDBFactory;
  /** Creates the object stores of a new database. */
  readonly create: (database: IDBDatabase, oldVersion: number) => void;
  /** The database was closed externally: rows may be gone. */
  readonly onLost: (loss: Loss) => void;
  readonly openLimitMs?: number;
  readonly transactionLimitMs?: number;
}

export type TransactionKind =
  | 'read'
  /** Needs the page until it completes, because its writes depend on its reads. */
  | 'read-write'
  /** Reads nothing: once requested, the browser completes it without the page. */
  | 'write'
  /** The same, and resolves only when the operating system confirms that the bytes are on the disk. */
  | 'strict-write';

export interface LocalDatabase {
  readonly isOpen: boolean;
  /** Runs `work` in one transaction over all stores; resolves to the result of its request after completion. */
  run<T = undefined>(
    kind: TransactionKind,
    work: (transaction: IDBTransaction) => IDBRequest<T> | void,
  ): Promise<Stored<T>>;
  close(): void;
  /** Deletes the database. */
  destroy(): Promise<Stored<undefined>>;
}

const OPEN_LIMIT_MS = 2000;
const TRANSACTION_LIMIT_MS = 5000;
/** After a refusal to open, not every keystroke tries again. */
const ASK_AGAIN_AFTER_MS = 5000;
/** While the browser clears its storage, opening fails for a moment. */
const CLEARED_AFTER_MS = 100;

interface Connection {
  readonly opened: Promise<Stored<IDBDatabase>>;
  /** The problem to report if the time is up without an event. */
  waitingFor: 'never-opened' | 'blocked';
  readonly startedAtMs: number;
  database: IDBDatabase | null;
}

export function openLocalDatabase(options: DatabaseOptions): LocalDatabase {
  const openLimitMs = options.openLimitMs ?? OPEN_LIMIT_MS;
  const transactionLimitMs = options.transactionLimitMs ?? TRANSACTION_LIMIT_MS;
  let connection: Connection | null = null;

  const drop = (dropped: Connection): void => {
    dropped.database?.close();
    dropped.database = null;
    if (connection === dropped) connection = null;
  };

  function connect(): Connection {
    if (connection) return connection;
    const started: Connection = {
      startedAtMs: hostClock.nowMs(),
      waitingFor: 'never-opened',
      database: null,
      opened: ask(options, openLimitMs, {
        onBlocked: () => {
          started.waitingFor = 'blocked';
        },
        onClose: (loss) => {
          drop(started);
          if (loss !== null) options.onLost(loss);
        },
      }).then((outcome) => {
        if (!outcome.ok) setTimeout(() => drop(started), ASK_AGAIN_AFTER_MS);
        else if (connection === started) started.database = outcome.value;
        else outcome.value.close(); // abandoned: an open connection would block other tabs
        return outcome;
      }),
    };
    connection = started;
    return started;
  }

  async function reach(): Promise<{ connection: Connection; outcome: Stored<IDBDatabase> }> {
    const used = connect();
    const leftMs = used.startedAtMs + openLimitMs - hostClock.nowMs();
    const outcome = await within(leftMs, used.opened, () => ({ ok: false, problem: used.waitingFor }));
    return { connection: used, outcome };
  }

  return {
    get isOpen() {
      return connection?.database !== undefined && connection?.database !== null;
    },
    run: async (kind, work) => {
      const first = await reach();
      if (!first.outcome.ok) return first.outcome;
      const done = await transact(first.outcome.value, kind, work, transactionLimitMs);
      if (done.ok || done.problem === 'quota') return done;
      drop(first.connection);
      if (done.problem !== 'lost') return done;
      const second = await reach();
      if (!second.outcome.ok) return second.outcome;
      return transact(second.outcome.value, kind, work, transactionLimitMs);
    },
    close: () => {
      if (connection) drop(connection);
    },
    destroy: async () => {
      if (connection) drop(connection);
      return within(openLimitMs, erase(options), () => ({ ok: false, problem: 'blocked' }));
    },
  };
}

interface Hooks {
  readonly onBlocked: () => void;
  readonly onClose: (loss: Loss | null) => void;
}

function ask(options: DatabaseOptions, leftMs: number, hooks: Hooks): Promise<Stored<IDBDatabase>> {
  const { factory, name, version, create } = options;
  return new Promise((resolve) => {
    const refuse = (error: unknown): void => {
      const problem = openProblemOf(error);
      const againMs = leftMs - CLEARED_AFTER_MS;
      if (problem !== 'lost' || againMs < 0) resolve({ ok: false, problem });
      else setTimeout(() => resolve(ask(options, againMs, hooks)), CLEARED_AFTER_MS);
    };
    let request: IDBOpenDBRequest;
    try {
      request = factory.open(name, version);
    } catch (error) {
      return refuse(error);
    }
    request.addEventListener('upgradeneeded', (event) => create(request.result, event.oldVersion));
    request.addEventListener('blocked', hooks.onBlocked);
    request.addEventListener('error', () => refuse(request.error));
    request.addEventListener('success', () => {
      const database = request.result;
      // Another tab wants to delete the database or to open a newer version; an open connection would block it.
      database.addEventListener('versionchange', (event) =>
        hooks.onClose(event.newVersion === null ? 'deleted' : null),
      );
      database.addEventListener('close', () => hooks.onClose('closed'));
      resolve({ ok: true, value: database });
    });
  });
}

function transact<T>(
  database: IDBDatabase,
  kind: TransactionKind,
  work: (transaction: IDBTransaction) => IDBRequest<T> | void,
  limitMs: number,
): Promise<Stored<T>> {
  return new Promise((resolve) => {
    const refuse = (error: unknown): void => resolve({ ok: false, problem: problemOf(error) });
    let transaction: IDBTransaction;
    try {
      const durability = kind === 'strict-write' ? 'strict' : 'relaxed';
      const mode = kind === 'read' ? 'readonly' : 'readwrite';
      transaction = database.transaction([...database.objectStoreNames], mode, { durability });
    } catch (error) {
      return refuse(error);
    }
    // Not aborted on timeout: a late write is still wanted, and later transactions wait for it.
    const timer = setTimeout(() => resolve({ ok: false, problem: 'timed-out' }), limitMs);
    transaction.addEventListener('abort', () => {
      clearTimeout(timer);
      refuse(transaction.error);
    });
    try {
      const request = work(transaction);
      // Without an explicit commit, completion would wait for a page that may be busy or closing.
      if (kind === 'write' || kind === 'strict-write') transaction.commit();
      transaction.addEventListener('complete', () => {
        clearTimeout(timer);
        resolve({ ok: true, value: request?.result as T });
      });
    } catch (error) {
      clearTimeout(timer);
      transaction.abort();
      refuse(error);
    }
  });
}

function erase({ factory, name }: DatabaseOptions): Promise<Stored<undefined>> {
  return new Promise((resolve) => {
    const request = factory.deleteDatabase(name);
    request.addEventListener('success', () => resolve({ ok: true, value: undefined }));
    request.addEventListener('error', () => resolve({ ok: false, problem: problemOf(request.error) }));
  });
}

async function within<T>(
  limitMs: number,
  outcome: Promise<Stored<T>>,
  late: () => Stored<T>,
): Promise<Stored<T>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<Stored<T>>((resolve) => {
    timer = setTimeout(() => resolve(late()), Math.max(0, limitMs));
  });
  const first = await Promise.race([outcome, limit]);
  clearTimeout(timer);
  return first;
}

/** Recognizes a private window: some browsers throw InvalidStateError there, others SecurityError. */
function openProblemOf(error: unknown): StorageProblem {
  const isDenied =
    error instanceof DOMException && ['SecurityError', 'InvalidStateError'].includes(error.name);
  return isDenied ? 'denied' : problemOf(error);
}

/** Anything but a DOMException is a bug of the app and is thrown. */
function problemOf(error: unknown): StorageProblem {
  if (error === null) return 'lost';
  if (!(error instanceof DOMException)) throw error;
  if (error.name === 'QuotaExceededError') return 'quota';
  return error.name === 'InvalidStateError' || error.name === 'AbortError' ? 'lost' : 'broken';
}
