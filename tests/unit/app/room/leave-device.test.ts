import { IDBFactory } from 'fake-indexeddb';
// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { openDrafts } from '../../../../src/app/comments/drafts.ts';
import { openKeptArchive } from '../../../../src/app/room/archive-on-device.ts';
import { clearDevice, settleDevice } from '../../../../src/app/room/leave-device.ts';

const device = vi.hoisted(() => ({
  rows: [] as { documentId: string; refused?: string }[],
  drainNow: vi.fn<() => Promise<unknown>>(),
  destroy: vi.fn<() => Promise<unknown>>(),
}));
vi.mock('../../../../src/app/room/this-device.ts', () => ({
  deviceOf: () => ({
    copy: {
      listUnsent: () => Promise.resolve({ ok: true, value: device.rows }),
      destroy: device.destroy,
    },
  }),
}));
vi.mock('../../../../src/app/room/keep-draining.ts', () => ({ drainNow: device.drainNow }));

const saved = (): Promise<boolean> => Promise.resolve(true);

beforeEach(() => {
  device.rows = [];
  device.drainNow.mockReset().mockResolvedValue(null);
});

test('everything is saved', async () => {
  expect(await settleDevice('ann', saved)).toBe(0);
});

test('documents with unsent changes are counted once each', async () => {
  device.rows = [
    { documentId: 'a', refused: 'gone' },
    { documentId: 'a', refused: 'gone' },
    { documentId: 'b', refused: 'forbidden' },
  ];
  expect(await settleDevice('ann', saved)).toBe(2);
});

test('documents with unsent comments of this user count too', async () => {
  device.rows = [{ documentId: 'a', refused: 'gone' }];
  for (const key of ['ann:a:1', 'ann:b:2', 'ann:b:3', 'ben:c:4'])
    localStorage.setItem(`spolu-comment:${key}`, '{}');
  for (const user of ['ann', 'ben'])
    openDrafts(() => localStorage, user, 'a').keep('new', { body: null, anchor: null, assignee: null });
  localStorage.setItem('spolu-theme', 'dark');
  expect(await settleDevice('ann', saved)).toBe(2);
  device.destroy.mockResolvedValueOnce({ ok: true });
  await clearDevice('ann');
  expect(Object.keys(localStorage).toSorted()).toEqual([
    'spolu-comment:ben:c:4',
    'spolu-theme',
    'spolu.draft.ben.a.new',
  ]);
});

test('a failed flush counts, even if the device stores nothing', async () => {
  expect(await settleDevice('ann', () => Promise.resolve(false))).toBe(1);
});

test('a document that was just closed gets time to save', async () => {
  device.rows = [{ documentId: 'a' }];
  setTimeout(() => {
    device.rows = [];
  }, 250);
  expect(await settleDevice('ann', saved)).toBe(0);
});

test('waits no longer than the deadline', async () => {
  const never = (): Promise<never> => new Promise(() => undefined);
  const startedMs = performance.now();
  expect(await settleDevice('ann', never, 50)).toBe(1);
  device.drainNow.mockReturnValue(never());
  device.rows = [{ documentId: 'a' }];
  expect(await settleDevice('ann', saved, 50)).toBe(1);
  device.drainNow.mockResolvedValue(null);
  expect(await settleDevice('ann', saved, 50)).toBe(1);
  expect(performance.now() - startedMs).toBeLessThan(3000);
});

test('a failure to clear the device is reported', async () => {
  device.destroy.mockResolvedValueOnce({ ok: true });
  expect(await clearDevice('ann')).toBe(true);
  device.destroy.mockResolvedValueOnce({ ok: false, problem: 'blocked' });
  expect(await clearDevice('ann')).toBe(false);
});

test('documents that were prepared for a download are deleted, those of other users stay', async () => {
  device.destroy.mockResolvedValue({ ok: true });
  vi.stubGlobal('indexedDB', new IDBFactory());
  const kept = { id: 'd', role: 'owner', updatedAtMs: 0, takenAtMs: 0, bytes: 1, files: 1, packed: 'text' };
  const [ann, ben] = ['ann', 'ben'].map((user) => openKeptArchive<string>(user, indexedDB));
  await ann!.put(kept);
  await ben!.put(kept);
  expect(await clearDevice('ann')).toBe(true);
  expect([await ann!.read('d'), await ben!.read('d')]).toEqual([null, 'text']);
});
