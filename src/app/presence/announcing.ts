/** Whether people are announced to screen readers: a choice of this device. */
import { keepChoice, keptChoice } from '../data/kept-choice.ts';

const STORAGE_KEY = 'spolu.announce-people';

const listeners = new Set<() => void>();
let isOn: boolean | null = null;

export const isAnnouncing = (): boolean => (isOn ??= keptChoice(STORAGE_KEY) !== 'off');

export function setAnnouncing(on: boolean): void {
  isOn = on;
  keepChoice(STORAGE_KEY, on ? 'on' : 'off');
  for (const listener of listeners) listener();
}

export function onAnnouncing(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
