import { useEffect, useSyncExternalStore, type ComponentType } from 'react';

const RETRY_MS = 3000;

type Ask = () => Promise<void>;

/** For the parts that nobody has asked for yet. */
const waiting = new Set<Ask>();

/** Something that comes after the page. */
export interface Later<Value> {
  /** Null until it is there. */
  readonly read: () => Value | null;
  /** Fetches it unless it is there or on its way; resolves when it is there or cannot be had now. */
  readonly ask: () => Promise<void>;
  /** Asks for it until it is there. */
  readonly wait: () => Promise<Value>;
  readonly subscribe: (listener: () => void) => () => void;
}

/** What is fetched when it is first asked for, or when the browser has nothing else to do. */
export function later<Value>(load: () => Promise<Value>): Later<Value> {
  let value: Value | null = null;
  let asked: Promise<void> | null = null;
  const listeners = new Set<() => void>();
  const ask: Ask = () => {
    waiting.delete(ask);
    asked ??= load().then(keep, tryAgain);
    return asked;
  };
  const keep = (loaded: Value): void => {
    value = loaded;
    for (const listener of listeners) listener();
  };
  const tryAgain = (): void => {
    asked = null;
    waiting.add(ask);
    if (listeners.size > 0) setTimeout(() => void ask(), RETRY_MS);
  };
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const wait = (): Promise<Value> =>
    new Promise((resolve) => {
      const stop = subscribe(() => look());
      const look = (): void => {
        if (value === null) return;
        stop();
        resolve(value);
      };
      look();
      void ask();
    });
  waiting.add(ask);
  return { read: () => value, ask, wait, subscribe };
}

/**
 * A component whose code comes after the page. It draws nothing until then, and one that cannot be had is asked for
 * again instead of taking the page down.
 */
export function loadLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const part = later(load);
  return function Later(props: Props) {
    const Loaded = useSyncExternalStore(part.subscribe, part.read);
    useEffect(() => void part.ask(), []);
    return Loaded ? <Loaded {...props} /> : null;
  };
}

/** Fetches everything that comes later, one after the other, so that it is there when the network is not. */
export async function loadWaiting(): Promise<void> {
  const asked = new Set<Ask>();
  for (const ask of waiting) {
    if (!asked.has(ask)) await ask();
    asked.add(ask);
  }
}
