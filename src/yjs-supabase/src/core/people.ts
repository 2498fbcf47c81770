/**
 * The present sessions and their cursor frames (PROTOCOL.md, A1–A5, W10). Presence lists sessions. The roster, which
 * only the server writes, gives each session's user, name, Yjs client id and the key that verifies its frames. Nothing
 * that a peer claims about itself is trusted.
 */
import type { KeyedEntry, Outcome, PresentEntry, RosterEntry } from '../ports/document-log.ts';
import { isProven } from '../protocol/proof.ts';
import { openTagKey, type TagKey } from '../protocol/tag.ts';
import type { CursorFrame, WireFrame } from '../protocol/frame.ts';
import type { SignedCursor, SignedCursorFrame, SignedFrame } from '../protocol/signed-frame.ts';
import { announceSoon, notePresenceEvents } from './announcing.ts';
import { audienceOf } from './audience.ts';
import { noteFailure } from './reachability.ts';
import { appendNow } from './saving.ts';
import { showCursorSoon } from './sending.ts';
import { entryOf, listNamed, noteHeard } from './silent-peers.ts';
import { change, startRequest, type CoreState, type People, type Turn } from './state.ts';
import { noteBroadcast, noteSender } from './traffic.ts';

const MAX_CURSOR_BYTES = 4096;
const MAX_HELD = 100;
const MAX_MISSES = 5;
const NOTED_FOR_MS = 1000;

function setPeople(turn: Turn, changes: Partial<People>): void {
  change(turn, { people: { ...turn.state.people, ...changes } });
}

/** Presence changed: new sessions get the local cursor and text, cursors of sessions that left go at once. */
export function takePresent(turn: Turn, sessions: readonly string[]): void {
  const before = audienceOf(turn.state, turn.moment.nowMs).peers;
  const { roster, present } = turn.state.people;
  const gone = Object.values(roster).filter(
    ({ sessionId }) => !sessions.includes(sessionId) && !isEarly(turn, sessionId),
  );
  const lastFrameAtMs = { ...turn.state.people.lastFrameAtMs };
  for (const { sessionId } of gone) delete lastFrameAtMs[sessionId];
  const held = { ...turn.state.people.held };
  // A held cursor shown later would bring back a peer that has left.
  for (const sessionId of present ?? []) if (!sessions.includes(sessionId)) delete held[sessionId];
  const greeted = turn.state.people.greeted.filter((sessionId) => sessions.includes(sessionId));
  setPeople(turn, { present: sessions, lastFrameAtMs, held, greeted });
  noteHeard(turn, present ? sessions.filter((id) => !present.includes(id)) : sessions);
  if (present) notePresenceEvents(turn, countChanges(present, sessions));
  else announceSoon(turn);
  const clientIds = gone.map((entry) => entry.clientId);
  if (clientIds.length > 0) turn.effects.push({ kind: 'hide-cursors', clientIds });
  const news = [...audienceOf(turn.state, turn.moment.nowMs).peers].filter(
    (sessionId) => !before.has(sessionId),
  );
  if (news.length === 0) {
    // These peers sent frames before presence listed them, so they have not received our cursor yet.
    if (present && sessions.some((sessionId) => !present.includes(sessionId))) showCursorSoon(turn);
    return;
  }
  wantRosterFor(turn, news);
  showCursorSoon(turn);
  appendNow(turn, false);
}

const countChanges = (before: readonly string[], after: readonly string[]): number =>
  before.filter((sessionId) => !after.includes(sessionId)).length +
  after.filter((sessionId) => !before.includes(sessionId)).length;

/** A peer that sent a frame after we joined but is not in presence yet. Its absence is not a departure. */
function isEarly({ state: { people, lanes } }: Turn, sessionId: string): boolean {
  const lastFrameAtMs = people.lastFrameAtMs[sessionId] ?? -Infinity;
  return (
    people.present?.includes(sessionId) !== true && lanes.phase === 'up' && lastFrameAtMs >= lanes.upSinceMs
  );
}

/** The author of a frame, if the frame's proof is valid. */
export function authorOf(
  turn: Turn,
  frame: Pick<WireFrame, 'sessionId' | 'kind' | 'counter' | 'bytes' | 'proofs'>,
): RosterEntry | undefined {
  const { roster, keys } = turn.state.people;
  const key = keys[frame.sessionId];
  return key && isProven(key, frame) ? roster[frame.sessionId] : undefined;
}

