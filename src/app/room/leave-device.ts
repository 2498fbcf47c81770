/** Signing out of this browser: sends unsent changes first, then deletes the user's local data. */
import { hasWaiting, waitingIds } from '../data/waiting-mark.ts';
import { clearArchive } from './clear-archive.ts';
import { clearComments, listDocumentsWithComments } from './comments/comments-on-device.ts';
import type { KeptUpdate } from './kept-update.ts';
import { deviceOf } from './this-device.ts';

const DEADLINE_MS = 5000;
const LOOK_EVERY_MS = 200;

/**
 * Sends unsent changes for up to five seconds. Resolves to the number of documents that still have changes or comments only on this device.
 * `flush` saves the page and reports success.
 */
export async function settleDevice(
  userId: string,
  flush: () => Promise<boolean> = () => Promise.resolve(true),
  deadlineMs = DEADLINE_MS,
): Promise<number> {
  const endMs = performance.now() + deadlineMs;
  const done = { flush: false, drain: false };
  const work = Promise.all([
    flush().then((isSaved) => {
      done.flush = isSaved;
    }),
    drain(),
  ]).then(() => {
    done.drain = true;
  });
  await Promise.race([work, sleep(deadlineMs)]);
  let rows = await listUnsent(userId);
  // Another tab, or a document that was just closed, may still be saving.
  while (done.drain && rows.some(({ refused }) => refused === undefined) && performance.now() < endMs) {
    await sleep(LOOK_EVERY_MS);
    rows = await listUnsent(userId);
  }
  const documents = new Set([
    ...rows.map(({ documentId }) => documentId),
    ...listDocumentsWithComments(userId),
    ...waitingIds(userId),
  ]);
  return Math.max(documents.size, done.flush ? 0 : 1);
}

/** If the code cannot be loaded nothing is sent, and the remaining changes are counted. */
async function drain(): Promise<void> {
  const part = await import('./keep-draining.ts').catch(() => null);
  await part?.drainNow();
  if (!hasWaiting()) return;
  const list = await import('../data/send-waiting.ts').catch(() => null);
  await list?.sendAllWaiting();
}

async function listUnsent(userId: string): Promise<readonly KeptUpdate[]> {
  const rows = await deviceOf(userId)?.copy.listUnsent();
  return rows?.ok ? rows.value : [];
}

const sleep = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs));

/** Deletes all data of this user from the device. False if it is still there. */
export async function clearDevice(userId: string): Promise<boolean> {
  clearComments(userId);
  const [outcome, ...cleared] = await Promise.all([
    deviceOf(userId)?.copy.destroy(),
    clearArchive(userId),
    // Signing out needs the network too.
    import('./clear-texts.ts').then(
      (part) => part.clearAll(userId),
      () => false,
    ),
  ]);
  return (outcome?.ok ?? true) && !cleared.includes(false);
}
