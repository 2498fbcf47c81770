/** The counters received from each peer's session. Detects holes early; completeness is decided by `seq` alone (S7). */
import type { PeerCounter } from './state.ts';

type Peers = Readonly<Record<string, PeerCounter>>;

/** At most this many counters beyond a hole are kept, so that a peer cannot fill the memory. */
const MAX_AHEAD = 200;

/** A live update arrived. The first one of a session may have any counter. */
export function receiveLive(peers: Peers, sessionId: string, counter: number, nowMs: number): Peers {
  const known = peers[sessionId];
  if (!known)
    return { ...peers, [sessionId]: { have: counter, logged: counter - 1, ahead: [], holeSinceMs: null } };
  if (counter <= known.have || known.ahead.length >= MAX_AHEAD) return peers;
  const ahead = [...known.ahead, counter];
  return { ...peers, [sessionId]: close({ ...known, ahead, holeSinceMs: known.holeSinceMs ?? nowMs }) };
}

/** Rows of the log arrived; `rows` are pairs of session and counter. */
export function receiveLogged(peers: Peers, rows: readonly (readonly [string, number])[]): Peers {
  const next: Record<string, PeerCounter> = { ...peers };
  for (const [sessionId, counter] of rows) {
    const known = next[sessionId] ?? { have: counter, logged: counter, ahead: [], holeSinceMs: null };
    const logged = Math.max(known.logged, counter);
    next[sessionId] = close({ ...known, logged, have: Math.max(known.have, counter) });
  }
  return next;
}

function close(peer: PeerCounter): PeerCounter {
  let have = peer.have;
  const waiting = new Set(peer.ahead);
  while (waiting.has(have + 1)) have += 1;
  const ahead = peer.ahead.filter((counter) => counter > have);
  return { ...peer, have, ahead, holeSinceMs: ahead.length > 0 ? peer.holeSinceMs : null };
}

/** Closes holes that are too old to be filled live; from then on only the log fills them. */
export function forgetHoles(peers: Peers, openedBeforeMs: number): Peers {
  const isOld = (peer: PeerCounter) => peer.holeSinceMs !== null && peer.holeSinceMs < openedBeforeMs;
  if (!Object.values(peers).some(isOld)) return peers;
  const forget = (peer: PeerCounter): PeerCounter =>
    isOld(peer) ? { ...peer, have: Math.max(peer.have, ...peer.ahead), ahead: [], holeSinceMs: null } : peer;
  return Object.fromEntries(Object.entries(peers).map(([sessionId, peer]) => [sessionId, forget(peer)]));
}

export const hasHole = (peers: Peers): boolean => Object.values(peers).some((peer) => peer.ahead.length > 0);

/** Updates that were received but not yet seen in the log: rows that need not be fetched soon. */
export function countUnlogged(peers: Peers): number {
  let count = 0;
  for (const peer of Object.values(peers)) count += Math.max(0, peer.have - peer.logged) + peer.ahead.length;
  return count;
}
