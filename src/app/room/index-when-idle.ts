/**
 * Has the text indexed for search 60 s after its last change, and when its page is left. Only the page that made the last change
 * asks, so that a document has one request for each pause.
 */
import type * as Y from 'yjs';
import type { Clock } from '#yjs-supabase/clock';

export const IDLE_MS = 60_000;

export interface IdleIndex {
  /** The page is left: asks now if it would have asked later. */
  leave(): void;
  close(): void;
}

/** `ask`: `leaving` if the page may be closing. */
export function indexWhenIdle(doc: Y.Doc, clock: Clock, ask: (leaving: boolean) => void): IdleIndex {
  let cancel: (() => void) | null = null;
  const stop = (): boolean => {
    const wasWaiting = cancel !== null;
    cancel?.();
    cancel = null;
    return wasWaiting;
  };
  const onUpdate = (_update: Uint8Array, _origin: unknown, _doc: Y.Doc, { local }: Y.Transaction): void => {
    stop();
    if (local)
      cancel = clock.startTimer(IDLE_MS, () => {
        cancel = null;
        ask(false);
      });
  };
  doc.on('update', onUpdate);
  return {
    leave: () => {
      if (stop()) ask(true);
    },
    close: () => {
      stop();
      doc.off('update', onUpdate);
    },
  };
}
