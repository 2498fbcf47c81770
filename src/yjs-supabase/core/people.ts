/**
 * Who is here and where (PROTOCOL.md, A1–A5). Presence says that a session is here; the roster, which only the server
 * writes, says whose session it is, under which name and with which Yjs client id, and by which key its frames prove that
 * they are its own (W10). A peer's word counts for nothing.
 */
import type { KeyedEntry, Outcome, RosterEntry } from '../document-log.ts';
import { isProven } from '../proof.ts';
import { openTagKey, type TagKey } from '../tag.ts';
import type { CursorFrame, UpdateFrame, WireFrame } from '../wire.ts';
import { announceSoon, notePresenceEvents } from './announcing.ts';
import { audienceOf } from './audience.ts';
import { noteFailure } from './contact.ts';
import { hasHole, hearLive } from './peer-counters.ts';
import { pollSoon } from './polling.ts';
import { catchUp } from './pulling.ts';
import { keepHeard } from './relaying.ts';
import { wantPull } from './heads.ts';
import { appendNow } from './saving.ts';
import { showCursorSoon } from './sending.ts';
import { change, startRequest, type CoreState, type HeardUpdate, type People, type Turn } from './state.ts';
import { noteBroadcast, noteSender } from './traffic.ts';

const MAX_CURSOR_BYTES = 4096;
const MAX_HELD = 100;
const MAX_MISSES = 5;
const NOTED_FOR_MS = 1000;
/** A peer's word for the head is only a hint: worth a look, not worth believing. */
const HINT_DELAY_MS = 2000;

function setPeople(turn: Turn, changes: Partial<People>): void {
  change(turn, { people: { ...turn.state.people, ...changes } });
}

