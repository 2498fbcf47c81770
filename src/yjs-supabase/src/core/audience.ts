/** The peers that receive our frames (PROTOCOL.md, W10): those in presence, plus those that sent a frame recently. */
import { isUuid } from '../protocol/frame.ts';
import type { CoreState, People } from './state.ts';

/** Each reader adds 8 bytes to every frame. Readers beyond this limit fall back to the log. */
const MAX_READERS = 100;

export interface Audience {
  /** Remote sessions that seem to be present. */
  readonly peers: ReadonlySet<string>;
  /** The peers that local frames carry a proof for (W10). */
  readonly readers: readonly string[];
  /** Frames are signed instead (W12). */
  readonly isSigned: boolean;
  /** Time at which the next peer times out; the audience is valid until then. */
  readonly untilMs: number;
}

/** Cache: every frame sent or received needs the audience, which rarely changes. */
const audiences = new WeakMap<People, Audience>();

export function audienceOf(state: CoreState, nowMs: number): Audience {
  const known = audiences.get(state.people);
  if (known && nowMs < known.untilMs) return known;
  const audience = findAudience(state, nowMs);
  audiences.set(state.people, audience);
  return audience;
}

function findAudience({ people, settings, sessionId }: CoreState, nowMs: number): Audience {
  const peers = new Set(people.present ?? []);
  let untilMs = Infinity;
  for (const [peerId, lastFrameAtMs] of Object.entries(people.lastFrameAtMs)) {
    const leavesAtMs = lastFrameAtMs + settings.peerTimeoutMs;
    if (nowMs >= leavesAtMs) continue;
    peers.add(peerId);
    untilMs = Math.min(untilMs, leavesAtMs);
  }
  peers.delete(sessionId);
  const readers = listReaders(peers, people);
  const isSigned = readers.length > settings.maxProofs && canSign(readers, sessionId, people);
  return { peers, readers, isSigned, untilMs };
}

/** A session without a public key cannot read signed frames. Made-up ones are in no roster. */
const canSign = (readers: readonly string[], own: string, { roster, publicKeys }: People): boolean =>
  publicKeys[own] !== undefined && readers.every((id) => !roster[id] || publicKeys[id]);

/** Any member can put made-up sessions into presence, so sessions in the roster come first. */
function listReaders(peers: ReadonlySet<string>, { roster }: People): readonly string[] {
  const readers = [...peers].filter(isUuid);
  if (readers.length <= MAX_READERS) return readers;
  const [known, unknown] = [readers.filter((id) => roster[id]), readers.filter((id) => !roster[id])];
  return [...known, ...unknown].slice(0, MAX_READERS);
}
