/** Sends the changes of the list that wait on this device: at the start, when the network returns, and periodically. */
import type { ApiError } from '../data/api-error.ts';
import { beforeTrash, onRefusedAction, sendAllWaiting } from '../data/send-waiting.ts';
import { subscribeSession } from '../data/session.ts';
import { signedInUserId } from '../data/signed-in-user.ts';
import { hasWaiting } from '../data/waiting-mark.ts';
import { onWaitingActions, type WaitingAction } from '../data/waiting-actions.ts';

/** A change that is made online is sent by the page at once. */
const FIRST_MS = 2000;
const LONGEST_MS = 60_000;

export interface SendingHost {
  /** Changes were made, sent or refused. */
  readonly onChange: () => void;
  /** All were tried. */
  readonly onSent: () => void;
  readonly onRefused: (action: WaitingAction, error: ApiError) => void;
  /** Sends what was written into a document. */
  readonly sendText: (documentId: string) => Promise<void>;
}

/** Until the returned function is called. Call once per page. */
export function keepSending({ onChange, onSent, onRefused, sendText }: SendingHost): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let isRunning = false;
  let waits = 0;

  async function run(): Promise<void> {
    if (isOver || isRunning || signedInUserId() === null || !hasWaiting()) return;
    isRunning = true;
    const later = await sendAllWaiting();
    isRunning = false;
    waits = later ? waits + 1 : 0;
    if (isOver) return;
    onSent();
    if (hasWaiting())
      schedule(Math.max(later?.retryAfterMs ?? 0, Math.min(LONGEST_MS, FIRST_MS * 2 ** waits)));
  }

  function schedule(delayMs: number): void {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(() => void run(), delayMs);
  }

  const now = (): void => {
    waits = 0;
    schedule(0);
  };
  const onVisible = (): void => {
    if (document.visibilityState === 'visible') now();
  };
  const stops = [
    subscribeSession(now),
    onRefusedAction(onRefused),
    onWaitingActions(() => {
      onChange();
      if (!isRunning) schedule(FIRST_MS);
    }),
  ];
  beforeTrash(sendText);
  window.addEventListener('online', now);
  document.addEventListener('visibilitychange', onVisible);
  onChange();
  now();
  return () => {
    isOver = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
    window.removeEventListener('online', now);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
