/**
 * Remote updates that were received live and are not in the log yet. Their author may disappear before the append,
 * while peers already build on them. So after a while an editor that received them appends them under the author's
 * session and counter; the author's tag proves them (PROTOCOL.md, S16, W8).
 */
import { isSameBytes } from '../protocol/bytes.ts';
import type { Appended, Outcome, ReceivedUpdate } from '../ports/document-log.ts';
import type { ReceivedFrame } from './events.ts';
import { end } from './reachability.ts';
import { change, startRequest, type UnloggedUpdate, type Turn } from './state.ts';

/** Enough for twenty authors with six updates a second until they are relayed. */
const MAX_KEPT = 1500;
const MAX_KEPT_BYTES = 1024 * 1024;
/** After this many relays that failed for a missing predecessor, an update counts as lost (S16g). */
const MAX_VAIN = 5;
/** The limit is higher while the author is present: that page may still append the predecessor. */
const MAX_VAIN_WITH_AUTHOR = 30;
const MAX_WAIT_MS = 30_000;
const NO_PROOFS = new Uint8Array();

type Unlogged = Readonly<Record<string, readonly UnloggedUpdate[]>>;

function setUnlogged(turn: Turn, unlogged: Unlogged): void {
  change(turn, { relaying: { ...turn.state.relaying, unlogged } });
}

const sizeOf = (updates: readonly UnloggedUpdate[]): number =>
  updates.reduce((sum, { bytes }) => sum + bytes.length, 0);

/** Replaces the updates kept for a session, and adjusts the totals. */
function setUnloggedOf(turn: Turn, sessionId: string, updates: readonly UnloggedUpdate[]): void {
  const { unlogged, count, bytes } = turn.state.relaying;
  const { [sessionId]: before = [], ...others } = unlogged;
  change(turn, {
    relaying: {
      ...turn.state.relaying,
      unlogged: updates.length > 0 ? { ...others, [sessionId]: updates } : others,
      count: count + updates.length - before.length,
      bytes: bytes + sizeOf(updates) - sizeOf(before),
    },
  });
}

/** Keeps a live update. Several under one counter are all kept, because only the log can verify their tags (S16f). */
export function keepUnlogged(turn: Turn, frame: ReceivedFrame, shown: boolean): void {
  const { sessionId, counter, tag, bytes } = frame;
  const { unlogged, count, bytes: keptBytes } = turn.state.relaying;
  const known = unlogged[sessionId] ?? [];
  if (counter <= (turn.state.peers[sessionId]?.logged ?? 0)) return;
  if (known.some((update) => update.counter === counter && isSameBytes(update.tag, tag))) return;
  if (count >= MAX_KEPT || keptBytes + bytes.length > MAX_KEPT_BYTES) return;
  const { nowMs, chance } = turn.moment;
  const { relayAfterMs, relaySpreadMs } = turn.state.settings;
  const dueAtMs = nowMs + relayAfterMs + relaySpreadMs * chance;
  const shownBy =
    'body' in frame ? { proofs: NO_PROOFS, signed: frame } : { proofs: frame.proofs, signed: null };
  const update = { counter, tag, bytes, ...shownBy, shown, attempts: 0, vain: 0, dueAtMs, kept: false };
  const updates = [...known, update];
  setUnloggedOf(
    turn,
    sessionId,
    updates.sort((a, b) => a.counter - b.counter),
  );
}

/** The author of a kept update was proven. */
export function noteShown(turn: Turn, sessionId: string, counter: number, bytes: Uint8Array): void {
  const { unlogged } = turn.state.relaying;
  const updates = unlogged[sessionId]?.map((update) =>
    update.counter === counter && update.bytes === bytes ? { ...update, shown: true } : update,
  );
  if (updates) setUnlogged(turn, { ...unlogged, [sessionId]: updates });
}

/** The log has this update of a session, but maybe not its predecessors. */
export function forgetLogged(turn: Turn, sessionId: string, counter: number): void {
  keepOnly(turn, sessionId, (update) => update.counter !== counter);
}

/** The log has a session's updates up to a counter. */
export function forgetUnlogged(turn: Turn, sessionId: string, upTo: number): void {
  keepOnly(turn, sessionId, (update) => update.counter > upTo);
}

function keepOnly(turn: Turn, sessionId: string, isWanted: (update: UnloggedUpdate) => boolean): void {
  const { relaying, generation } = turn.state;
  const known = relaying.unlogged[sessionId];
  if (!known) return;
  const rest = known.filter(isWanted);
  if (rest.length === known.length) return;
  setUnloggedOf(turn, sessionId, rest);
  const upTo = Math.min(
    ...rest.map(({ counter }) => counter - 1),
    Math.max(...known.map(({ counter }) => counter)),
  );
  if (generation !== null && known.some(({ kept }) => kept))
    turn.effects.push({ kind: 'forget-unlogged', of: sessionId, generation, upTo });
}

/**
 * Stores every kept update before a local change that may depend on it. If this page goes away too, the next one on
 * this device relays the updates (S26).
 */