export function takeCursorFrame(turn: Turn, frame: CursorFrame): void {
  noteBroadcast(turn);
  if (frame.sessionId === turn.state.sessionId || frame.bytes.length > MAX_CURSOR_BYTES) return;
  if (turn.state.people.keys[frame.sessionId]) showProven(turn, frame);
  else holdCursor(turn, frame);
  noteFrame(turn, frame.sessionId);
  greet(turn, frame.sessionId);
}

function holdCursor(turn: Turn, frame: CursorFrame | SignedCursorFrame): void {
  const { held } = turn.state.people;
  const isFull = Object.keys(held).length >= MAX_HELD && !held[frame.sessionId];
  if (!isFull) setPeople(turn, { held: { ...held, [frame.sessionId]: frame } });
}

function showProven(turn: Turn, frame: CursorFrame): void {
  const entry = authorOf(turn, frame);
  if (!entry) return;
  noteSender(turn, 'cursor', frame.sessionId);
  turn.effects.push({
    kind: 'show-cursor',
    entry,
    clock: frame.counter,
    bytes: frame.bytes,
    isBinary: false,
  });
}

/** A signed cursor frame. It is shown once it has been verified. */
export function takeSignedCursor(turn: Turn, frame: SignedCursorFrame): void {
  noteBroadcast(turn);
  if (frame.sessionId === turn.state.sessionId || frame.cursor.bytes.length > MAX_CURSOR_BYTES) return;
  if (!turn.state.people.roster[frame.sessionId]) holdCursor(turn, frame);
  else verify(turn, frame, false);
  noteFrame(turn, frame.sessionId);
  greet(turn, frame.sessionId);
}

/** Requests the verification of a frame. One whose author has no public key is forged. */
export function verify(turn: Turn, frame: SignedFrame, isHeld: boolean): void {
  const { people, generation } = turn.state;
  const publicKey = people.publicKeys[frame.sessionId];
  if (publicKey && generation !== null)
    turn.effects.push({ kind: 'verify', publicKey, generation, frame, isHeld });
}

/** The cursor of a verified frame. */
export function showVerified(turn: Turn, entry: RosterEntry, cursor: SignedCursor): void {
  if (cursor.bytes.length > MAX_CURSOR_BYTES) return;
  const { clock, bytes } = cursor;
  turn.effects.push({ kind: 'show-cursor', entry, clock, bytes, isBinary: true });
}

/** A peer's first cursor frame proves that it has joined the cursor lane, so reply with ours. */
function greet(turn: Turn, sessionId: string): void {
  const { greeted, present } = turn.state.people;
  if (greeted.includes(sessionId) || !present?.includes(sessionId)) return;
  setPeople(turn, { greeted: [...greeted, sessionId] });
  showCursorSoon(turn);
}

/** Awareness times out idle cursors. Presence is the better source, so cursors of present sessions are kept. */
export function keepCursors(turn: Turn): void {
  const { roster } = turn.state.people;
  const { peers } = audienceOf(turn.state, turn.moment.nowMs);
  const clientIds = [...peers].flatMap((sessionId) => roster[sessionId]?.clientId ?? []);
  if (clientIds.length > 0) turn.effects.push({ kind: 'keep-cursors', clientIds });
}

/** Records a frame of a session. Only sessions in the roster count, so that a made-up one cannot keep us sending. */
export function noteFrame(turn: Turn, sessionId: string): void {
  noteHeard(turn, [sessionId]);
  wantRosterFor(turn, [sessionId]);
  const { people, lanes } = turn.state;
  const { roster, lastFrameAtMs } = people;
  const { nowMs } = turn.moment;
  const latestMs = lastFrameAtMs[sessionId] ?? -Infinity;
  // Precision of a second is enough, unless the last frame came on earlier lanes.
  const isNoted = nowMs - latestMs < NOTED_FOR_MS && (lanes.phase !== 'up' || latestMs >= lanes.upSinceMs);
  if (!roster[sessionId] || isNoted) return;
  setPeople(turn, { lastFrameAtMs: { ...lastFrameAtMs, [sessionId]: nowMs } });
}

function wantRosterFor(turn: Turn, sessions: readonly string[]): void {
  if (sessions.some((sessionId) => !isKnown(turn.state, sessionId))) wantRoster(turn);
}

