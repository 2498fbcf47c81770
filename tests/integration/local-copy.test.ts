/** Rooms, their local copy and the drain together, over a log in memory, with real timers. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { checkAcked } from '../../src/app/room/check-acked.ts';
import { drainOutbox, type DrainReport } from '../../src/app/room/drain-outbox.ts';
import { openLocalCopy, type LocalCopy } from '../../src/app/room/local-copy.ts';
import { openRoomOutbox, type RoomOutbox } from '../../src/app/room/room-outbox.ts';
import { openSessionLocks, type SessionLocks } from '../../src/app/room/session-locks.ts';
import { hostClock } from '../../src/yjs-supabase/src/ports/clock.ts';
import { Provider, type DocumentLog } from '#yjs-supabase';
import { openMemoryRealtime } from '#yjs-supabase/testing';
import { createFakeLocks } from '../support/fake-locks.ts';
import { createMemoryLog, type LogFault, type MemoryLog } from '#yjs-supabase/testing';

const DOCUMENT_ID = '00000000-0000-4000-8000-000000000001';

interface Tab {
  readonly doc: Y.Doc;
  readonly provider: Provider;
  readonly outbox: RoomOutbox;
  readonly type: (words: string) => void;
  readonly text: () => string;
  /** Ends the process, and with it its lock. */
  readonly die: () => void;
}

let factory: IDBFactory;
let locks: SessionLocks;
let log: MemoryLog;
let fault: (request: keyof DocumentLog) => LogFault | null;
let tabs: Tab[];
const openCopy = (): LocalCopy => openLocalCopy({ userId: 'ann', factory });

async function openTab(): Promise<Tab> {
  const doc = new Y.Doc();
  const outbox = openRoomOutbox({
    copy: openCopy(),
    locks,
    schema: 1,
    titleOf: () => 'Plan',
  });
  const provider = new Provider(DOCUMENT_ID, doc, {
    log: log.as('ann'),
    openChannel: openMemoryRealtime().opener(),
    schema: 1,
    store: outbox,
    settings: { appendIdleMs: 30, appendMaxMs: 60, backoffMs: 20, maxBackoffMs: 40, pollWithoutLiveMs: 100 },
  });
  await provider.whenSynced;
  const text = doc.getText('text');
  const tab: Tab = {
    doc,
    provider,
    outbox,
    type: (words) => {
      for (const letter of words) text.insert(text.length, letter);
    },
    text: () => text.toJSON(),
    die: () => {
      provider.destroy();
      outbox.close();
    },
  };
  tabs.push(tab);
  return tab;
}

const drain = (): Promise<DrainReport> => drainOutbox({ log: log.as('ann'), copy: openCopy(), locks });
const isKept = (tab: Tab): Promise<void> =>
  vi.waitFor(() => expect(tab.provider.view).toMatchObject({ kept: true }), { interval: 1 });
const isSaved = (tab: Tab): Promise<void> => vi.waitFor(() => expect(tab.provider.view.unsaved).toBe(0));

function logged(): string {
  const doc = new Y.Doc();
  if (log.rows.length > 0) Y.applyUpdate(doc, log.fold());
  return doc.getText('text').toJSON();
}

/** Each (session, counter) is in the log once. */
function expectNothingTwice(): void {
  const names = log.rows.map((row) => `${row.sessionId}/${row.counter}`);
  expect(new Set(names).size).toBe(names.length);
}

function createLog(): MemoryLog {
  const created = createMemoryLog({ clock: hostClock, latencyMs: 2, fault: (request) => fault(request) });
  created.setRole('ann', 'editor');
  return created;
}

beforeEach(() => {
  factory = new IDBFactory();
  locks = openSessionLocks(createFakeLocks());
  fault = () => null;
  log = createLog();
  tabs = [];
});
afterEach(() => {
  for (const { provider, doc, outbox } of tabs) {
    provider.destroy();
    provider.awareness.destroy();
    doc.destroy();
    outbox.close();
  }
});

