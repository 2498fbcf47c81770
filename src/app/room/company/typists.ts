/** Detects typing: text of a client arrived live a moment ago. */
import type { RoomEvents } from '../open-room.ts';

const TYPES_FOR_MS = 3000;

export interface Typists {
  readonly isTyping: (clients: readonly number[]) => boolean;
}

export function watchTypists(
  onIncoming: (listener: RoomEvents['incoming']) => void,
  nowMs: () => number,
): Typists {
  const lastMs = new Map<number, number>();
  onIncoming((updates) => {
    for (const { clientId, source } of updates)
      if (clientId !== null && source === 'live') lastMs.set(clientId, nowMs());
  });
  return {
    isTyping: (clients) =>
      clients.some((client) => nowMs() - (lastMs.get(client) ?? -Infinity) < TYPES_FOR_MS),
  };
}
