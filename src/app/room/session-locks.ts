/**
 * Tracks with Web Locks which editing sessions are open in tabs of this browser. A lock is released with its page, however
 * the page ends.
 */

export interface SessionLocks {
  /** Marks a session as open until the returned function is called. */
  hold(sessionId: string): Promise<() => void>;
  /** Runs only if no page has the session open; else returns null. */
  whileClosed<T>(sessionId: string, run: () => Promise<T>): Promise<T | null>;
  /** Runs only if no other page drains; else returns null. */
  whileDraining<T>(run: () => Promise<T>): Promise<T | null>;
  listOpen(): Promise<ReadonlySet<string>>;
}

const SESSION = 'spolu-session-';
const OUTBOX = 'spolu-outbox';

export function openSessionLocks(manager: LockManager): SessionLocks {
  const ifFree = <T>(name: string, run: () => Promise<T>): Promise<T | null> =>
    manager.request(name, { ifAvailable: true }, (lock) => (lock === null ? null : run()));
  return {
    hold: (sessionId) =>
      new Promise((resolve, reject) => {
        const held = (): Promise<void> => new Promise((release) => resolve(release));
        manager.request(SESSION + sessionId, held).catch(reject);
      }),
    whileClosed: (sessionId, run) => ifFree(SESSION + sessionId, run),
    whileDraining: (run) => ifFree(OUTBOX, run),
    listOpen: async () => {
      const { held = [], pending = [] } = await manager.query();
      const names = [...held, ...pending].map((lock) => lock.name ?? '');
      return new Set(
        names.filter((name) => name.startsWith(SESSION)).map((name) => name.slice(SESSION.length)),
      );
    },
  };
}
