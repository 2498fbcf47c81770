/** Whether *Find* is open; its buttons are in other parts of the page. */
import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

export function setFinding(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useFinding = (): boolean => useSyncExternalStore(subscribe, () => isOpen);
