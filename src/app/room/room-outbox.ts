/** The outbox of one room: the provider's port over the copy on this device, and the lock that marks the room as open. */
import type { OutboxItem, OutboxStore } from '#yjs-supabase';
import type { KeptUpdate } from './kept-update.ts';
import type { StorageProblem } from './local-copy-database.ts';
import type { LocalCopy } from './local-copy.ts';
import type { SessionLocks } from './session-locks.ts';

export interface RoomOutbox extends OutboxStore {
  /** The problem of the last write of an update, or null if it succeeded. */
  readonly problem: StorageProblem | null;
  /** Marks the session as open to other tabs. Done before the first change, which would have to wait for it. */
  hold(sessionId: string): void;
  /** The room has ended; other tabs may send the remaining updates. */
  close(): void;
}

export interface RoomOutboxOptions {
  readonly copy: LocalCopy;
  readonly locks: SessionLocks;
  readonly schema: number;
  readonly titleOf: () => string;
  /** Called once, after the first update is stored on this device. */
  readonly onFirstKept?: () => void;
  readonly nowMs?: () => number;
  readonly lockLimitMs?: number;
}

const LOCK_LIMIT_MS = 2000;

/** Why an update is not stored on this device; the provider reports it as a connection error. */
export class NotKeptError extends Error {
  override readonly name = 'NotKeptError';
  readonly problem: StorageProblem;

  constructor(problem: StorageProblem) {
    super(`not kept on this device: ${problem}`);
    this.problem = problem;
  }
}

export function openRoomOutbox(options: RoomOutboxOptions): RoomOutbox {
  const { copy, locks, schema, titleOf, nowMs = () => Date.now(), lockLimitMs = LOCK_LIMIT_MS } = options;
  /** Updates that are not in the log, by counter. */
  const waiting = new Map<number, KeptUpdate>();
  /** Updates that were stored but no longer are. */
  const lost = new Set<KeptUpdate>();
  let lock: Promise<() => void> | null = null;
  let hasKept = false;
  let problem: StorageProblem | null = null;

  function fail(reason: StorageProblem): never {
    problem = reason;
    throw new NotKeptError(reason);
  }

  async function write(rows: readonly KeptUpdate[]): Promise<void> {
    const outcome = await copy.put(rows);
    if (!outcome.ok) return fail(outcome.problem);
    problem = null;
    for (const row of rows) lost.delete(row);
    if (!hasKept) options.onFirstKept?.();
    hasKept = true;
  }

  const stopWatching = copy.onLost((loss) => {
    for (const row of waiting.values()) lost.add(row);
    // Closed: write again. Deleted on purpose: write with the next update; until then `intact` is false.
    if (loss === 'closed' && waiting.size > 0) void rewrite();
  });

  async function rewrite(): Promise<void> {
    const outcome = await copy.put([...waiting.values()]);
    if (outcome.ok) lost.clear();
  }

  const hold = (sessionId: string): Promise<() => void> => (lock ??= locks.hold(sessionId));

  return {
    get problem() {
      return problem;
    },
    hold: (sessionId) => {
      // A failure is reported by the first `put`.
      hold(sessionId).catch(() => undefined);
    },
    durable: true,
    get intact() {
      return copy.isOpen && lost.size === 0;
    },
    put: async (item) => {
      const row = rowOf(item, { schema, documentTitle: titleOf(), atMs: nowMs() });
      const replaced = waiting.get(item.counter);
      if (replaced) lost.delete(replaced);
      waiting.set(item.counter, row);
      // The lock comes before the row: no other tab may find the row of a session that looks closed.
      if (!(await isHeld(hold(item.sessionId), lockLimitMs))) fail('never-opened');
      await write([...lost, row]);
    },
    delete: async (sessionId, upToCounter) => {
      const acked = [...waiting.values()].filter(({ counter }) => counter <= upToCounter);
      for (const row of acked) {
        waiting.delete(row.counter);
        lost.delete(row);
      }
      const own = acked.filter((row) => row.sessionId === sessionId);
      if (own.length === 0) return;
      const outcome = await copy.acknowledge(own);
      if (!outcome.ok) throw new NotKeptError(outcome.problem);
    },
    keepUnlogged: async (items) => {
      const atMs = nowMs();
      const outcome = await copy.putUnlogged(items.map((item) => ({ ...item, atMs })));
      if (!outcome.ok) throw new NotKeptError(outcome.problem);
    },
    forgetUnlogged: async (of, upToCounter) => {
      const outcome = await copy.forgetUnlogged(of, upToCounter);
      if (!outcome.ok) throw new NotKeptError(outcome.problem);
    },
    list: () => Promise.resolve([...waiting.values()].map(itemOf).toSorted((a, b) => a.counter - b.counter)),
    close: () => {
      stopWatching();
      void lock?.then((release) => release());
    },
  };
}

/** No one else uses the session's id, so only an unresponsive browser can delay the lock. */
async function isHeld(lock: Promise<unknown>, limitMs: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  const isFirst = await Promise.race([lock.then(() => true as const), limit]);
  clearTimeout(timer);
  return isFirst;
}

function rowOf(
  { documentId, generation, sessionId, counter, clientId, update, title, heirs }: OutboxItem,
  about: Pick<KeptUpdate, 'schema' | 'documentTitle' | 'atMs'>,
): KeptUpdate {
  const key = { documentId, generation, sessionId, counter };
  return { ...key, clientId, bytes: update, changesTitle: title, heirs, ...about };
}

function itemOf({
  documentId,
  generation,
  sessionId,
  counter,
  clientId,
  bytes,
  changesTitle,
  heirs = '',
}: KeptUpdate): OutboxItem {
  const key = { documentId, generation, sessionId, counter };
  return { ...key, clientId, update: bytes, title: changesTitle, heirs };
}
