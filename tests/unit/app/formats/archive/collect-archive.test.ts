/** Preparing the documents of an archive: what is read again, waited for, left out. */
import { IDBFactory } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../../../src/app/data/api-error.ts';
import type { ListedDocument } from '../../../../../src/app/data/documents.ts';
import {
  collectArchive,
  type CollectPorts,
  type Progress,
} from '../../../../../src/app/formats/archive/collect-archive.ts';
import type { PackedDocument } from '../../../../../src/app/formats/archive/pack-document.ts';
import { splitParts } from '../../../../../src/app/formats/archive/write-archive.ts';
import { openKeptArchive } from '../../../../../src/app/room/archive-on-device.ts';
import { ANN, id, NOW, pack, take } from './archive-world.ts';

const HOUR_MS = 60 * 60 * 1000;

const listed = (number: number, more: Partial<ListedDocument> = {}): ListedDocument => ({
  id: id(number),
  title: `Document ${number}`,
  role: 'owner',
  ownerId: ANN,
  ownerName: 'Ann',
  memberCount: 1,
  updatedAt: NOW,
  deletedAt: null,
  favorite: false,
  openedAt: null,
  folderId: null,
  isTemplate: false,
  keepOnDevices: true,
  erasedAt: null,
  here: [],
  ...more,
});

const packed = (document: ListedDocument): Promise<PackedDocument> => {
  const number = Number.parseInt(document.id.slice(-12), 16);
  return pack(take({ number, title: document.title, nodes: [] }));
};

function world(factory = new IDBFactory()) {
  const progress: Progress[] = [];
  const waits: number[] = [];
  const clock = { nowMs: NOW.getTime() };
  const taken = vi.fn(packed);
  const ports: CollectPorts = {
    kept: openKeptArchive<PackedDocument>(ANN, factory),
    take: taken,
    wait: (delayMs, signal) => {
      waits.push(delayMs);
      signal.throwIfAborted();
      return Promise.resolve();
    },
    nowMs: () => clock.nowMs,
  };
  const aborting = new AbortController();
  return {
    ...{ factory, progress, waits, clock, taken, ports, aborting },
    collect: (documents: readonly ListedDocument[]) =>
      collectArchive(ports, documents, (one) => progress.push(one), aborting.signal),
    takenIds: () => taken.mock.calls.map(([document]) => document.id),
  };
}

const THREE = [listed(1), listed(2), listed(3)];
const refusal = (code: ApiError['code'], retryAfterMs?: number) =>
  new ApiError({ code, status: 0, retryAfterMs });

test('documents are read one after the other and kept on the device', async () => {
  const { collect, ports, progress } = world();
  expect(await collect(THREE)).toEqual({ kind: 'ready', ids: [id(1), id(2), id(3)], left: [] });
  expect(progress.map(({ done, of, title }) => [done, of, title])).toEqual([
    [0, 3, 'Document 1'],
    [1, 3, 'Document 2'],
    [2, 3, 'Document 3'],
  ]);
  expect(await ports.kept.read(id(2))).toMatchObject({ entry: { title: 'Document 2' } });
});

test('after an interruption it goes on where it was, in another tab too', async () => {
  const first = world();
  first.taken.mockImplementationOnce(packed).mockImplementationOnce((document) => {
    first.aborting.abort();
    return packed(document);
  });
  expect(await first.collect(THREE)).toEqual({ kind: 'cancelled' });
  const second = world(first.factory);
  expect(await second.collect(THREE)).toMatchObject({ kind: 'ready', ids: [id(1), id(2), id(3)] });
  expect(second.takenIds()).toEqual([id(2), id(3)]);
});

test.each([
  ['changed since', { updatedAt: new Date(NOW.getTime() + 1) }, 0],
  ['is read with another role', { role: 'viewer' as const }, 0],
  ['was read long ago', {}, 25 * HOUR_MS],
])('a kept document is read again if it %s', async (_why, more, laterMs) => {
  const first = world();
  await first.collect([listed(1), listed(2)]);
  const second = world(first.factory);
  second.clock.nowMs += laterMs;
  await second.collect([listed(1, more), listed(2)]);
  expect(second.takenIds()).toEqual(laterMs === 0 ? [id(1)] : [id(1), id(2)]);
});

test('a kept document that is no longer in the list is deleted from the device', async () => {
  const first = world();
  await first.collect(THREE);
  await first.collect([listed(1)]);
  expect((await first.ports.kept.list()).map((one) => one.id)).toEqual([id(1)]);
  expect(await first.ports.kept.read(id(3))).toBeNull();
});

test('a rate limit is waited for as long as the server says, and longer each time', async () => {
  const { collect, taken, waits, progress } = world();
  taken
    .mockRejectedValueOnce(refusal('rate_limited', 12_000))
    .mockRejectedValueOnce(refusal('rate_limited'))
    .mockImplementation(packed);
  expect(await collect([listed(1)])).toMatchObject({ ids: [id(1)] });
  expect(waits.slice(0, 2)).toEqual([12_000, 10_000]);
  expect(progress.map(({ waitsFor }) => waitsFor)).toEqual([null, 'server', null, 'server', null]);
});

test('a lost connection is waited for without end', async () => {
  const { collect, taken, progress } = world();
  for (let times = 0; times < 10; times += 1) taken.mockRejectedValueOnce(refusal('unreachable'));
  taken.mockImplementation(packed);
  expect(await collect([listed(1)])).toMatchObject({ ids: [id(1)] });
  expect(progress.some(({ waitsFor }) => waitsFor === 'connection')).toBe(true);
});

test.each([
  ['forbidden', 1],
  ['gone', 1],
  ['internal', 3],
] as const)(
  'a document that is %s is left out after %i tries, and the others are there',
  async (code, tries) => {
    const { collect, taken } = world();
    for (let times = 0; times < tries; times += 1) taken.mockRejectedValueOnce(refusal(code));
    taken.mockImplementation(packed);
    expect(await collect(THREE)).toEqual({
      kind: 'ready',
      ids: [id(2), id(3)],
      left: [{ document: listed(1), code }],
    });
    expect(taken).toHaveBeenCalledTimes(tries + 2);
  },
);

test('it ends when the user is signed out', async () => {
  const { collect, taken } = world();
  taken.mockRejectedValue(refusal('unauthenticated'));
  expect(await collect(THREE)).toEqual({ kind: 'signed-out' });
  expect(taken).toHaveBeenCalledTimes(1);
});

test('parts hold whole documents, in their order, up to a size', () => {
  const kept = [3, 4, 9, 1, 1].map((bytes, at) => ({ id: id(at), bytes, files: 6 }));
  expect(splitParts(kept, 8)).toEqual([
    { number: 1, of: 3, ids: [id(0), id(1)], bytes: 7 },
    { number: 2, of: 3, ids: [id(2)], bytes: 9 },
    { number: 3, of: 3, ids: [id(3), id(4)], bytes: 2 },
  ]);
});

test('a part has no more files than the directory of a zip', () => {
  const kept = [30_000, 30_000].map((files, at) => ({ id: id(at), bytes: 1, files }));
  expect(splitParts(kept, 100).map(({ ids }) => ids)).toEqual([[id(0)], [id(1)]]);
});
