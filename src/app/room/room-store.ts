/**
 * The room of the current page: open while subscribed. A new room replaces it if its copy is faulty, if it may hold text that
 * was erased from the history, or if the server has deleted the secret of its editing session after a long time offline.
 */
import { hostClock, type Clock } from '#yjs-supabase/clock';
import { keepEqual } from '../data/query-client.ts';
import { subscribeSession } from '../data/session.ts';
import { onDrained } from './keep-draining.ts';
import type { Room } from './open-room.ts';
import type { Person } from './people.ts';
import type { RoomStatus } from './room-status.ts';

/** Stable objects until something in them changes. */
export interface UsedRoom {
  /** Null only at first. The document can be shown when `status.kind` is `open`. */
  readonly room: Room | null;
  readonly status: RoomStatus;
  readonly people: readonly Person[];
  /** Why the room replaced another one. */
  readonly reason: Reason | null;
}

type Reason = 'differs' | 'erased';

interface RoomStore {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => UsedRoom;
}

const NOTHING: UsedRoom = { room: null, status: { kind: 'loading' }, people: [], reason: null };
/** If a new copy differs too, another one would not help. */
const AFRESH_EVERY_MS = 600_000;
const LOOK_EVERY_MS = 60_000;
/** Just under a day after its last use (`private.sweep_secrets`); peers reject live updates without the secret. */
const SECRET_LASTS_MS = 23 * 3_600_000;

export function createRoomStore(open: () => Room, clock: Clock = hostClock): RoomStore {
  let used = NOTHING;
  return {
    read: () => used,
    subscribe: (listener) => {
      const take = (room: Room, reason: Reason | null): void => {
        const status = keepEqual(used.status, room.status());
        const people = keepEqual(used.people, room.people());
        // The room notifies on every keystroke; usually nothing visible has changed.
        if (used.room === room && used.status === status && used.people === people) return;
        used = { room, status, people, reason };
        listener();
      };
      const stop = keepRoom(open, clock, take);
      return () => {
        stop();
        used = NOTHING;
      };
    },
  };
}

/** Calls `take` with the room now and after every change, until stopped. */
function keepRoom(
  open: () => Room,
  clock: Clock,
  take: (room: Room, reason: Reason | null) => void,
): () => void {
  let shown = watchRoom(open(), (room) => take(room, null), openAfresh);
  let fresh: WatchedRoom | null = null;
  let openedAtMs = -Infinity;
  let reason: Reason | null = null;

  /** The old room stays in use until the new one has loaded. */
  function openAfresh(why: Reason): void {
    const isTooSoon = why === 'differs' && clock.nowMs() - openedAtMs < AFRESH_EVERY_MS;
    if (fresh || isTooSoon) return;
    [openedAtMs, reason] = [clock.nowMs(), why];
    fresh = watchRoom(open(), exchange, openAfresh);
  }

  function exchange(room: Room): void {
    if (shown.room === room) return take(room, reason);
    if (room.status().kind !== 'open' || !fresh) return;
    const offered = reason === 'erased' ? [] : shown.room.recovered.list();
    for (const { text, by } of offered) room.recovered.offer(text.split('\n'), by);
    // The last changes are on their way to the log; the new room receives them from there.
    shown.close();
    shown = fresh;
    fresh = null;
    take(room, reason);
  }

  const stopWatch = watchAbsence(
    clock,
    () => isInTouch(shown.room.status()),
    () => openAfresh('differs'),
  );
  take(shown.room, null);
  return () => {
    stopWatch();
    fresh?.close();
    shown.close();
  };
}

/** Calls `onBack` when the page is in touch again after too long, because the computer slept or was offline. */
function watchAbsence(clock: Clock, inTouch: () => boolean, onBack: () => void): () => void {
  let touchedAtMs = clock.nowMs();
  let stop = clock.startTimer(LOOK_EVERY_MS, look);
  function look(): void {
    stop = clock.startTimer(LOOK_EVERY_MS, look);
    if (!inTouch()) return;
    const awayForMs = clock.nowMs() - touchedAtMs;
    touchedAtMs = clock.nowMs();
    if (awayForMs > SECRET_LASTS_MS) onBack();
  }
  return () => stop();
}

const isInTouch = (status: RoomStatus): boolean =>
  status.kind === 'open' &&
  !status.ended &&
  !['no-network', 'server-unreachable', 'sign-in-expired'].includes(status.cause ?? '');

interface WatchedRoom {
  readonly room: Room;
  close(): void;
}

function watchRoom(
  room: Room,
  onChange: (room: Room) => void,
  openAfresh: (why: Reason) => void,
): WatchedRoom {
  const stops = [
    room.on('change', () => onChange(room)),
    room.on('diverged', () => openAfresh('differs')),
    room.on('erased', () => openAfresh('erased')),
    // After signing in, requests that waited for it can continue.
    subscribeSession(() => room.pull()),
    // Another tab or the drain loop has appended changes of a closed tab.
    onDrained((documentId) => {
      if (documentId === room.documentId) room.pull();
    }),
  ];
  return {
    room,
    close: () => {
      for (const stop of stops) stop();
      room.close();
    },
  };
}
