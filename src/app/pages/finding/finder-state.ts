/** Whether *Find* is open; its buttons are in other parts of the page. */
import { useSyncExternalStore } from 'react';
import { keepTyped, takeTyped } from '../../ui/early-find.ts';

let isOpen = false;
const listeners = new Set<() => void>();

export function setFinding(next: boolean): void {
  isOpen = next;
  // The text may follow before the field is there.
  if (next) keepTyped();
  else takeTyped();
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useFinding = (): boolean => useSyncExternalStore(subscribe, () => isOpen);
