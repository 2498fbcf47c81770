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
  let erased = (): void => undefined;
  const close = vi.fn();
  const offer = vi.fn();
  const room = {
    documentId: 'document',
    status: () => status,
    people: () => [{ userId: 'ann', sessions: ['tab'] }],
    on: (event: 'change' | 'diverged' | 'erased', listener: () => void) => {
      if (event === 'change') changed = listener;
      else if (event === 'diverged') diverged = listener;
      else erased = listener;
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
    erase: () => erased(),
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
  const timers = new Set<() => void>();
  const startTimer = (_delayMs: number, run: () => void) => {
    timers.add(run);
    return () => void timers.delete(run);
  };
  const store = createRoomStore(open, { nowMs: () => nowMs, startTimer });
  const onChange = vi.fn();
  const stop = store.subscribe(onChange);
  const pass = (durationMs: number) => (nowMs += durationMs);
  /** Resumes after the computer or the page was suspended for this long. */
  const wakeAfter = (durationMs: number) => {
    pass(durationMs);
    const due = [...timers];
    timers.clear();
    for (const run of due) run();
  };
  return { rooms, store, stop, onChange, pass, wakeAfter, timers };
}

test('a faulty copy stays in use until a new one has loaded and replaces it (S21)', () => {
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

test('a copy that differs again is not replaced within ten minutes', () => {
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

test('a copy that may hold erased text is replaced each time, and its deleted text is not offered again', () => {
  const { rooms, store } = openStore();
  rooms[0]?.load();
  expect(store.read().reason).toBeNull();
  for (const [at, next] of [
    [0, 1],
    [1, 2],
  ] as const) {
    rooms[at]?.erase();
    rooms[next]?.load();
    expect(store.read()).toMatchObject({ room: rooms[next]?.room, reason: 'erased' });
    expect(rooms[at]?.close).toHaveBeenCalledTimes(1);
    expect(rooms[next]?.offer).not.toHaveBeenCalled();
  }
});

test('closing closes both rooms', () => {
  const { rooms, stop, store } = openStore();
  rooms[0]?.load();
  rooms[0]?.diverge();
  stop();
  for (const { close } of rooms) expect(close).toHaveBeenCalledTimes(1);
  expect(store.read().room).toBeNull();
});

test('listeners are not called when nothing changed: a keystroke does not re-render the page', () => {
  const { rooms, store, onChange } = openStore();
  rooms[0]?.load();
  const before = store.read();
  onChange.mockClear();
  rooms[0]?.say({ ...OPEN });
  expect(onChange).not.toHaveBeenCalled();
  expect(store.read()).toBe(before);
  rooms[0]?.say({ ...OPEN, role: 'viewer' } as RoomStatus);
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(store.read().people).toBe(before.people);
});

const HOUR = 3_600_000;

test('after a day of sleep the page gets a room whose secret the server still has', () => {
  const { rooms, store, wakeAfter } = openStore();
  rooms[0]?.load();
  wakeAfter(22 * HOUR);
  wakeAfter(22 * HOUR);
  expect(rooms).toHaveLength(1);
  wakeAfter(60 * HOUR);
  expect([rooms.length, store.read().room]).toEqual([2, rooms[0]?.room]);
  rooms[1]?.load();
  expect(store.read().room).toBe(rooms[1]?.room);
  wakeAfter(HOUR);
  expect(rooms).toHaveLength(2);
});

test('after a day without a network it first waits for one', () => {
  const { rooms, wakeAfter } = openStore();
  rooms[0]?.load();
  rooms[0]?.say({ ...OPEN, cause: 'no-network' } as RoomStatus);
  for (let hour = 0; hour < 30; hour += 1) wakeAfter(HOUR);
  expect(rooms).toHaveLength(1);
  rooms[0]?.say(OPEN);
  wakeAfter(HOUR);
  expect(rooms).toHaveLength(2);
});

test('a room that has ended is not replaced, and a closed one runs no timer', () => {
  const { rooms, stop, wakeAfter, timers } = openStore();
  rooms[0]?.say({ ...OPEN, ended: true } as RoomStatus);
  wakeAfter(60 * HOUR);
  expect(rooms).toHaveLength(1);
  stop();
  expect(timers.size).toBe(0);
});
