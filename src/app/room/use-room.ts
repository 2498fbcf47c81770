import { useMemo, useSyncExternalStore } from 'react';
import { createDocumentLog } from '../data/document-log.ts';
import { getSessionState, subscribeSession } from '../data/session.ts';
import { getSupabase } from '../data/supabase.ts';
import { SCHEMA_MAJOR } from '#contract/document-schema.ts';
import { drainSoon, onDrained } from './keep-draining.ts';
import { openRoom, type Room } from './open-room.ts';
import type { Person } from './people.ts';
import { openRoomOutbox, type RoomOutbox } from './room-outbox.ts';
import type { RoomStatus } from './room-status.ts';
import { askToPersist, deviceOf, type Device } from './this-device.ts';

export interface UsedRoom {
  /** Null only before the first moment; the document is worth showing when `status.kind` is `open`. */
  readonly room: Room | null;
  readonly status: RoomStatus;
  readonly people: readonly Person[];
}

/** Opens the document for as long as the component lives. Needs a signed-in person. */
export function useRoom(documentId: string): UsedRoom {
  const store = useMemo(() => createRoomStore(() => openSignedInRoom(documentId)), [documentId]);
  return useSyncExternalStore(store.subscribe, store.read);
}

interface RoomStore {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => UsedRoom;
}

const NOTHING: UsedRoom = { room: null, status: { kind: 'loading' }, people: [] };

/** The room is open while somebody looks at it. */
function createRoomStore(open: () => Room): RoomStore {
  let used = NOTHING;
  return {
    read: () => used,
    subscribe: (listener) => {
      const room = open();
      const take = (): void => {
        used = { room, status: room.status(), people: room.people() };
        listener();
      };
      const stopListening = room.subscribe(take);
      // Signed in again, perhaps: what waited for that need not wait any longer.
      const stopSession = subscribeSession(() => room.pull());
      // Words of a tab that was closed, now in the log.
      const stopDrained = onDrained((documentId) => {
        if (documentId === room.documentId) room.pull();
      });
      take();
      return () => {
        stopDrained();
        stopSession();
        stopListening();
        room.close();
        used = NOTHING;
      };
    },
  };
}

function openSignedInRoom(documentId: string): Room {
  const session = getSessionState();
  if (session.kind !== 'signed-in') throw new Error('a room needs a signed-in person');
  const userId = session.session.user.id;
  const device = deviceOf(userId);
  return openRoom({
    supabase: getSupabase(),
    log: createDocumentLog(),
    documentId,
    userId,
    ...(device ? { openOutbox: (titleOf) => openOutbox(device, titleOf) } : {}),
    onEnded: (isSaved) => {
      if (!isSaved) drainSoon();
    },
  });
}

function openOutbox(device: Device, titleOf: () => string): RoomOutbox {
  const onFirstKept = (): void => void askToPersist(device);
  return openRoomOutbox({ ...device, schema: SCHEMA_MAJOR, titleOf, onFirstKept });
}