/** The server returns keys to an open session only, and none for the local one. */
const isKnown = ({ people, session, sessionId: own }: CoreState, sessionId: string): boolean =>
  (session.phase === 'open' && sessionId !== own ? people.keys : people.roster)[sessionId] !== undefined;

/**
 * Schedules a read of the roster. The minimum gap between reads doubles while they do not contain a missing session.
 */
export function wantRoster(turn: Turn): void {
  const { people, settings, running, ended } = turn.state;
  if (!running || ended !== null || people.request) return;
  const gapMs = settings.rosterGapMs * 2 ** people.misses;
  const earliestMs = people.lastReadAtMs === null ? 0 : people.lastReadAtMs + gapMs;
  const delayMs = Math.max(0, earliestMs - turn.moment.nowMs);
  turn.effects.push({ kind: 'start-timer', name: 'roster', delayMs });
}

export function readRoster(turn: Turn): void {
  if (!turn.state.running || turn.state.ended !== null || turn.state.people.request) return;
  const request = startRequest(turn);
  setPeople(turn, { request, lastReadAtMs: turn.moment.nowMs });
  turn.effects.push({ kind: 'read-roster', request: request.id });
}

/** The sessions of which a key is newly known; null when no roster arrived. The caller then calls `showHeld`. */
export function takeRoster(
  turn: Turn,
  id: number,
  outcome: Outcome<readonly KeyedEntry[]>,
): readonly string[] | null {
  if (turn.state.people.request?.id !== id) return null;
  setPeople(turn, { request: null });
  if (!outcome.ok) {
    // A refusal here does not end the document: only the log decides that.
    if (outcome.failure.kind === 'unreachable') noteFailure(turn, outcome.failure);
    setPeople(turn, { misses: Math.min(MAX_MISSES, turn.state.people.misses + 1) });
    wantRoster(turn);
    return null;
  }
  const { keys: before, roster: rosterBefore } = turn.state.people;
  learnRoster(turn, outcome.value);
  const { keys, roster } = turn.state.people;
  return Object.keys(roster).filter(
    (sessionId) => !rosterBefore[sessionId] || (keys[sessionId] && !before[sessionId]),
  );
}

/** Shows the cursors that waited for the roster, and reads it again while it lacks a session. */
export function showHeld(turn: Turn): void {
  showKnown(turn);
  const { present, held, misses } = turn.state.people;
  const unknown = [...(present ?? []), ...Object.keys(held)].some(
    (sessionId) => !isKnown(turn.state, sessionId),
  );
  if (!unknown) return setPeople(turn, { misses: 0 });
  if (misses >= MAX_MISSES) return setPeople(turn, { held: {} });
  setPeople(turn, { misses: misses + 1 });
  wantRoster(turn);
}

function learnRoster(turn: Turn, entries: readonly KeyedEntry[]): void {
  const roster: Record<string, RosterEntry> = {};
  const keys: Record<string, TagKey> = {};
  const publicKeys: Record<string, Uint8Array> = {};
  for (const { key, publicKey, ...entry } of entries) {
    roster[entry.sessionId] = entry;
    if (key) keys[entry.sessionId] = openTagKey(key);
    if (publicKey) publicKeys[entry.sessionId] = publicKey;
  }
  setPeople(turn, { roster, keys, publicKeys });
  turn.effects.push({ kind: 'name-cursors', roster: listNamed(turn.state.people) });
}

function showKnown(turn: Turn): void {
  const held = { ...turn.state.people.held };
  for (const [sessionId, frame] of Object.entries(held)) {
    if (!turn.state.people['body' in frame ? 'roster' : 'keys'][sessionId]) continue;
    delete held[sessionId];
    noteFrame(turn, sessionId);
    if ('body' in frame) verify(turn, frame, true);
    else showProven(turn, frame);
  }
  setPeople(turn, { held });
}

/** Times out a read of the roster. */
export function watchRoster(turn: Turn): void {
  const { people, settings } = turn.state;
  if (!people.request || turn.moment.nowMs - people.request.startedAtMs < settings.requestTimeoutMs) return;
  setPeople(turn, { request: null });
  wantRoster(turn);
}

/** The roster entries of the sessions that are present, the local one included. */
export function listHere(state: CoreState, nowMs: number): readonly PresentEntry[] {
  const here = [state.sessionId, ...audienceOf(state, nowMs).peers];
  return here.flatMap((sessionId) => entryOf(state.people, sessionId) ?? []);
}
