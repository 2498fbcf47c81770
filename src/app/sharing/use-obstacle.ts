import { useSyncExternalStore } from 'react';
import { signedInUserId } from '../data/signed-in-user.ts';
import { onWaitingActions, readCreation } from '../data/waiting-actions.ts';

/** Why the document cannot be shared now: the server does not have it yet, or there is no network. Null: it can. */
export function useObstacle(documentId: string): 'waits' | 'offline' | null {
  return useSyncExternalStore(watch, () => {
    const userId = signedInUserId();
    if (userId !== null && readCreation(userId, documentId)) return 'waits';
    return navigator.onLine ? null : 'offline';
  });
}

function watch(listener: () => void): () => void {
  const stop = onWaitingActions(listener);
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    stop();
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
