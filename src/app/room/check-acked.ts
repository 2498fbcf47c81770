/**
 * A database that fails over may lose the last seconds that it acknowledged. Acknowledged updates are kept for a day, so
 * the newest one of each session is sent again. If the log still has it, this is a no-op. If not, the reply contains the
 * counter the session was set back to.
 */
import type { DrainPorts } from './drain-outbox.ts';
import { appendRows } from './drain-outbox.ts';
import { isNewerThan } from './kept-update.ts';
import type { LocalCopy } from './local-copy.ts';

const CHECKED = 'checked-acked-at-ms';
const CHECK_EVERY_MS = 60 * 60 * 1000;
const MAX_SESSIONS = 20;

export type CheckPorts = Pick<DrainPorts, 'log' | 'locks'> & {
  readonly copy: DrainPorts['copy'] & Pick<LocalCopy, 'sweep' | 'listAcked' | 'readFact' | 'writeFact'>;
};

/** Runs once an hour. True if updates have to be sent again. */
export async function checkAcked({ log, copy, locks }: CheckPorts, nowMs: number): Promise<boolean> {
  const checkedAtMs = await copy.readFact(CHECKED);
  if (!checkedAtMs.ok) return false;
  if (typeof checkedAtMs.value === 'number' && isNewerThan(CHECK_EVERY_MS, checkedAtMs.value, nowMs))
    return false;
  await copy.sweep();
  const tips = await copy.listAcked();
  if (!tips.ok) return false;
  let isSetBack = false;
  for (const tip of tips.value.toSorted((a, b) => b.atMs - a.atMs).slice(0, MAX_SESSIONS)) {
    const reply = await locks.whileClosed(tip.sessionId, () => appendRows([tip], null, log));
    if (reply?.ok === false && reply.failure.kind === 'unreachable') return isSetBack;
    // Refused because the document is gone or access was lost. The log had the update; nothing to upload.
    if (!reply?.ok || reply.value.acked >= tip.counter) continue;
    await copy.recall(tip, reply.value.acked);
    isSetBack = true;
  }
  await copy.writeFact(CHECKED, nowMs);
  return isSetBack;
}
