/** When an open document is written to this device: once it has rested, and when its page is hidden or closed. */
import type { Clock } from '#yjs-supabase/clock';

/** After the last change; each change starts it again. */
const RESTED_MS = 5000;
/** After the first change, where they never rest so long: a killed page must not leave a text of hours ago. */
const LATEST_MS = 60_000;
/** Until the log has every change. */
const AGAIN_MS = 2000;

export interface TextKeeper {
  noteChange(): void;
  /** Writes now what has changed, if it may be kept now. */
  keepNow(): void;
  stop(): void;
}

/** `write`: false while the document may not be kept, because the log lacks some of it. */
export function createTextKeeper(write: () => boolean, clock: Clock): TextKeeper {
  let stopTimer: () => void = () => undefined;
  let isChanged = false;
  let changedAtMs = 0;
  let isOver = false;

  function start(delayMs: number): void {
    stopTimer();
    if (!isOver) stopTimer = clock.startTimer(delayMs, keep);
  }

  function keep(): void {
    if (isOver || !isChanged) return;
    if (write()) isChanged = false;
    else start(AGAIN_MS);
  }

  return {
    noteChange: () => {
      if (!isChanged) changedAtMs = clock.nowMs();
      isChanged = true;
      const leftMs = changedAtMs + LATEST_MS - clock.nowMs();
      if (leftMs > 0) start(Math.min(RESTED_MS, leftMs));
    },
    keepNow: keep,
    stop: () => {
      isOver = true;
      stopTimer();
    },
  };
}
