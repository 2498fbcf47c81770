/**
 * Asks the log which text came back. An undo, a restore and a paste of what was cut are declared there, not in the frames
 * that peers receive, so a page that has lost the place of a thread cannot know whether equal text is the same.
 */
import type { HeirRange } from '#contract/authorship/heir-ranges.ts';
import type { PlaceState } from '#contract/comments/thread.ts';
import type { Clock } from '#yjs-supabase/clock';

interface DeclaredRow {
  readonly seq: number;
  readonly client: number | null;
  readonly heirs?: readonly HeirRange[];
}

interface Asked {
  /** The role reads the log. Others receive places from the next fold. */
  readonly mayRead: () => boolean;
  /** The head of the log; null when it is out of reach. */
  readonly seen: () => Promise<number | null>;
  /** The rows after a seq. */
  readonly read: (after: number) => Promise<readonly DeclaredRow[]>;
  readonly learn: (client: number, heirs: readonly HeirRange[]) => void;
  readonly clock: Pick<Clock, 'startTimer'>;
  readonly report: (error: unknown) => void;
}

export interface AskForCopies {
  /** Called with the places of all threads whenever some may have changed. */
  readonly notice: (states: ReadonlyMap<string, PlaceState>) => void;
  /** A restore is on its way: text of threads may come back that were lost long ago. */
  readonly askAgain: () => void;
  readonly close: () => void;
}

/** After a loss, in ms. Later than that the page waits for the next fold. */
const PAUSES_MS = [3000, 5000, 12_000, 40_000];
/** The copy may be in a row that was logged before the page noticed the loss. */
const ROWS_BEFORE = 50;

export function askForCopies({ mayRead, seen, read, learn, clock, report }: Asked): AskForCopies {
  let lost: ReadonlySet<string> = new Set();
  let stop: (() => void) | null = null;
  let after: number | null = null;
  const ask = async (): Promise<void> => {
    if (!mayRead()) return;
    after ??= Math.max(0, ((await seen()) ?? 0) - ROWS_BEFORE);
    const rows = await read(after);
    after = rows.at(-1)?.seq ?? after;
    for (const { client, heirs } of rows) if (client !== null && heirs) learn(client, heirs);
  };
  const wait = (turn: number): void => {
    stop?.();
    const pause = PAUSES_MS[turn];
    stop =
      pause === undefined || lost.size === 0
        ? null
        : clock.startTimer(pause, () => void ask().then(() => wait(turn + 1), report));
  };
  const start = (): void => {
    after = null;
    wait(0);
  };
  let known: ReadonlyMap<string, PlaceState> = new Map();
  return {
    notice: (states) => {
      const before = known;
      known = states;
      const isGone = (state: PlaceState | undefined): boolean => state === 'near' || state === 'none';
      const gone = Array.from(states.keys()).filter((id) => isGone(states.get(id)));
      const isNew = gone.some((id) => before.has(id) && !isGone(before.get(id)));
      lost = new Set(gone.filter((id) => lost.has(id) || !isGone(before.get(id) ?? 'none')));
      if (isNew) start();
    },
    askAgain: start,
    close: () => {
      lost = new Set();
      stop?.();
    },
  };
}
