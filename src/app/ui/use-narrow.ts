import { useSyncExternalStore } from 'react';

/** The breakpoint of `max-sm:`. */
const NARROW = '(width < 40rem)';

const query = (): MediaQueryList | null => (typeof matchMedia === 'function' ? matchMedia(NARROW) : null);

function subscribe(listener: () => void): () => void {
  const list = query();
  list?.addEventListener('change', listener);
  return () => list?.removeEventListener('change', listener);
}

/** Whether the window is as narrow as a phone. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query()?.matches === true);
