import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { openLocalCopy, type LocalCopy } from '../../../../src/app/room/local-copy.ts';
import { NotKeptError, openRoomOutbox, type RoomOutbox } from '../../../../src/app/room/room-outbox.ts';
import { openSessionLocks, type SessionLocks } from '../../../../src/app/room/session-locks.ts';
import { describeOutboxStoreContract } from '#yjs-supabase/testing/contracts';
import { createFakeLocks } from '../../../support/fake-locks.ts';

const item = (counter: number, byte = counter) => ({
  documentId: 'd',
  generation: 1,
  sessionId: 's',
  clientId: 7,
  counter,
  update: new Uint8Array([byte]),
  title: false,
  heirs: '',
});

let factory: IDBFactory;
let copy: LocalCopy;
let locks: SessionLocks;
const open = (): RoomOutbox =>
  openRoomOutbox({ copy, locks, schema: 1, titleOf: () => 'Plan', nowMs: () => 5000 });
const keptCounters = async (): Promise<unknown> => {
  const listed = await openLocalCopy({ userId: 'ann', factory }).listUnsent();
  return listed.ok ? listed.value.map(({ counter }) => counter) : listed;
};

beforeEach(() => {
  locks = openSessionLocks(createFakeLocks());
  factory = new IDBFactory();
  copy = openLocalCopy({ userId: 'ann', factory });
});

describeOutboxStoreContract('the outbox of a room', () => open());

test('other tabs see the session as open before they can find its first change', async () => {
  const seen: boolean[] = [];
  const real = copy;
  copy = {
    ...real,
    put: async (rows) => {
      seen.push((await locks.listOpen()).has('s'));
      return real.put(rows);
    },
  };
  const outbox = open();
  await outbox.put(item(1));
  await outbox.put(item(2));
  expect(seen).toEqual([true, true]);
  expect(await locks.whileClosed('s', () => Promise.resolve('drained'))).toBeNull();
  outbox.close();
  await vi.waitFor(async () =>
    expect(await locks.whileClosed('s', () => Promise.resolve('drained'))).toBe('drained'),
  );
});

test('acknowledged updates are not unsent, and later ones still are', async () => {
  const outbox = open();
  await Promise.all([outbox.put(item(1)), outbox.put(item(2)), outbox.put(item(3))]);
  await outbox.delete('s', 2);
  expect(await outbox.list()).toEqual([item(3)]);
  expect(await keptCounters()).toEqual([3]);
  await outbox.delete('s', 3);
  expect(await keptCounters()).toEqual([]);
});

test('updates that a log that was set back receives again are unsent until acknowledged again', async () => {
  const outbox = open();
  await Promise.all([outbox.put(item(1)), outbox.put(item(2))]);
  await outbox.delete('s', 2);
  await outbox.put(item(2));
  expect(await keptCounters()).toEqual([2]);
  await outbox.delete('s', 2);
  expect(await keptCounters()).toEqual([]);
});

test('a failure to store an update is reported with its reason', async () => {
  copy = { ...copy, put: () => Promise.resolve({ ok: false, problem: 'quota' }) };
  const failure = await open()
    .put(item(1))
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(NotKeptError);
  expect(failure).toMatchObject({ problem: 'quota' });
});

test('an unresponsive lock manager does not block', async () => {
  locks = { ...locks, hold: () => new Promise(() => undefined) };
  const outbox = openRoomOutbox({ copy, locks, schema: 1, titleOf: () => '', lockLimitMs: 20 });
  await expect(outbox.put(item(1))).rejects.toMatchObject({ problem: 'never-opened' });
  expect(await keptCounters()).toEqual([]);
});

test('counts as durable before its database is open, so that the first changes are stored before they are sent', async () => {
  const outbox = open();
  expect(outbox.durable).toBe(true);
  expect(outbox.intact).toBe(false);
  await outbox.put(item(1));
  expect(outbox.durable).toBe(true);
  expect(outbox.intact).toBe(true);
});

test('deleted by another tab, nothing is claimed until everything is stored again', async () => {
  const outbox = open();
  await outbox.put(item(1));
  expect(outbox.intact).toBe(true);
  await openLocalCopy({ userId: 'ann', factory }).destroy();
  expect(outbox.intact).toBe(false);
  await outbox.put(item(2));
  expect(outbox.intact).toBe(true);
  expect(await keptCounters()).toEqual([1, 2]);
});

test('cleared storage is filled again with the updates that are not in the log', async () => {
  let lose: (loss: 'closed') => void = () => undefined;
  const watched: LocalCopy = {
    ...copy,
    get isOpen() {
      return true;
    },
    onLost: (listener) => {
      lose = listener;
      return () => undefined;
    },
  };
  copy = watched;
  const outbox = open();
  await outbox.put(item(1));
  await outbox.put(item(2));
  await outbox.delete('s', 1);
  await openLocalCopy({ userId: 'ann', factory }).destroy();
  lose('closed');
  expect(outbox.intact).toBe(false);
  await vi.waitFor(() => expect(outbox.intact).toBe(true));
  expect(await keptCounters()).toEqual([2]);
});

test('it reports why the last update was not stored, until one is', async () => {
  const real = copy;
  let isFull = true;
  copy = {
    ...real,
    put: (rows) => (isFull ? Promise.resolve({ ok: false, problem: 'quota' }) : real.put(rows)),
  };
  const outbox = open();
  expect(outbox.problem).toBeNull();
  await expect(outbox.put(item(1))).rejects.toThrow(NotKeptError);
  expect(outbox.problem).toBe('quota');
  isFull = false;
  await outbox.put(item(2));
  expect(outbox.problem).toBeNull();
  outbox.close();
});
