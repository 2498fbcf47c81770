/** Tells after a restore how many open threads it brought back to their text. */
import type { PlaceState, Thread } from '#contract/comments/thread.ts';
import type { Clock } from '#yjs-supabase/clock';

/** Copies and equal text are found some time after the text is there. */
const SETTLED_MS = 1000;

type Placed = Pick<Thread, 'id' | 'is_resolved'>;

interface WatchBackOptions<Shown extends Placed> {
  /** Called before the restored text is there. */
  readonly onRestore: (listener: () => void) => () => void;
  /** Places may have changed. */
  readonly onMoved: (listener: () => void) => () => void;
  readonly threads: () => readonly Shown[];
  readonly stateOf: (thread: Shown) => PlaceState;
  readonly clock: Clock;
  readonly tell: (count: number) => void;
}

export function watchBack<Shown extends Placed>(options: WatchBackOptions<Shown>): () => void {
  const { onRestore, onMoved, threads, stateOf, clock, tell } = options;
  const isAtText = (thread: Shown): boolean => ['exact', 'healed'].includes(stateOf(thread));
  const open = (): readonly Shown[] => threads().filter(({ is_resolved: isResolved }) => !isResolved);
  /** Threads that had lost their text before; null when there was no restore lately. */
  let lost: Set<string> | null = null;
  let stopTimer = (): void => undefined;

  const look = (): void => {
    const count = open().filter((thread) => lost?.has(thread.id) && isAtText(thread)).length;
    lost = null;
    if (count > 0) tell(count);
  };
  const wait = (): void => {
    stopTimer();
    stopTimer = clock.startTimer(SETTLED_MS, look);
  };
  const stops = [
    onRestore(() => {
      lost ??= new Set();
      for (const thread of open()) if (!isAtText(thread)) lost.add(thread.id);
      wait();
    }),
    onMoved(() => {
      if (lost) wait();
    }),
  ];
  return () => {
    stopTimer();
    for (const stop of stops) stop();
  };
}
