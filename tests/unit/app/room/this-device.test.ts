import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { openLocalCopy } from '../../../../src/app/room/local-copy.ts';
import { openSessionLocks } from '../../../../src/app/room/session-locks.ts';
import { askToPersist, deviceOf } from '../../../../src/app/room/this-device.ts';
import { createFakeLocks } from '../../../support/fake-locks.ts';

afterEach(() => vi.unstubAllGlobals());

test('a browser without locks or without a database stores nothing; with both, there is one copy per user', () => {
  vi.stubGlobal('navigator', {});
  expect(deviceOf('ann')).toBeNull();
  vi.stubGlobal('navigator', { locks: createFakeLocks() });
  expect(deviceOf('ann')).toBe(deviceOf('ann'));
  expect(deviceOf('ann')).not.toBe(deviceOf('ben'));
  vi.stubGlobal('indexedDB', undefined);
  expect(deviceOf('ann')).toBeNull();
});

test('persistent storage is requested once, whatever the reply', async () => {
  const persist = vi.fn<() => Promise<boolean>>().mockResolvedValue(false);
  vi.stubGlobal('navigator', { storage: { persist, persisted: () => Promise.resolve(false) } });
  const device = {
    copy: openLocalCopy({ userId: 'ann', factory: new IDBFactory() }),
    locks: openSessionLocks(createFakeLocks()),
  };
  await askToPersist(device);
  await askToPersist(device);
  expect(persist).toHaveBeenCalledTimes(1);
});
