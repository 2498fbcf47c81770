import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import * as Y from 'yjs';
import { afterEach, expect, test, vi } from 'vitest';
import { SCHEMA_MAJOR } from '#contract/document-schema.ts';
import { seedOf } from '#contract/seed.ts';
import type { DocumentLog, KeptText } from '#yjs-supabase';
import { openDeviceText, type DeviceText } from '../../../../src/app/room/device-text.ts';
import type { KeptUpdate } from '../../../../src/app/room/kept-update.ts';
import { openRoomText, type RoomTextPorts } from '../../../../src/app/room/room-text.ts';
import { openTextsDatabase, type StoredText } from '../../../../src/app/room/texts-database.ts';
import { openTexts } from '../../../../src/app/room/texts-on-device.ts';
import { createTestClock } from '../../../support/test-clock.ts';
import { createWorld, foldLog, type Client, type World } from '../../../support/provider-world.ts';

let world: World;
afterEach(() => world.close());

/** A device that holds the text of one document. */
function createDevice() {
  let kept: Omit<KeptText, 'updates'> | null = null;
  let waiting: readonly Uint8Array[] = [];
  return {
    get kept() {
      return kept;
    },
    wait: (updates: readonly Uint8Array[]) => (waiting = updates),
    read: () => Promise.resolve(kept && { ...kept, updates: waiting }),
    write: (text: Omit<KeptText, 'updates'>) => void (kept = text),
    remove: () => void (kept = null),
    hear: () => undefined,
    isSent: () => Promise.resolve(waiting.length === 0),
  };
}

type Device = ReturnType<typeof createDevice>;
const onOutdated = vi.fn();

/** The device's timers run on a clock of their own. */
function open(
  device: Device,
  userId = 'ann',
): Client & { text: Y.Text; onDevice: DeviceText; clock: ReturnType<typeof createTestClock> } {
  const client = world.open(userId, 'editor', { connect: false });
  const clock = createTestClock();
  const onDevice = openDeviceText(
    client.provider,
    client.doc,
    device,
    { openAfresh: onOutdated, takeView: () => undefined },
    clock,
  );
  return { ...client, onDevice, clock };
}

test('an open document is on the device five seconds after it came, and opens from there', async () => {
  world = createWorld();
  const device = createDevice();
  const first = open(device);
  await world.run(2000);
  first.text.insert(0, 'kept');
  await world.run(5000);
  expect(device.kept).toBeNull();
  await first.clock.advance(5000);
  expect(device.kept).not.toBeNull();
  first.onDevice.close();
  first.provider.destroy();
  world.logFault = () => 'lost-request';
  const second = open(device);
  await world.run(100);
  expect(second.text.toJSON()).toBe('kept');
});

test('nothing is written while the log lacks a change, and that of before stays', async () => {
  world = createWorld();
  const device = createDevice();
  const { text, onDevice, clock, provider } = open(device);
  await world.run(2000);
  text.insert(0, 'a');
  await world.run(5000);
  await clock.advance(5000);
  const before = device.kept;
  world.logFault = () => 'lost-request';
  text.insert(1, 'b');
  await world.run(20_000);
  onDevice.keepNow();
  expect(device.kept).toBe(before);
  expect(provider.view.unsaved).toBe(1);
});

test('updates that wait for a closed tab are shown; once they are sent, the document is kept again', async () => {
  world = createWorld();
  const device = createDevice();
  const first = open(device);
  await world.run(2000);
  first.text.insert(0, 'kept');
  await world.run(5000);
  await first.clock.advance(5000);
  first.provider.destroy();
  const before = Y.encodeStateVector(first.doc);
  first.text.insert(4, ' unsent');
  device.wait([Y.encodeStateAsUpdate(first.doc, before)]);
  const old = device.kept;
  const second = open(device);
  await world.run(3000);
  expect(second.text.toJSON()).toBe('kept unsent');
  await second.clock.advance(7000);
  expect(device.kept).toBe(old);
  device.wait([]);
  await second.clock.advance(4000);
  expect(device.kept).not.toBe(old);
});

test('a refusal to read removes the text from the device', async () => {
  world = createWorld();
  const device = createDevice();
  const first = open(device);
  await world.run(2000);
  first.text.insert(0, 'secret');
  await world.run(5000);
  await first.clock.advance(5000);
  first.provider.destroy();
  world.logFault = () => ({ kind: 'refused', code: 'forbidden' });
  const second = open(device);
  await world.run(2000);
  expect(device.kept).toBeNull();
  second.onDevice.close();
  expect(device.kept).toBeNull();
  expect(onOutdated).not.toHaveBeenCalled();
});

test('a text of another generation is removed, and the document is opened afresh', async () => {
  world = createWorld();
  const device = createDevice();
  const first = open(device);
  await world.run(2000);
  first.text.insert(0, 'old');
  await world.run(5000);
  await first.clock.advance(5000);
  first.provider.destroy();
  device.write({ ...device.kept!, generation: 7 });
  open(device);
  await world.run(2000);
  expect(device.kept).toBeNull();
  expect(onOutdated).toHaveBeenCalledOnce();
  expect(foldLog(world.log).getText('text').toJSON()).toBe('old');
});