export function keepAllUnlogged(turn: Turn): void {
  const { relaying, generation } = turn.state;
  if (generation === null) return;
  for (const [of, updates] of Object.entries(relaying.unlogged)) {
    const news = updates.filter(({ kept }) => !kept);
    if (news.length === 0) continue;
    turn.effects.push({ kind: 'keep-unlogged', of, generation, updates: news.map(toReceived) });
    setUnlogged(turn, {
      ...turn.state.relaying.unlogged,
      [of]: updates.map((update) => ({ ...update, kept: true })),
    });
  }
}

/** The store failed: the updates are stored again with the next local change. */
export function keepUnloggedAgain(turn: Turn): void {
  const again = (update: UnloggedUpdate): UnloggedUpdate => ({ ...update, kept: false });
  const unlogged = Object.entries(turn.state.relaying.unlogged).map(([of, updates]) => [
    of,
    updates.map(again),
  ]);
  setUnlogged(turn, Object.fromEntries(unlogged));
}

const toReceived = ({ counter, tag, bytes }: UnloggedUpdate): ReceivedUpdate => ({ counter, tag, bytes });

/** Relays one session's updates once the oldest has waited too long, and times out a relay in flight. */
export function watchRelay(turn: Turn): void {
  const { relaying, settings, session, generation, mayEdit, running, ended } = turn.state;
  const { nowMs } = turn.moment;
  if (relaying.request) {
    if (nowMs - relaying.request.startedAtMs < settings.requestTimeoutMs) return;
    return postpone(turn, relaying.request.of);
  }
  if (!running || ended !== null || session.phase !== 'open' || generation === null || !mayEdit) return;
  const due = Object.entries(relaying.unlogged).find(([, [first]]) => first && first.dueAtMs <= nowMs);
  const first = due?.[1][0];
  if (!due || !first) return;
  const [of, updates] = due;
  const run = firstRun(updates);
  const request = { ...startRequest(turn), of, updates: run };
  change(turn, { relaying: { ...relaying, request } });
  turn.effects.push({ kind: 'relay', request: request.id, of, generation, updates: run.map(toReceived) });
}

/** The oldest ones up to the first hole in their counters. */
function firstRun(updates: readonly UnloggedUpdate[]): readonly UnloggedUpdate[] {
  const hole = updates.findIndex(({ counter }, at) => counter > (updates[at - 1]?.counter ?? counter) + 1);
  return hole < 0 ? updates : updates.slice(0, hole);
}

export function takeRelayed(turn: Turn, id: number, outcome: Outcome<Appended>): void {
  const { request } = turn.state.relaying;
  if (request?.id !== id) return;
  if (outcome.ok) forgetAnswered(turn, request.of, request.updates, outcome.value.acked);
  const code = outcome.ok || outcome.failure.kind !== 'refused' ? null : outcome.failure.code;
  // The server has no such session: it was made up.
  if (code === 'session_invalid') giveUp(turn, request.of, () => true);
  postpone(turn, request.of);
  if (code === 'upgrade_required') end(turn, code);
}

/**
 * The log has the session's updates up to `acked`. An update that was offered as the next one and not taken is forged.
 * Updates after a hole wait for a peer that has the missing ones, up to a limit.
 */
function forgetAnswered(turn: Turn, of: string, offered: readonly UnloggedUpdate[], acked: number): void {
  forgetUnlogged(turn, of, acked);
  const isHere = turn.state.people.present?.includes(of) === true;
  const maxVain = isHere ? MAX_VAIN_WITH_AUTHOR : MAX_VAIN;
  const isForged = (update: UnloggedUpdate) => update.counter === acked + 1 && offered.includes(update);
  giveUp(turn, of, (update) => isForged(update) || update.vain + 1 >= maxVain);
  const left = turn.state.relaying.unlogged[of]?.map((update) => ({ ...update, vain: update.vain + 1 }));
  if (left) setUnlogged(turn, { ...turn.state.relaying.unlogged, [of]: left });
}

/** Drops updates. The document may contain them, so it is compared with the log again (S16h). */
function giveUp(turn: Turn, of: string, isHopeless: (update: UnloggedUpdate) => boolean): void {
  if (!turn.state.relaying.unlogged[of]?.some(isHopeless)) return;
  keepOnly(turn, of, (update) => !isHopeless(update));
  change(turn, { checking: { ...turn.state.checking, checkedSeq: 0 } });
}

/** Retries with exponential backoff; the author or another peer may still supply what is missing. */
function postpone(turn: Turn, of: string): void {
  const { nowMs, chance } = turn.moment;
  const attempts = (turn.state.relaying.unlogged[of]?.[0]?.attempts ?? 0) + 1;
  const waitMs = Math.min(MAX_WAIT_MS, turn.state.settings.relayAfterMs * 2 ** attempts);
  const dueAtMs = nowMs + waitMs * (1 + chance);
  const { unlogged } = turn.state.relaying;
  const later = unlogged[of]?.map((update) => ({ ...update, attempts, dueAtMs }));
  change(turn, {
    relaying: {
      ...turn.state.relaying,
      request: null,
      unlogged: later ? { ...unlogged, [of]: later } : unlogged,
    },
  });
}
