import { useMemo, useSyncExternalStore } from 'react';
import { openOwnRoom } from './open-own-room.ts';
import { createRoomStore, type UsedRoom } from './room-store.ts';

/** Opens the document while the component is mounted. Requires a signed-in user. */
export function useRoom(documentId: string): UsedRoom {
  const store = useMemo(() => createRoomStore(() => openOwnRoom(documentId)), [documentId]);
  return useSyncExternalStore(store.subscribe, store.read);
}
