/** Sends the changes of the list that wait on this device: at the start, when the network returns, and periodically. */
import type { ApiErrorCode } from '../data/api-error.ts';
import { carryOut } from '../data/change-list.ts';
import { sendActions, type SendingReport } from '../data/send-actions.ts';
import { subscribeSession } from '../data/session.ts';
import { signedInUserId } from '../data/signed-in-user.ts';
import { dropAction, onWaitingActions, readActions, type WaitingAction } from '../data/waiting-actions.ts';

/** A change that is made online is sent by the page at once. */
const FIRST_MS = 2000;
const LONGEST_MS = 60_000;

export interface SendingHost {
  /** Changes were made, sent or refused. */
  readonly onChange: (report: SendingReport | null) => void;
  readonly onRefused: (action: WaitingAction, code: ApiErrorCode) => void;
}

/** Until the returned function is called. Call once per page. */
export function keepSending({ onChange, onRefused }: SendingHost): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let isRunning = false;
  let waits = 0;

  async function run(): Promise<void> {
    const userId = signedInUserId();
    if (isOver || isRunning || userId === null || readActions(userId).length === 0) return;
    isRunning = true;
    const report = await inOneTab(userId, () =>
      sendActions({
        read: () => readActions(userId),
        drop: (action) => dropAction(userId, action),
        send: carryOut,
        refused: onRefused,
      }),
    );
    isRunning = false;
    waits = report?.later === null ? 0 : waits + 1;
    if (report && !isOver) onChange(report);
    schedule(Math.min(LONGEST_MS, FIRST_MS * 2 ** waits));
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
    onWaitingActions(() => {
      onChange(null);
      if (!isRunning) schedule(FIRST_MS);
    }),
  ];
  window.addEventListener('online', now);
  document.addEventListener('visibilitychange', onVisible);
  now();
  return () => {
    isOver = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
    window.removeEventListener('online', now);
    document.removeEventListener('visibilitychange', onVisible);
  };
}

/** Null while another tab sends. */
const inOneTab = (userId: string, send: () => Promise<SendingReport>): Promise<SendingReport | null> =>
  'locks' in navigator
    ? navigator.locks.request(`spolu-list-actions:${userId}`, { ifAvailable: true }, (lock) =>
        lock === null ? null : send(),
      )
    : send();