const stored: StoredText = {
  documentId: 'd',
  generation: 1,
  seq: 3,
  chain: 'c',
  role: 'editor',
  mayEdit: true,
  schema: SCHEMA_MAJOR,
  state: new Uint8Array([1]),
};
const row = (change: Partial<KeptUpdate>): KeptUpdate => ({
  documentId: 'd',
  generation: 1,
  sessionId: 's',
  counter: 1,
  clientId: 7,
  schema: 1,
  bytes: new Uint8Array([9]),
  atMs: 1,
  documentTitle: '',
  changesTitle: false,
  ...change,
});

async function openPorts(
  rows: readonly KeptUpdate[],
  text: StoredText | null = stored,
  {
    acked = [],
    begun = null,
  }: {
    readonly acked?: readonly KeptUpdate[];
    readonly begun?: Awaited<ReturnType<RoomTextPorts['readBegun']>>;
  } = {},
) {
  const factory = new IDBFactory();
  const readHeld = () => Promise.resolve({ always: new Set<string>(), favorites: new Set<string>() });
  const texts = openTexts({ userId: 'ann', factory, readHeld });
  if (text) await texts.put(text, { usedAtMs: 500_000, asOfMs: 1 });
  const listAckedSince = vi.fn().mockResolvedValue({ ok: true, value: acked });
  const drain = vi.fn().mockResolvedValue(null);
  const device = { rows };
  const room = openRoomText({
    documentId: 'd',
    database: openTextsDatabase('ann', factory),
    late: Promise.resolve({ put: (given) => void texts.put(given), hear: () => undefined }),
    copy: { listUnsent: () => Promise.resolve({ ok: true, value: device.rows }), listAckedSince },
    drain,
    readBegun: () => Promise.resolve(begun),
  });
  return { room, drain, device, listAckedSince };
}

test('a document that only this device has is shown with what waits; a kept text is better', async () => {
  world = createWorld();
  const begun = {
    generation: 1,
    seq: 0,
    chain: '',
    role: 'owner',
    mayEdit: true,
    schema: 1,
    state: seedOf('cs'),
  };
  const { room } = await openPorts([row({ bytes: new Uint8Array([7]) })], null, { begun });
  expect(await room.read()).toEqual({ ...begun, logged: [], updates: [new Uint8Array([7])] });
  const kept = await openPorts([], stored, { begun });
  expect((await kept.room.read())?.seq).toBe(stored.seq);
  const other = await openPorts([], null);
  expect(await other.room.read()).toBeNull();
});

test('on top of the text come the waiting updates of its document and generation, unless they were refused', async () => {
  world = createWorld();
  const bytes = (value: number) => ({ bytes: new Uint8Array([value]) });
  const { room, device } = await openPorts([
    row({ counter: 2, ...bytes(2) }),
    row({ counter: 1, ...bytes(1) }),
    row({ documentId: 'e' }),
    row({ generation: 2 }),
    row({ sessionId: 'r', refused: 'forbidden' }),
  ]);
  expect((await room.read())?.updates).toEqual([new Uint8Array([1]), new Uint8Array([2])]);
  expect(await room.isSent()).toBe(false);
  device.rows = [row({ counter: 3 })];
  expect(await room.isSent()).toBe(true);
});

test('below the waiting updates come those that the log took about when the text was written, or later', async () => {
  world = createWorld();
  const bytes = (value: number) => ({ bytes: new Uint8Array([value]) });
  const acked = [
    row({ counter: 2, ...bytes(2) }),
    row({ counter: 1, ...bytes(1) }),
    row({ documentId: 'e' }),
    row({ generation: 2 }),
  ];
  const { room, listAckedSince } = await openPorts([row({ counter: 3, ...bytes(3) })], stored, { acked });
  expect(await room.read()).toMatchObject({
    state: new Uint8Array([1]),
    logged: [new Uint8Array([1]), new Uint8Array([2])],
    updates: [new Uint8Array([3])],
  });
  expect(listAckedSince).toHaveBeenCalledExactlyOnceWith(440_000);
});

test('a text that a newer app has written is not read', async () => {
  world = createWorld();
  const { room } = await openPorts([], { ...stored, schema: SCHEMA_MAJOR + 1 });
  expect(await room.read()).toBeNull();
});

test('updates of closed tabs are sent before those of this session', async () => {
  world = createWorld();
  const { room, drain } = await openPorts([row({})]);
  const append = vi.fn().mockResolvedValue({ ok: true });
  const log = room.after({ append } as unknown as DocumentLog);
  await room.read();
  drain.mockResolvedValueOnce({ later: { kind: 'unreachable' } });
  expect(await log.append({} as never)).toEqual({ ok: false, failure: { kind: 'unreachable' } });
  expect(append).not.toHaveBeenCalled();
  await log.append({} as never);
  await log.append({} as never);
  expect(append).toHaveBeenCalledTimes(2);
  expect(drain).toHaveBeenCalledTimes(2);
});
