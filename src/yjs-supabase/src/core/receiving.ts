/**
 * Text frames of peers (PROTOCOL.md, S7). A frame with a valid proof is applied at once. One whose author is unknown
 * waits for the roster, and the log delivers it in any case.
 */
import type { RosterEntry } from '../ports/document-log.ts';
import type { UpdateFrame } from '../protocol/frame.ts';
import type { SignedFrame } from '../protocol/signed-frame.ts';
import type { CoreEvent, ReceivedFrame } from './events.ts';
import { hasHole, receiveLive } from './peer-counters.ts';
import { authorOf, noteFrame, showVerified, takeSignedCursor, verify } from './people.ts';
import { pollSoon } from './schedule-poll.ts';
import { catchUp } from './pulling.ts';
import { keepUnlogged, noteShown } from './relaying.ts';
import { wantPull } from './schedule-pull.ts';
import { change, type People, type Turn, type UnloggedUpdate } from './state.ts';
import { noteBroadcast, noteSender } from './traffic.ts';

/** A peer's `head` is only a hint: poll the log soon, but do not trust it (W6a). */
const HINT_DELAY_MS = 2000;

/** A live update is applied whatever its counter is, because the counter is only the sender's claim (S7). */
export function takeUpdateFrame(turn: Turn, frame: UpdateFrame): void {
  const { settings, sessionId, pulling } = turn.state;
  const { bytes } = frame;
  if (frame.sessionId === sessionId || bytes.length > settings.maxUpdateBytes || !pulling.loaded) return;
  const entry = authorOf(turn, frame);
  if (entry) applyLive(turn, entry, bytes);
  const event = { kind: 'update-received', frame, shown: entry !== undefined } as const;
  turn.effects.push({ kind: 'then', event });
}

/** A frame whose author is in the roster is applied once it has been verified (W12c). */
export function takeSignedFrame(turn: Turn, frame: SignedFrame): void {
  if (frame.kind === 'awareness') return takeSignedCursor(turn, frame);
  const { settings, sessionId, pulling, people } = turn.state;
  if (frame.sessionId === sessionId || frame.bytes.length > settings.maxUpdateBytes || !pulling.loaded)
    return;
  if (people.publicKeys[frame.sessionId]) return verify(turn, frame, false);
  turn.effects.push({ kind: 'then', event: { kind: 'update-received', frame, shown: false } });
}

export function takeVerified(
  turn: Turn,
  { frame, isValid, isHeld }: Extract<CoreEvent, { kind: 'frame-verified' }>,
): void {
  const entry = isValid ? turn.state.people.roster[frame.sessionId] : undefined;
  if (entry && frame.kind === 'update') applyLive(turn, entry, frame.bytes);
  if (entry && frame.cursor) showVerified(turn, entry, frame.cursor);
  if (entry && frame.kind === 'awareness') noteSender(turn, 'cursor', frame.sessionId);
  if (frame.kind === 'awareness') return;
  if (!isHeld)
    turn.effects.push({
      kind: 'then',
      event: { kind: 'update-received', frame, shown: entry !== undefined },
    });
  else if (entry) noteLate(turn, frame.sessionId, frame);
}

export function takeReceived(turn: Turn, frame: ReceivedFrame, shown: boolean): void {
  const { sessionId, counter, head } = frame;
  noteFrame(turn, sessionId);
  noteBroadcast(turn);
  if (shown) noteSender(turn, 'text', sessionId);
  const { settings, pulling, people } = turn.state;
  if (shown || !isAuthorKnown(people, frame)) keepUnlogged(turn, frame, shown);
  // The author is unknown or forged. Hold the update until the roster arrives; otherwise the log will deliver it.
  if (!shown) return wantPull(turn, HINT_DELAY_MS);
  noteLive(turn, sessionId, counter);
  if (hasHole(turn.state.peers)) wantPull(turn, settings.holeWaitMs);
  else if (head > pulling.head) pollSoon(turn, HINT_DELAY_MS * (1 + turn.moment.chance));
  catchUp(turn);
}

const isAuthorKnown = ({ keys, roster }: People, frame: ReceivedFrame): boolean =>
  ('body' in frame ? roster : keys)[frame.sessionId] !== undefined;

function applyLive(turn: Turn, { clientId }: RosterEntry, bytes: Uint8Array): void {
  turn.effects.push({ kind: 'apply', updates: [{ bytes, source: 'live', clientId }] });
}

function noteLive(turn: Turn, sessionId: string, counter: number): void {
  const peers = receiveLive(turn.state.peers, sessionId, counter, turn.moment.nowMs);
  change(turn, { peers });
}

/** Applies updates that arrived before their session's key. */
export function applyUnlogged(turn: Turn, newlyKnown: readonly string[]): void {
  for (const [sessionId, updates] of Object.entries(turn.state.relaying.unlogged)) {
    if (!newlyKnown.includes(sessionId)) continue;
    noteFrame(turn, sessionId);
    for (const update of updates) applyLate(turn, sessionId, update);
  }
}

function applyLate(turn: Turn, sessionId: string, update: UnloggedUpdate): void {
  const { counter, bytes, proofs, signed } = update;
  if (signed) return verify(turn, signed, true);
  const entry = authorOf(turn, { kind: 'update', sessionId, counter, bytes, proofs });
  if (!entry) return;
  applyLive(turn, entry, bytes);
  noteLate(turn, sessionId, update);
}

function noteLate(
  turn: Turn,
  sessionId: string,
  { counter, bytes }: Pick<UnloggedUpdate, 'counter' | 'bytes'>,
): void {
  noteLive(turn, sessionId, counter);
  noteShown(turn, sessionId, counter, bytes);
}