/** Presence changed: newcomers get the cursor and the newest text, carets of those who left go at once. */
export function takePresent(turn: Turn, sessions: readonly string[]): void {
  const before = audienceOf(turn.state, turn.moment.nowMs).peers;
  const { roster, present } = turn.state.people;
  const gone = Object.values(roster).filter(
    ({ sessionId }) => !sessions.includes(sessionId) && !isEarly(turn, sessionId),
  );
  const heardAtMs = { ...turn.state.people.heardAtMs };
  for (const { sessionId } of gone) delete heardAtMs[sessionId];
  const held = { ...turn.state.people.held };
  // Shown later, it would bring back the face of a peer that has left.
  for (const sessionId of present ?? []) if (!sessions.includes(sessionId)) delete held[sessionId];
  const greeted = turn.state.people.greeted.filter((sessionId) => sessions.includes(sessionId));
  setPeople(turn, { present: sessions, heardAtMs, held, greeted });
  if (present) notePresenceEvents(turn, countChanges(present, sessions));
  else announceSoon(turn);
  const clientIds = gone.map((entry) => entry.clientId);
  if (clientIds.length > 0) turn.effects.push({ kind: 'hide-cursors', clientIds });
  const news = [...audienceOf(turn.state, turn.moment.nowMs).peers].filter(
    (sessionId) => !before.has(sessionId),
  );
  if (news.length === 0) {
    // Who was heard already, and came too early to be greeted.
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

/** Heard since the lanes were joined, and not shown by presence yet: nobody says that they have left. */
function isEarly({ state: { people, lanes } }: Turn, sessionId: string): boolean {
  const heardAtMs = people.heardAtMs[sessionId] ?? -Infinity;
  return people.present?.includes(sessionId) !== true && heardAtMs >= (lanes.upSinceMs ?? Infinity);
}

/** Who said a frame, if it proves that. */
function authorOf(
  turn: Turn,
  frame: Pick<WireFrame, 'sessionId' | 'kind' | 'counter' | 'bytes' | 'proofs'>,
): RosterEntry | undefined {
  const { roster, keys } = turn.state.people;
  const key = keys[frame.sessionId];
  return key && isProven(key, frame) ? roster[frame.sessionId] : undefined;
}

/** An update from a peer: applied whatever its counter says, because the counter is only the sender's word (S7). */
export function takeUpdateFrame(turn: Turn, frame: UpdateFrame): void {
  const { settings, sessionId, pulling } = turn.state;
  const { bytes } = frame;
  if (frame.sessionId === sessionId || bytes.length > settings.maxUpdateBytes || !pulling.loaded) return;
  const entry = authorOf(turn, frame);
  if (entry) applyLive(turn, entry, bytes);
  const event = { kind: 'update-heard', frame, shown: entry !== undefined } as const;
  turn.effects.push({ kind: 'then', event });
}

export function takeHeard(turn: Turn, frame: UpdateFrame, shown: boolean): void {
  const { sessionId, counter, head } = frame;
  hear(turn, sessionId);
  noteBroadcast(turn);
  if (shown) noteSender(turn, 'text', sessionId);
  const { settings, pulling, people } = turn.state;
  if (shown || !people.keys[sessionId]) keepHeard(turn, frame);
  // Whose it is, is not known yet, or not true: it waits for the roster, or comes with the log.
  if (!shown) return wantPull(turn, HINT_DELAY_MS);
  noteLive(turn, sessionId, counter);
  if (hasHole(turn.state.peers)) wantPull(turn, settings.holeWaitMs);
  else if (head > pulling.head) pollSoon(turn, HINT_DELAY_MS * (1 + turn.moment.chance));
  catchUp(turn);
}

function applyLive(turn: Turn, { clientId }: RosterEntry, bytes: Uint8Array): void {
  turn.effects.push({ kind: 'apply', updates: [{ bytes, source: 'live', clientId }] });
}

function noteLive(turn: Turn, sessionId: string, counter: number): void {
  const peers = hearLive(turn.state.peers, sessionId, counter, turn.moment.nowMs);
  change(turn, { peers });
}

/** Updates that came before their session's key was known. */
function applyHeard(turn: Turn, before: People['keys']): void {
  for (const [sessionId, updates] of Object.entries(turn.state.relaying.heard)) {
    if (before[sessionId] || !turn.state.people.keys[sessionId]) continue;
    hear(turn, sessionId);
    for (const update of updates) applyLate(turn, sessionId, update);
  }
}

function applyLate(turn: Turn, sessionId: string, { counter, bytes, proofs }: HeardUpdate): void {
  const entry = authorOf(turn, { kind: 'update', sessionId, counter, bytes, proofs });
  if (!entry) return;
  applyLive(turn, entry, bytes);
  noteLive(turn, sessionId, counter);
}

export function takeCursorFrame(turn: Turn, frame: CursorFrame): void {
  noteBroadcast(turn);
  if (frame.sessionId === turn.state.sessionId || frame.bytes.length > MAX_CURSOR_BYTES) return;
  const { keys, held } = turn.state.people;
  const isFull = Object.keys(held).length >= MAX_HELD && !held[frame.sessionId];
  if (keys[frame.sessionId]) showCursor(turn, frame);
  else if (!isFull) setPeople(turn, { held: { ...held, [frame.sessionId]: frame } });
  hear(turn, frame.sessionId);
  greet(turn, frame.sessionId);
}

function showCursor(turn: Turn, frame: CursorFrame): void {
  const entry = authorOf(turn, frame);
  if (!entry) return;
  noteSender(turn, 'cursor', frame.sessionId);
  turn.effects.push({ kind: 'show-cursor', entry, clock: frame.counter, bytes: frame.bytes });
}

/** Who shows a cursor for the first time can hear the cursor lane from now on: show them the own one. */
function greet(turn: Turn, sessionId: string): void {
  const { greeted, present } = turn.state.people;
  if (greeted.includes(sessionId) || !present?.includes(sessionId)) return;
  setPeople(turn, { greeted: [...greeted, sessionId] });
  showCursorSoon(turn);
}

/** Cursors time out by themselves; presence shows better who is here. */
export function keepCursors(turn: Turn): void {
  const { roster } = turn.state.people;
  const { peers } = audienceOf(turn.state, turn.moment.nowMs);
  const clientIds = [...peers].flatMap((sessionId) => roster[sessionId]?.clientId ?? []);
  if (clientIds.length > 0) turn.effects.push({ kind: 'keep-cursors', clientIds });
}

/** Only sessions of the roster are remembered as heard: a made-up session must not keep us sending. */
function hear(turn: Turn, sessionId: string): void {
  wantRosterFor(turn, [sessionId]);
  const { roster, heardAtMs } = turn.state.people;
  const { nowMs } = turn.moment;
  const latestMs = heardAtMs[sessionId] ?? -Infinity;
  // A second more or less does not matter, but on which lanes it was does.
  const isNoted = nowMs - latestMs < NOTED_FOR_MS && latestMs >= (turn.state.lanes.upSinceMs ?? -Infinity);
  if (!roster[sessionId] || isNoted) return;
  setPeople(turn, { heardAtMs: { ...heardAtMs, [sessionId]: nowMs } });
}

function wantRosterFor(turn: Turn, sessions: readonly string[]): void {
  if (sessions.some((sessionId) => !isKnown(turn.state, sessionId))) wantRoster(turn);
}

/** Keys are told to an open session only. The own one needs none. */
const isKnown = ({ people, session, sessionId: own }: CoreState, sessionId: string): boolean =>
  (session === 'open' && sessionId !== own ? people.keys : people.roster)[sessionId] !== undefined;

/** Reads the roster, no more often than the gap allows; the gap grows while reading does not help. */
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

export function takeRoster(turn: Turn, id: number, outcome: Outcome<readonly KeyedEntry[]>): void {
  if (turn.state.people.request?.id !== id) return;
  setPeople(turn, { request: null });
  if (!outcome.ok) {
    // A refusal here ends nothing: the log decides who may read.
    if (outcome.failure.kind === 'unreachable') noteFailure(turn, outcome.failure);
    setPeople(turn, { misses: Math.min(MAX_MISSES, turn.state.people.misses + 1) });
    return wantRoster(turn);
  }
  const { keys: before } = turn.state.people;
  learnRoster(turn, outcome.value);
  applyHeard(turn, before);
  showHeld(turn);
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
  for (const { key, ...entry } of entries) {
    roster[entry.sessionId] = entry;
    if (key) keys[entry.sessionId] = openTagKey(key);
  }
  setPeople(turn, { roster, keys });
  turn.effects.push({ kind: 'name-cursors', roster: Object.values(roster) });
}

function showHeld(turn: Turn): void {
  const held = { ...turn.state.people.held };
  for (const [sessionId, frame] of Object.entries(held)) {
    if (!turn.state.people.keys[sessionId]) continue;
    delete held[sessionId];
    hear(turn, sessionId);
    showCursor(turn, frame);
  }
  setPeople(turn, { held });
}

/** Gives up on a request that was never answered. */
export function watchRoster(turn: Turn): void {
  const { people, settings } = turn.state;
  if (!people.request || turn.moment.nowMs - people.request.startedAtMs < settings.requestTimeoutMs) return;
  setPeople(turn, { request: null });
  wantRoster(turn);
}

/** The sessions of people who are here, as the server names them; the own one included. */
export function listHere(state: CoreState, nowMs: number): readonly RosterEntry[] {
  const here = [state.sessionId, ...audienceOf(state, nowMs).peers];
  return here.flatMap((sessionId) => state.people.roster[sessionId] ?? []);
}
