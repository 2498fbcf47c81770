/**
 * The WebSocket of a supabase-js client. supabase-js needs almost a minute to detect a dead socket, and reconnects on a slow
 * schedule. When it opens, it sends every queued join, including those of earlier attempts. So opening a lane first checks
 * that the socket is alive, connects if there is none, and joins once it is open.
 */
import type { SupabaseClient } from '@supabase/supabase-js';

type Realtime = SupabaseClient['realtime'];

const ANSWER_WAIT_MS = 5000;
const LOOK_EVERY_MS = 20;
const CLOSING_LIMIT_MS = 5000;
const DIAL_LIMIT_MS = 10_000;
/** Time for supabase-js to notice a closing socket and reconnect by itself. */
const SETTLE_MS = 700;

/** Closes an unresponsive socket with every lane on it: after a change of network a socket only seems open. */
export function checkSocket(realtime: Realtime): void {
  if (!realtime.isConnected()) return;
  if (realtime.pendingHeartbeatRef === null) void realtime.sendHeartbeat();
  const asked = realtime.pendingHeartbeatRef;
  setTimeout(() => {
    // A second heartbeat while the first is unanswered makes supabase-js close the socket.
    if (realtime.pendingHeartbeatRef === asked) void realtime.sendHeartbeat();
  }, ANSWER_WAIT_MS);
}

/** Waits until the socket is open, or `isWanted` returns false. Resolves to whether it is open. */
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
  // A lost socket that supabase-js has not cleaned up blocks a new one until `disconnect`.
  await waitWhile(isIdle, SETTLE_MS);
  if (isIdle() && isWanted()) {
    await realtime.disconnect();
    realtime.connect();
  }
  await waitWhile(() => realtime.isConnecting(), DIAL_LIMIT_MS);
  return realtime.isConnected();
}
