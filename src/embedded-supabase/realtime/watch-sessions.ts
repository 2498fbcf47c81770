/**
 * Ends the channels of sign-in sessions that have ended: signed out, expired, or of a deleted or banned user. Hosted
 * Realtime leaves them open until their token expires.
 */
import { z } from 'zod';
import type { Claims } from '../keys/tokens.ts';
import type { Hub } from './hub.ts';

const claimsOfSession = z.object({ session_id: z.uuid() });

/** Null for keys, and for tokens that no sign-in issued. */
const sessionOf = (claims: Claims): string | null =>
  claimsOfSession.safeParse(claims).data?.session_id.toLowerCase() ?? null;

export async function hasSessionEnded(hub: Hub, claims: Claims): Promise<boolean> {
  const sessionId = sessionOf(claims);
  return sessionId !== null && (await hub.findEndedSessions([sessionId])).size > 0;
}

/** Checks all sessions with open channels periodically. Returns the undo. */
export function watchSessions(hub: Hub): () => void {
  let stopTimer = (): void => {};
  const checkLater = (): void => {
    stopTimer = hub.startTimer(hub.config.sessionCheckMs, () => {
      check()
        .catch((error: unknown) => hub.log('error', `sessions could not be checked: ${String(error)}`))
        .finally(() => {
          if (!hub.isClosing) checkLater();
        });
    });
  };
  const check = async (): Promise<void> => {
    const sessionIds = new Set([...hub.joined].flatMap(({ joined }) => sessionOf(joined.claims) ?? []));
    if (sessionIds.size === 0) return;
    const ended = await hub.findEndedSessions([...sessionIds]);
    if (ended.size === 0) return;
    for (const { channel, joined } of hub.joined)
      if (ended.has(sessionOf(joined.claims) ?? '')) channel.shutDown('The session has ended');
  };
  checkLater();
  return () => stopTimer();
}
