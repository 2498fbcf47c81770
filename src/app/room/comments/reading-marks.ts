/** Which threads the user has read: on this page at once, on the server in batches that wait for a pause in typing. */
import type { Thread } from '#contract/comments/thread.ts';
import type { Clock } from '#yjs-supabase/clock';

const EVERY_MS = 10_000;
const FIRST_MS = 1000;
const PAUSE_IN_TYPING_MS = 3000;

type Read = Pick<Thread, 'id' | 'comments' | 'read_at'>;

export interface ReadingMarks {
  readonly see: (thread: Read) => void;
  /** The later of this and what the server knows. */
  readonly readAt: (thread: Read) => Date | null;
  readonly typed: () => void;
  /** The server replies again. */
  readonly wake: () => void;
  readonly close: () => void;
}

interface Options {
  /** Rejects if the server may not have it. */
  readonly send: (threads: readonly string[]) => Promise<void>;
  /** As it is now; undefined if it is gone. */
  readonly find: (thread: string) => Read | undefined;
  readonly clock: Clock;
}

/** By the times of the server, since clocks differ. */
const newest = ({ comments }: Read): Date =>
  new Date(Math.max(0, ...comments.map(({ created_at: at }) => at.getTime())));

export function openReadingMarks({ send, find, clock }: Options): ReadingMarks {
  const seen = new Map<string, Date>();
  const waiting = new Set<string>();
  let sentMs = -Infinity;
  let typedMs = -Infinity;
  let stopTimer: (() => void) | null = null;
  /** Comments that came since are unread. */
  const isStillRead = (id: string): boolean => {
    const thread = find(id);
    return thread !== undefined && newest(thread).getTime() === seen.get(id)?.getTime();
  };
  const flush = async (): Promise<void> => {
    const ids = Array.from(waiting).filter(isStillRead);
    waiting.clear();
    if (ids.length === 0) return;
    sentMs = clock.nowMs();
    await send(ids).catch(() => {
      for (const id of ids) waiting.add(id);
    });
  };
  const wait = (): void => {
    if (stopTimer || waiting.size === 0) return;
    const now = clock.nowMs();
    const due = Math.max(now + FIRST_MS, sentMs + EVERY_MS, typedMs + PAUSE_IN_TYPING_MS);
    stopTimer = clock.startTimer(due - now, () => {
      stopTimer = null;
      if (clock.nowMs() < typedMs + PAUSE_IN_TYPING_MS) wait();
      else void flush();
    });
  };
  return {
    see: (thread) => {
      seen.set(thread.id, newest(thread));
      waiting.add(thread.id);
      wait();
    },
    readAt: ({ id, read_at: at }) => {
      const here = seen.get(id);
      return here && (!at || at < here) ? here : (at ?? null);
    },
    typed: () => {
      typedMs = clock.nowMs();
    },
    wake: wait,
    close: () => {
      stopTimer?.();
      stopTimer = null;
      void flush();
    },
  };
}

/** Comments of others since the user read the thread, or wrote in it. */
export function isUnread({ comments, read_at: at }: Read, me: string): boolean {
  const own = comments.filter(({ author }) => author === me).map((comment) => comment.created_at.getTime());
  const until = Math.max(at?.getTime() ?? -Infinity, ...own);
  return comments.some(
    ({ author, body, created_at: written }) => author !== me && body !== null && written.getTime() > until,
  );
}
