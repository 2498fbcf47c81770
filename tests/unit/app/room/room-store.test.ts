import { expect, test, vi } from 'vitest';
import type { Room } from '../../../../src/app/room/open-room.ts';
import type { RoomStatus } from '../../../../src/app/room/room-status.ts';
import { createRoomStore } from '../../../../src/app/room/room-store.ts';

vi.mock('../../../../src/app/data/session.ts', () => ({ subscribeSession: () => () => undefined }));
vi.mock('../../../../src/app/room/keep-draining.ts', () => ({ onDrained: () => () => undefined }));

const OPEN = { kind: 'open', role: 'editor' } as RoomStatus;

function fakeRoom() {
  let status: RoomStatus = { kind: 'loading' };
  let changed = (): void => undefined;
  let diverged = (): void => undefined;
  const close = vi.fn();
  const offer = vi.fn();
  const room = {
    documentId: 'document',
    status: () => status,
    people: () => [{ userId: 'ann', sessions: ['tab'] }],
    subscribe: (listener: () => void) => {
      changed = listener;
      return () => undefined;
    },
    onDiverged: (listener: () => void) => {
      diverged = listener;
      return () => undefined;
    },
    recovered: { list: () => [{ text: 'Offered\nback.', by: 'Petr' }], offer },
    close,
  } as unknown as Room;
  return {
    room,
    close,
    offer,
    load: () => {
      status = OPEN;
      changed();
    },
    say: (next: RoomStatus) => {
      status = next;
      changed();
    },
    diverge: () => diverged(),
  };
}

function openStore() {
  const rooms: ReturnType<typeof fakeRoom>[] = [];
  let nowMs = 0;
  const open = () => {
    const fake = fakeRoom();
    rooms.push(fake);
    return fake.room;
  };
  const store = createRoomStore(open, () => nowMs);
  const told = vi.fn();
  const stop = store.subscribe(told);
  return { rooms, store, stop, told, pass: (durationMs: number) => (nowMs += durationMs) };
}

test('a faulty copy is exchanged once a fresh one has been read, and goes on until then (S21)', () => {
  const { rooms, store } = openStore();
  rooms[0]?.load();
  rooms[0]?.diverge();
  expect(store.read().room).toBe(rooms[0]?.room);
  expect(rooms[0]?.close).not.toHaveBeenCalled();
  rooms[1]?.load();
  expect(store.read()).toMatchObject({ room: rooms[1]?.room, status: OPEN });
  expect(rooms[0]?.close).toHaveBeenCalledTimes(1);
  expect(rooms[1]?.offer).toHaveBeenCalledWith(['Offered', 'back.'], 'Petr');
});

test('one that differs again is not exchanged before ten minutes have passed', () => {
  const { rooms, pass } = openStore();
  rooms[0]?.load();
  rooms[0]?.diverge();
  rooms[0]?.diverge();
  rooms[1]?.load();
  rooms[1]?.diverge();
  expect(rooms).toHaveLength(2);
  pass(600_000);
  rooms[1]?.diverge();
  expect(rooms).toHaveLength(3);
});

test('closing closes both', () => {
  const { rooms, stop, store } = openStore();
  rooms[0]?.load();
  rooms[0]?.diverge();
  stop();
  for (const { close } of rooms) expect(close).toHaveBeenCalledTimes(1);
  expect(store.read().room).toBeNull();
});

test('nobody is told of what is as it was: a letter is no reason to draw the page', () => {
  const { rooms, store, told } = openStore();
  rooms[0]?.load();
  const before = store.read();
  told.mockClear();
  rooms[0]?.say({ ...OPEN });
  expect(told).not.toHaveBeenCalled();
  expect(store.read()).toBe(before);
  rooms[0]?.say({ ...OPEN, role: 'viewer' } as RoomStatus);
  expect(told).toHaveBeenCalledTimes(1);
  expect(store.read().people).toBe(before.people);
});