test('text that was only on the disk when its tab died is there for the next tab', async () => {
  const first = await openTab();
  first.type('Saved. ');
  await isSaved(first);
  fault = () => 'lost-request';
  first.type('Only here. ');
  await isKept(first);
  expect(first.provider.view.unsaved).toBeGreaterThan(0);
  first.die();

  fault = () => null;
  const second = await openTab();
  expect(second.text()).toBe('Saved. ');
  expect(await drain()).toMatchObject({ sent: [DOCUMENT_ID], refused: 0, later: null });
  second.provider.wake();
  await vi.waitFor(() => expect(second.text()).toBe('Saved. Only here. '));
  expectNothingTwice();
});

test('a tab that died between the commit and its answer duplicates nothing', async () => {
  const tab = await openTab();
  fault = (request) => (request === 'append' ? 'lost-reply' : null);
  tab.type('Once.');
  await vi.waitFor(() => expect(logged()).toBe('Once.'));
  tab.die();
  fault = () => null;
  expect(await drain()).toMatchObject({ sent: [DOCUMENT_ID], refused: 0 });
  expect(logged()).toBe('Once.');
  expectNothingTwice();
});

test('a live tab continues in its own session while other tabs drain', async () => {
  const tab = await openTab();
  fault = (request) => (request === 'append' ? 'lost-request' : null);
  tab.type('First');
  await isKept(tab);
  expect(await drain()).toMatchObject({ open: 1, sent: [] });
  expect(log.rows).toEqual([]);
  tab.type(' and more');
  fault = () => null;
  await isSaved(tab);
  expect(logged()).toBe('First and more');
  expect(tab.provider.view.refused).toBeNull();
});

test('many tabs, killed one after another while typing, lose nothing that was on the disk', async () => {
  let written = '';
  for (let round = 0; round < 10; round += 1) {
    const tab = await openTab();
    tab.provider.wake();
    await vi.waitFor(() => expect(tab.text()).toBe(written));
    fault = (request) => (request === 'append' && round % 3 !== 0 ? 'lost-reply' : null);
    tab.type(`round ${round}, `);
    await isKept(tab);
    written = tab.text();
    tab.die();
    fault = () => null;
    expect(await drain()).toMatchObject({ refused: 0, later: null });
  }
  expect(logged()).toBe(written);
  expectNothingTwice();
});

test('a database restored without its last rows receives them again', async () => {
  const tab = await openTab();
  tab.type('Before the failover. ');
  await isSaved(tab);
  const kept = log.rows.length;
  tab.type('Committed, ');
  await isSaved(tab);
  tab.type('and lost.');
  await isSaved(tab);
  const { sessionId } = log.rows.at(-1)!;
  tab.die();

  // Another server, with the replicated rows only: the last ones are missing, and the session's state matches.
  const before = log.rows.slice(0, kept);
  log = createLog();
  await log
    .as('ann')
    .openSession({ documentId: DOCUMENT_ID, sessionId: sessionId!, clientId: tab.doc.clientID, schema: 1 });
  await log.as('ann').append({
    documentId: DOCUMENT_ID,
    sessionId: sessionId!,
    generation: 1,
    schema: 1,
    firstCounter: 1,
    updates: before.map((row) => row.bytes),
  });
  expect(logged()).toBe('Before the failover. ');

  const copy = openCopy();
  const ports = { log: log.as('ann'), copy, locks };
  expect(await drain()).toMatchObject({ sent: [] });
  expect(await checkAcked(ports, Date.now())).toBe(true);
  await drain();
  expect(logged()).toBe('Before the failover. Committed, and lost.');
  expectNothingTwice();

  const asked = log.count('append');
  expect(await checkAcked(ports, Date.now())).toBe(false);
  expect(log.count('append')).toBe(asked);
});
