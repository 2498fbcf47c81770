import { useEffect, useSyncExternalStore, type ComponentType } from 'react';

const RETRY_MS = 3000;

type Ask = () => Promise<void>;

/** For the parts that nobody has asked for yet. */
const waiting = new Set<Ask>();

/**
 * A component whose code comes after the page: when it is first drawn, or when the browser has nothing else to do. It
 * draws nothing until then, and one that cannot be had is asked for again instead of taking the page down.
 */
export function loadLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let Part: ComponentType<Props> | null = null;
  let asked: Promise<void> | null = null;
  const drawn = new Set<() => void>();
  const ask: Ask = () => {
    waiting.delete(ask);
    asked ??= load().then(show, tryAgain);
    return asked;
  };
  const show = (loaded: ComponentType<Props>): void => {
    Part = loaded;
    for (const draw of drawn) draw();
  };
  const tryAgain = (): void => {
    asked = null;
    waiting.add(ask);
    if (drawn.size > 0) setTimeout(() => void ask(), RETRY_MS);
  };
  const subscribe = (draw: () => void): (() => void) => {
    drawn.add(draw);
    return () => drawn.delete(draw);
  };
  waiting.add(ask);

  return function Later(props: Props) {
    const Loaded = useSyncExternalStore(subscribe, () => Part);
    useEffect(() => void ask(), []);
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
