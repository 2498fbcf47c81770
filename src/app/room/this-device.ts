/** One user's data on this device: the copy of unsent changes, and the locks of open tabs. */
import { openLocalCopy, type LocalCopy } from './local-copy.ts';
import { openSessionLocks, type SessionLocks } from './session-locks.ts';

export interface Device {
  readonly copy: LocalCopy;
  readonly locks: SessionLocks;
}

const devices = new Map<string, Device>();

/**
 * Null if the browser has no IndexedDB, or no Web Locks (plain http): only locks distinguish changes of a closed tab from
 * those of an open one.
 */
export function deviceOf(userId: string): Device | null {
  if (typeof indexedDB === 'undefined' || !('locks' in navigator)) return null;
  const known = devices.get(userId);
  if (known) return known;
  const copy = openLocalCopy({ userId, factory: indexedDB });
  const device = { copy, locks: openSessionLocks(navigator.locks) };
  devices.set(userId, device);
  return device;
}

const ASKED = 'asked-to-persist';

/** Requests persistent storage once, so that the browser does not evict this data. */
export async function askToPersist({ copy }: Device): Promise<void> {
  if (!navigator.storage?.persist || (await navigator.storage.persisted())) return;
  const asked = await copy.readFact(ASKED);
  if (!asked.ok || asked.value === true) return;
  await copy.writeFact(ASKED, true);
  await navigator.storage.persist();
}
