/**
 * Updates of others that came live and that the log does not have yet. Their author may be gone before the append; what
 * everybody here already reads, and writes on from, must not be missing for those who come later. So after a while
 * somebody who may edit appends them under the author's session and counter; the author's tag proves them (PROTOCOL.md,
 * S16, W8).
 */
import type { Appended, Outcome, SaidUpdate } from '../document-log.ts';
import { end } from './contact.ts';
import type { UpdateFrame } from '../wire.ts';
import { canEdit, change, startRequest, type HeardUpdate, type Turn } from './state.ts';

/** Twenty people type six keys a second, for as long as the log may lack it. */
const MAX_KEPT = 1500;
const MAX_KEPT_BYTES = 1024 * 1024;
/** So often the log may lack what comes before an update, until it counts as lost with its author. */
const MAX_VAIN = 5;
/** An author who is here may still bring it. */
const MAX_VAIN_WITH_AUTHOR = 30;
const MAX_WAIT_MS = 30_000;

type Heard = Readonly<Record<string, readonly HeardUpdate[]>>;

function setHeard(turn: Turn, heard: Heard): void {
  change(turn, { relaying: { ...turn.state.relaying, heard } });
}

const sizeOf = (updates: readonly HeardUpdate[]): number =>
  updates.reduce((sum, { bytes }) => sum + bytes.length, 0);

/** Replaces what was heard of a session, and counts. */
function setHeardOf(turn: Turn, sessionId: string, updates: readonly HeardUpdate[]): void {
  const { heard, count, bytes } = turn.state.relaying;
  const { [sessionId]: before = [], ...others } = heard;
  change(turn, {
    relaying: {
      ...turn.state.relaying,
      heard: updates.length > 0 ? { ...others, [sessionId]: updates } : others,
      count: count + updates.length - before.length,
      bytes: bytes + sizeOf(updates) - sizeOf(before),
    },
  });
}

/** Remembers an update that came live. Another one under the same counter may be the true one: only the log can tell. */
export function keepHeard(turn: Turn, { sessionId, counter, tag, proofs, bytes }: UpdateFrame): void {
  const { heard, count, bytes: keptBytes } = turn.state.relaying;
  const known = heard[sessionId] ?? [];
  if (counter <= (turn.state.peers[sessionId]?.logged ?? 0)) return;
  if (known.some((update) => update.counter === counter && isSame(update.tag, tag))) return;
  if (count >= MAX_KEPT || keptBytes + bytes.length > MAX_KEPT_BYTES) return;
  const { nowMs, chance } = turn.moment;
  const { relayAfterMs, relaySpreadMs } = turn.state.settings;
  const dueAtMs = nowMs + relayAfterMs + relaySpreadMs * chance;
  const updates = [...known, { counter, tag, proofs, bytes, attempts: 0, vain: 0, dueAtMs, kept: false }];
  setHeardOf(
    turn,
    sessionId,
    updates.sort((a, b) => a.counter - b.counter),
  );
}

/** The log has this update of a session; what comes before it may still be missing. */
export function forgetLogged(turn: Turn, sessionId: string, counter: number): void {
  keepOnly(turn, sessionId, (update) => update.counter !== counter);
}

/** The log has a session's updates up to a counter. */
function forgetHeard(turn: Turn, sessionId: string, upTo: number): void {
  keepOnly(turn, sessionId, (update) => update.counter > upTo);
}

function keepOnly(turn: Turn, sessionId: string, isWanted: (update: HeardUpdate) => boolean): void {
  const { relaying, generation } = turn.state;
  const known = relaying.heard[sessionId];
  if (!known) return;
  const rest = known.filter(isWanted);
  if (rest.length === known.length) return;
  setHeardOf(turn, sessionId, rest);
  const upTo = Math.min(
    ...rest.map(({ counter }) => counter - 1),
    Math.max(...known.map(({ counter }) => counter)),
  );
  if (generation !== null && known.some(({ kept }) => kept))
    turn.effects.push({ kind: 'forget-heard', of: sessionId, generation, upTo });
}

/**
 * Has storage keep everything that was heard and is not logged, before an own change that may rest on it: when this page
 * is gone, too, the next one on this device relays it (S26).
 */
export function keepAllHeard(turn: Turn): void {
  const { relaying, generation } = turn.state;
  if (generation === null) return;
  for (const [of, updates] of Object.entries(relaying.heard)) {
    const news = updates.filter(({ kept }) => !kept);
    if (news.length === 0) continue;
    turn.effects.push({ kind: 'keep-heard', of, generation, updates: news.map(toSaid) });
    setHeard(turn, {
      ...turn.state.relaying.heard,
      [of]: updates.map((update) => ({ ...update, kept: true })),
    });
  }
}

