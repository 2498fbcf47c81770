/**
 * The room that is shown: open while somebody looks, and exchanged for a fresh one when its copy of the document is faulty,
 * or when it was away for so long that the server has forgotten the secret of its editing session.
 */
import { hostClock, type Clock } from '../../yjs-supabase/clock.ts';
import { keepEqual } from '../data/query-client.ts';
import { subscribeSession } from '../data/session.ts';
import { onDrained } from './keep-draining.ts';
import type { Room } from './open-room.ts';
import type { Person } from './people.ts';
import type { RoomStatus } from './room-status.ts';

/** The same objects until something changed in them. */
export interface UsedRoom {
  /** Null only before the first moment; the document is worth showing when `status.kind` is `open`. */
  readonly room: Room | null;
  readonly status: RoomStatus;
  readonly people: readonly Person[];
}

interface RoomStore {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => UsedRoom;
}

const NOTHING: UsedRoom = { room: null, status: { kind: 'loading' }, people: [] };
/** A fresh copy that differs too will not be cured by yet another. */
const AFRESH_EVERY_MS = 600_000;
const LOOK_EVERY_MS = 60_000;
/** A day after it was last heard of (`private.sweep_secrets`); others no longer believe what it says live then. */
const SECRET_LASTS_MS = 23 * 3_600_000;

export function createRoomStore(open: () => Room, clock: Clock = hostClock): RoomStore {
  let used = NOTHING;
  return {
    read: () => used,
    subscribe: (listener) => {
      const take = (room: Room): void => {
        const status = keepEqual(used.status, room.status());
        const people = keepEqual(used.people, room.people());
        // A room has something to say at every letter, which is mostly what it said before.
        if (used.room === room && used.status === status && used.people === people) return;
        used = { room, status, people };
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

/** Tells of the room at once and after every change, until it is stopped. */
function keepRoom(open: () => Room, clock: Clock, take: (room: Room) => void): () => void {
  let shown = watchRoom(open(), take, openAfresh);
  let fresh: WatchedRoom | null = null;
  let openedAtMs = -Infinity;

  /** Beside the old one, in which the person goes on until the fresh one has been read. */
  function openAfresh(): void {
    if (fresh || clock.nowMs() - openedAtMs < AFRESH_EVERY_MS) return;
    openedAtMs = clock.nowMs();
    fresh = watchRoom(open(), exchange, openAfresh);
  }

  function exchange(room: Room): void {
    if (shown.room === room) return take(room);
    if (room.status().kind !== 'open' || !fresh) return;
    for (const { text, by } of shown.room.recovered.list()) room.recovered.offer(text.split('\n'), by);
    // What was typed last is on its way into the log, and comes from there.
    shown.close();
    shown = fresh;
    fresh = null;
    take(room);
  }

  const stopWatch = watchAbsence(clock, () => isInTouch(shown.room.status()), openAfresh);
  take(shown.room);
  return () => {
    stopWatch();
    fresh?.close();
    shown.close();
  };
}

/** Calls when there was no touch for too long, because the computer slept or had no network, and there is again. */
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

function watchRoom(room: Room, onChange: (room: Room) => void, onDiverged: () => void): WatchedRoom {
  const stops = [
    room.subscribe(() => onChange(room)),
    room.onDiverged(onDiverged),
    // Signed in again, perhaps: what waited for that need not wait any longer.
    subscribeSession(() => room.pull()),
    // Words of a tab that was closed, now in the log.
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
