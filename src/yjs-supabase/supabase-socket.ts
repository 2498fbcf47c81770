/**
 * The one WebSocket of a supabase-js client. supabase-js needs almost a minute to notice that nobody answers, dials again
 * on its own slow clock, and sends all joins that waited for a socket when it opens, those of earlier attempts too. So:
 * whoever opens a lane asks the socket whether it is alive, dials if there is none, and joins once it is open.
 */
import type { SupabaseClient } from '@supabase/supabase-js';

type Realtime = SupabaseClient['realtime'];

const ANSWER_WAIT_MS = 5000;
const LOOK_EVERY_MS = 20;
const CLOSING_LIMIT_MS = 5000;
const DIAL_LIMIT_MS = 10_000;
/** supabase-js looks at a closing socket this seldom, and starts its own dialling then. */
const SETTLE_MS = 700;

/** Closes a socket, and with it every lane on it, that does not answer: after a change of network it only seems open. */
export function checkSocket(realtime: Realtime): void {
  if (!realtime.isConnected()) return;
  if (realtime.pendingHeartbeatRef === null) void realtime.sendHeartbeat();
  const asked = realtime.pendingHeartbeatRef;
  setTimeout(() => {
    // A heartbeat that is due while another is unanswered gives the socket up.
    if (realtime.pendingHeartbeatRef === asked) void realtime.sendHeartbeat();
  }, ANSWER_WAIT_MS);
}

/** Resolves to whether the socket is open; early, with whatever is so, once it is not wanted any more. */
export async function openSocket(realtime: Realtime, isWanted: () => boolean): Promise<boolean> {
  const waitWhile = async (isSo: () => boolean, limitMs: number): Promise<void> => {
    for (let waitedMs = 0; isSo() && isWanted() && waitedMs < limitMs; waitedMs += LOOK_EVERY_MS) {
      await new Promise<void>((resolve) => {
        setTimeout(resolve, LOOK_EVERY_MS);
      });
    }
  };
  const isIdle = (): boolean => !realtime.isConnected() && !realtime.isConnecting();

  await waitWhile(() => realtime.isDisconnecting(), CLOSING_LIMIT_MS);
  if (isIdle()) realtime.connect();
  // What is left of a lost socket stands in the way of a new one until it is put away.
  await waitWhile(isIdle, SETTLE_MS);
  if (isIdle() && isWanted()) {
    await realtime.disconnect();
    realtime.connect();
  }
  await waitWhile(() => realtime.isConnecting(), DIAL_LIMIT_MS);
  return realtime.isConnected();
}
