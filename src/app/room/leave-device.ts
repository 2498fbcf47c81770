/** Before and after somebody signs out of this browser: what is unsent is sent, and then nothing of theirs stays. */
import type { KeptUpdate } from './kept-update.ts';
import { deviceOf } from './this-device.ts';

const DEADLINE_MS = 5000;
const LOOK_EVERY_MS = 200;

/**
 * Sends what can be sent within five seconds, and tells how many documents have something left that only this device
 * has. `flush` saves what the page holds, and says whether it did.
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
  // Another tab, or a document that was just left, may be about to save its own.
  while (done.drain && rows.some(({ refused }) => refused === undefined) && performance.now() < endMs) {
    await sleep(LOOK_EVERY_MS);
    rows = await listUnsent(userId);
  }
  const documents = new Set(rows.map(({ documentId }) => documentId));
  return Math.max(documents.size, done.flush ? 0 : 1);
}

/** Without the code for it nothing is sent, and what stays is counted. */
async function drain(): Promise<void> {
  const part = await import('./keep-draining.ts').catch(() => null);
  await part?.drainNow();
}

async function listUnsent(userId: string): Promise<readonly KeptUpdate[]> {
  const rows = await deviceOf(userId)?.copy.listUnsent();
  return rows?.ok ? rows.value : [];
}

const sleep = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs));

/** Deletes everything of this person from the device. False when it is still there. */
export async function clearDevice(userId: string): Promise<boolean> {
  const outcome = await deviceOf(userId)?.copy.destroy();
  return outcome?.ok ?? true;
}
