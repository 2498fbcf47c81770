/** Whether people are announced to screen readers: a choice of this device. */
const STORAGE_KEY = 'spolu.announce-people';

const listeners = new Set<() => void>();
let isOn: boolean | null = null;

export const isAnnouncing = (): boolean => (isOn ??= readChoice() !== 'off');

export function setAnnouncing(on: boolean): void {
  isOn = on;
  storeChoice(on ? 'on' : 'off');
  for (const listener of listeners) listener();
}

export function onAnnouncing(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readChoice(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error; // blocked
    return null;
  }
}

function storeChoice(choice: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, choice);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error; // blocked or full: the choice lasts for this page
  }
}
