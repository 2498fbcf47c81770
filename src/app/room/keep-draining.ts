/** Sends the changes of closed tabs while a user is signed in: at the start, when the network returns, and periodically. */
import { createDocumentLog } from '../data/document-log.ts';
import { subscribeSession } from '../data/session.ts';
import { signedInUserId } from '../data/signed-in-user.ts';
import type { DrainReport } from './drain-outbox.ts';
import type { KeptUpdate } from './kept-update.ts';
import { deviceOf } from './this-device.ts';

const FIRST_RETRY_MS = 2000;
const MAX_RETRY_MS = 60_000;
/** A tab that was open may die without notice. */
const LOOK_AGAIN_MS = 30_000;

/**
 * Delay until the next drain, from the last report and the number of consecutive ones with something to wait for. Only
 * half of the delay is random, so that it is never too short but still keeps tabs apart.
 */
export function nextDrainMs(report: DrainReport | null, waits: number, chance: number): number {
  const failure = report?.later ?? null;
  if (report !== null && failure === null && report.open === 0) return LOOK_AGAIN_MS;
  const backoffMs = Math.min(failure === null ? LOOK_AGAIN_MS : MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** waits);
  const atLeastMs = failure?.kind === 'refused' ? (failure.retryAfterMs ?? 0) : 0;
  return Math.max(atLeastMs, backoffMs * (0.5 + chance / 2));
}

/** Lazy, so that it does not delay the first edit. Null if it cannot be loaded now. */
const loadDraining = (): Promise<
  (typeof import('./check-acked.ts') & typeof import('./drain-outbox.ts')) | null
> =>
  Promise.all([import('./drain-outbox.ts'), import('./check-acked.ts')]).then(
    ([outbox, acked]) => ({ ...outbox, ...acked }),
    () => null,
  );

const drained = new Set<(documentId: string) => void>();

/** The listener is called with each document whose log has grown by draining in this tab. */
export function onDrained(listener: (documentId: string) => void): () => void {
  drained.add(listener);
  return () => drained.delete(listener);
}

/**
 * Drains now. Returns null if signed out, the browser has no storage, another tab holds the drain lock, or the code cannot
 * be loaded. `again`: rejected sessions to retry; it skips the lock.
 */
export async function drainNow(again?: (row: KeptUpdate) => boolean): Promise<DrainReport | null> {
  const userId = signedInUserId();
  const device = userId === null ? null : deviceOf(userId);
  if (!device) return null;
  const draining = await loadDraining();
  if (!draining) return null;
  const drain = (): Promise<DrainReport> =>
    draining.drainOutbox({ log: createDocumentLog(), ...device }, again);
  const report = await (again ? drain() : device.locks.whileDraining(drain));
  for (const documentId of report?.sent ?? []) for (const listener of drained) listener(documentId);
  return report;
}

let wake: () => void = () => undefined;

/** Wakes the loop, for example after a room closed with unsent changes. */
export const drainSoon = (): void => wake();

/** Drains periodically until the returned function is called. Call once per page. */
export function keepDraining(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isDue = false;
  let isOver = false;
  let waits = 0;
  let userId: string | null = null;

  async function run(): Promise<void> {
    const device = userId === null ? null : deviceOf(userId);
    if (isOver || !device) return;
    isRunning = true;
    isDue = false;
    let report: DrainReport | null = null;
    try {
      report = await drainNow();
      const draining = report !== null && report.later === null ? await loadDraining() : null;
      if (await draining?.checkAcked({ log: createDocumentLog(), ...device }, Date.now())) isDue = true;
    } finally {
      isRunning = false;
      const isDone = report !== null && report.later === null && report.open === 0;
      waits = isDone ? 0 : waits + 1;
      schedule(isDue ? 0 : nextDrainMs(report, Math.max(0, waits - 1), Math.random()));
    }
  }

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(() => void run(), delayMs);
  }

  const now = (): void => {
    isDue = isRunning;
    waits = 0;
    if (!isRunning) schedule(0);
  };
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') now();
  };
  const onSession = (): void => {
    const next = signedInUserId();
    if (next === userId) return;
    userId = next;
    if (next !== null) now();
  };
  const stopSession = subscribeSession(onSession);
  window.addEventListener('online', now);
  document.addEventListener('visibilitychange', onVisible);
  wake = now;
  onSession();
  return () => {
    isOver = true;
    clearTimeout(timer);
    stopSession();
    window.removeEventListener('online', now);
    document.removeEventListener('visibilitychange', onVisible);
    wake = () => undefined;
  };
}
