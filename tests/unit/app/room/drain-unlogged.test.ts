/** Live updates that a closed tab received, and that are missing in the log, are appended for their author (S26). */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { drainUnlogged } from '../../../../src/app/room/drain-unlogged.ts';
import { openLocalCopy, type LocalCopy } from '../../../../src/app/room/local-copy.ts';
import { openSessionLocks } from '../../../../src/app/room/session-locks.ts';
import { hostClock } from '../../../../src/yjs-supabase/src/ports/clock.ts';
import { openTagKey, tagUpdate } from '../../../../src/yjs-supabase/src/protocol/tag.ts';
import type { UnloggedItem, LogFailure } from '#yjs-supabase';
import { createFakeLocks } from '../../../support/fake-locks.ts';
import { createMemoryLog, type MemoryLog } from '#yjs-supabase/testing';

const DOCUMENT = '11111111-1111-4111-8111-111111111111';
const BEN_SESSION = '22222222-2222-4222-8222-222222222222';
const BEN = { documentId: DOCUMENT, generation: 1, sessionId: BEN_SESSION, receivedBy: 'ann' };
const locks = openSessionLocks(createFakeLocks());
let copy: LocalCopy;
let log: MemoryLog;
let nowMs: number;

const drain = (relay = log.as('ann').relay) => drainUnlogged({ log: { relay }, copy, locks });
const keep = (items: readonly UnloggedItem[]) =>
  copy.putUnlogged(items.map((item) => ({ ...item, atMs: nowMs })));
const kept = async (): Promise<readonly number[]> => {
  const listed = await copy.listUnlogged();
  return listed.ok ? listed.value.map(({ counter }) => counter) : [];
};

/** Updates that ben sends live and never appends. */
async function say(words: readonly string[]): Promise<UnloggedItem[]> {
  const doc = new Y.Doc();
  const opened = await log
    .as('ben')
    .openSession({ documentId: DOCUMENT, sessionId: BEN_SESSION, clientId: doc.clientID, schema: 1 });
  if (!opened.ok) throw new Error('no session');
  const key = openTagKey(opened.value.secret);
  const items: UnloggedItem[] = [];
  doc.on('update', (bytes: Uint8Array) => {
    const counter = items.length + 1;
    items.push({ ...BEN, counter, tag: tagUpdate(key, counter, bytes), bytes });
  });
  for (const word of words) doc.getText('text').insert(doc.getText('text').length, word);
  return items;
}

function textOf(): string {
  const doc = new Y.Doc();
  if (log.rows.length > 0) Y.applyUpdate(doc, log.fold());
  return doc.getText('text').toJSON();
}

beforeEach(() => {
  nowMs = 1_000_000;
  copy = openLocalCopy({ userId: 'ann', factory: new IDBFactory(), nowMs: () => nowMs });
  log = createMemoryLog({ clock: hostClock, latencyMs: 0, fault: () => null });
  for (const name of ['ann', 'ben']) log.setRole(name, 'editor');
});

test('is appended for its author, and deleted', async () => {
  await keep(await say(['one ', 'two']));
  expect(await drain()).toEqual({ sent: [DOCUMENT], later: null });
  expect(textOf()).toBe('one two');
  expect(log.rows.map((row) => [row.sessionId, row.counter, row.kind])).toEqual([
    [BEN_SESSION, 1, 'relay'],
    [BEN_SESSION, 2, 'relay'],
  ]);
  expect(await kept()).toEqual([]);
});

test('a forged update is deleted, and the genuine one is not', async () => {
  const items = await say(['true']);
  await keep([{ ...items[0]!, tag: new Uint8Array(16), bytes: Uint8Array.of(0, 0) }, ...items]);
  await drain();
  expect(textOf()).toBe('true');
  expect(await kept()).toEqual([]);
});

test('waits while the tab that received it is open, which relays it itself', async () => {
  await keep(await say(['one']));
  const release = await locks.hold('ann');
  expect(await drain()).toEqual({ sent: [], later: null });
  expect(await kept()).toEqual([1]);
  release();
});

test('waits a day for the updates before it', async () => {
  const [first, second] = await say(['one ', 'two']);
  await keep([second!]);
  await drain();
  expect(await kept()).toEqual([2]);
  await log.as('ben').append({ ...BEN, schema: 1, firstCounter: 1, updates: [first!.bytes] });
  await drain();
  expect(textOf()).toBe('one two');

  await keep([second!]);
  nowMs += 25 * 60 * 60 * 1000;
  await copy.sweep();
  expect(await kept()).toEqual([]);
});

test.each<[LogFailure, readonly number[], LogFailure | null]>([
  [{ kind: 'unreachable' }, [1], { kind: 'unreachable' }],
  [{ kind: 'refused', code: 'upgrade_required' }, [1], null],
  [{ kind: 'refused', code: 'forbidden' }, [1], null],
  [{ kind: 'refused', code: 'session_invalid' }, [], null],
])('after %j', async (failure, left, later) => {
  await keep(await say(['one']));
  const report = await drain(() => Promise.resolve({ ok: false, failure }));
  expect(report).toEqual({ sent: [], later });
  expect(await kept()).toEqual(left);
});

// Rules tested here: (PROTOCOL.md, S26a, S26b).
