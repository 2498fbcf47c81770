import { useEffect, useSyncExternalStore, type ComponentType } from 'react';

const RETRY_MS = 3000;

type Ask = () => Promise<void>;

/** Parts that have not been requested yet. */
const waiting = new Set<Ask>();

/** A lazily loaded value. */
export interface Later<Value> {
  /** Null until loaded. */
  readonly read: () => Value | null;
  /** Loads it unless loaded or loading; resolves when it is loaded or has failed for now. */
  readonly ask: () => Promise<void>;
  /** Retries until it is loaded. */
  readonly wait: () => Promise<Value>;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A value that is loaded on first request, or by `preloadParts`. */
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
 * A lazily loaded component. Renders nothing until loaded; a failure to load is retried instead of thrown.
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

/** Components that are loaded together, as one chunk. */
export const partsOf =
  <Parts,>(fetch: () => Promise<Parts>) =>
  <Props extends object>(choose: (all: Parts) => ComponentType<Props>): ComponentType<Props> =>
    loadLater(() => fetch().then(choose));

/** Preloads all lazy parts one by one, so that they are available offline. */
export async function preloadParts(): Promise<void> {
  const asked = new Set<Ask>();
  for (const ask of waiting) {
    if (!asked.has(ask)) await ask();
    asked.add(ask);
  }
}
