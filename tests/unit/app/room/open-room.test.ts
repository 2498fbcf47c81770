// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { createClient } from '@supabase/supabase-js';
import { afterEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { SCHEMA_MAJOR, TITLE_ROOT } from '#contract/document-schema.ts';
import { openLocalCopy } from '../../../../src/app/room/local-copy.ts';
import { openRoom, type Room } from '../../../../src/app/room/open-room.ts';
import { openRoomOutbox } from '../../../../src/app/room/room-outbox.ts';
import { openSessionLocks } from '../../../../src/app/room/session-locks.ts';
import { hostClock } from '../../../../src/yjs-supabase/src/ports/clock.ts';
import { createFakeLocks } from '../../../support/fake-locks.ts';
import { createMemoryLog } from '#yjs-supabase/testing';

const DOCUMENT_ID = '00000000-0000-4000-8000-000000000001';

/** Never opens, so remote changes are fetched from the log. */
class SilentSocket extends EventTarget {
  readonly readyState = WebSocket.CONNECTING;
  readonly send = (): void => undefined;
  readonly close = (): void => undefined;
}

let room: Room;
afterEach(() => room.close());

function openLog(host: () => unknown = () => null) {
  const log = createMemoryLog({ clock: hostClock, latencyMs: 2, schema: SCHEMA_MAJOR, host });
  log.setRole('ann', 'editor');
  const realtime = { transport: SilentSocket as never };
  const supabase = createClient('http://localhost:1', 'key', { realtime, auth: { persistSession: false } });
  return { log, options: { supabase, log: log.as('ann'), documentId: DOCUMENT_ID, userId: 'ann' } };
}

test('listeners are called right before remote changes are applied', async () => {
  const { log, options } = openLog();
  const theirs = new Y.Doc();
  const write = (words: string): void => {
    theirs.once('update', (update: Uint8Array) => log.write('update', update));
    theirs.getText(TITLE_ROOT).insert(0, words);
  };
  write('Plan');
  room = openRoom(options);
  const title = (): string => room.doc.getText(TITLE_ROOT).toJSON();
  const seen: string[] = [];
  const stop = room.on('incoming', () => seen.push(title()));
  await vi.waitFor(() => expect(title()).toBe('Plan'));
  expect(seen).toEqual(['']);
  write('The ');
  room.pull();
  await vi.waitFor(() => expect(title()).toBe('The Plan'));
  expect(seen).toEqual(['', 'Plan']);
  stop();
  write('Old: ');
  room.pull();
  await vi.waitFor(() => expect(title()).toBe('Old: The Plan'));
  expect(seen).toEqual(['', 'Plan']);
});

test('the version of comments is passed on', async () => {
  const { options } = openLog(() => ({ comments: 4 }));
  room = openRoom(options);
  const told = vi.fn();
  room.on('comments', told);
  await vi.waitFor(() => expect(told).toHaveBeenCalledWith(4), 15_000);
});

test('an erasure is reported when the server counts more of them than before', async () => {
  let erasures = 2;
  const { options } = openLog(() => ({ comments: 0, erasures }));
  room = openRoom(options);
  const [polled, erased] = [vi.fn(), vi.fn()];
  room.on('comments', polled);
  room.on('erased', erased);
  await vi.waitFor(() => expect(polled).toHaveBeenCalled(), 15_000);
  expect(erased).not.toHaveBeenCalled();
  erasures = 3;
  await vi.waitFor(() => expect(erased).toHaveBeenCalledOnce(), 20_000);
}, 40_000);

test('a listener is called until it is undone or the room is closed', () => {
  const { options } = openLog();
  room = openRoom(options);
  const [kept, undone] = [vi.fn(), vi.fn()];
  room.on('change', kept);
  const undo = room.on('change', undone);
  room.takeWeight(1);
  undo();
  room.takeWeight(2);
  expect([kept, undone].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
  room.close();
  room.takeWeight(3);
  expect(kept).toHaveBeenCalledTimes(2);
});

test('a later restore is reported once, one in the loaded text not at all', async () => {
  const { log, options } = openLog();
  const theirs = new Y.Doc();
  const write = (kind: string, words: string): void => {
    theirs.once('update', (update: Uint8Array) => log.write(kind, update));
    theirs.getText(TITLE_ROOT).insert(0, words);
  };
  write('restore', 'Plan');
  room = openRoom(options);
  const title = (): string => room.doc.getText(TITLE_ROOT).toJSON();
  await vi.waitFor(() => expect(title()).toBe('Plan'));
  let calls = 0;
  room.on('restore', () => (calls += 1));
  for (const [kind, words, count] of [
    ['restore', 'The ', 1],
    ['edit', 'Old: ', 1],
    ['restore', 'My ', 2],
  ] as const) {
    write(kind, words);
    room.pull();
    await vi.waitFor(() => expect(title()).toContain(words));
    expect(calls).toBe(count);
  }
});

test('changes are on the disk before any peer receives them, even the first ones', async () => {
  const { options } = openLog();
  const copy = openLocalCopy({ userId: 'ann', factory: indexedDB });
  const events: string[] = [];
  const log: typeof options.log = {
    ...options.log,
    append: (request) => {
      events.push('sent');
      return options.log.append(request);
    },
  };
  const put: typeof copy.put = async (rows) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    const outcome = await copy.put(rows);
    events.push('kept');
    return outcome;
  };
  const locks = openSessionLocks(createFakeLocks());
  const slow = { ...copy, put };
  const hold = vi.spyOn(locks, 'hold');
  room = openRoom({
    ...options,
    log,
    openOutbox: (titleOf) => openRoomOutbox({ copy: slow, locks, schema: SCHEMA_MAJOR, titleOf }),
  });
  await vi.waitFor(() => expect(room.status().kind).toBe('open'));
  expect(hold, 'no change has to wait for it').toHaveBeenCalledOnce();
  room.doc.getText(TITLE_ROOT).insert(0, 'Plan');
  await vi.waitFor(() => expect(events).toEqual(['kept', 'sent']));
});