/** Storage has failed: it is asked again with the next own change. */
export function keepHeardAgain(turn: Turn): void {
  const again = (update: HeardUpdate): HeardUpdate => ({ ...update, kept: false });
  const heard = Object.entries(turn.state.relaying.heard).map(([of, updates]) => [of, updates.map(again)]);
  setHeard(turn, Object.fromEntries(heard));
}

const toSaid = ({ counter, tag, bytes }: HeardUpdate): SaidUpdate => ({ counter, tag, bytes });

/** Appends for the author what has waited too long. */
export function watchRelay(turn: Turn): void {
  const { relaying, settings, session, generation, role, running, ended } = turn.state;
  const { nowMs } = turn.moment;
  if (relaying.request) {
    if (nowMs - relaying.request.startedAtMs < settings.requestTimeoutMs) return;
    return postpone(turn, relaying.request.of);
  }
  if (!running || ended !== null || session !== 'open' || generation === null || !canEdit(role)) return;
  const due = Object.entries(relaying.heard).find(([, [first]]) => first && first.dueAtMs <= nowMs);
  const first = due?.[1][0];
  if (!due || !first) return;
  const [of, updates] = due;
  const run = firstRun(updates);
  const request = { ...startRequest(turn), of, updates: run };
  change(turn, { relaying: { ...relaying, request } });
  turn.effects.push({ kind: 'relay', request: request.id, of, generation, updates: run.map(toSaid) });
}

/** The oldest ones up to the first hole in their counters. */
function firstRun(updates: readonly HeardUpdate[]): readonly HeardUpdate[] {
  const hole = updates.findIndex(({ counter }, at) => counter > (updates[at - 1]?.counter ?? counter) + 1);
  return hole < 0 ? updates : updates.slice(0, hole);
}

export function takeRelayed(turn: Turn, id: number, outcome: Outcome<Appended>): void {
  const { request } = turn.state.relaying;
  if (request?.id !== id) return;
  if (outcome.ok) forgetAnswered(turn, request.of, request.updates, outcome.value.acked);
  const code = outcome.ok || outcome.failure.kind !== 'refused' ? null : outcome.failure.code;
  // A session that the server does not know was made up.
  if (code === 'session_invalid') giveUp(turn, request.of, () => true);
  postpone(turn, request.of);
  if (code === 'upgrade_required') end(turn, code);
}

/**
 * The log has everything up to `acked`. What was offered to it as the next one and not taken is not the author's. What
 * comes after a hole waits for whoever has the rest, but not for ever.
 */
function forgetAnswered(turn: Turn, of: string, offered: readonly HeardUpdate[], acked: number): void {
  forgetHeard(turn, of, acked);
  const isHere = turn.state.people.present?.includes(of) === true;
  const maxVain = isHere ? MAX_VAIN_WITH_AUTHOR : MAX_VAIN;
  const isForged = (update: HeardUpdate) => update.counter === acked + 1 && offered.includes(update);
  giveUp(turn, of, (update) => isForged(update) || update.vain + 1 >= maxVain);
  const left = turn.state.relaying.heard[of]?.map((update) => ({ ...update, vain: update.vain + 1 }));
  if (left) setHeard(turn, { ...turn.state.relaying.heard, [of]: left });
}

/** The document may show it: it is compared with the log once more. */
function giveUp(turn: Turn, of: string, isHopeless: (update: HeardUpdate) => boolean): void {
  if (!turn.state.relaying.heard[of]?.some(isHopeless)) return;
  keepOnly(turn, of, (update) => !isHopeless(update));
  change(turn, { checking: { ...turn.state.checking, checkedSeq: 0 } });
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at]);

/** What is left needs something that somebody else has, or the author may still be there: later again, ever more so. */
function postpone(turn: Turn, of: string): void {
  const { nowMs, chance } = turn.moment;
  const attempts = (turn.state.relaying.heard[of]?.[0]?.attempts ?? 0) + 1;
  const waitMs = Math.min(MAX_WAIT_MS, turn.state.settings.relayAfterMs * 2 ** attempts);
  const dueAtMs = nowMs + waitMs * (1 + chance);
  const { heard } = turn.state.relaying;
  const later = heard[of]?.map((update) => ({ ...update, attempts, dueAtMs }));
  change(turn, {
    relaying: { ...turn.state.relaying, request: null, heard: later ? { ...heard, [of]: later } : heard },
  });
}
