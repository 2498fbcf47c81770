/**
 * Updates of others that came live and that the log does not have yet. Their author may be gone before the append; what
 * everybody here already reads, and writes on from, must not be missing for those who come later. So after a while
 * somebody who may edit appends them under the author's session and counter; the author's tag proves them (PROTOCOL.md,
 * S16, W8).
 */
import type { Appended, Outcome, SaidUpdate } from '../document-log.ts';
import { end } from './contact.ts';
import { canEdit, startRequest, type HeardUpdate, type Turn } from './state.ts';

const MAX_KEPT = 200;
const MAX_KEPT_BYTES = 1024 * 1024;
/** After so many attempts nobody will take it any more. */
const MAX_ATTEMPTS = 30;
const MAX_WAIT_MS = 30_000;

type Heard = Readonly<Record<string, readonly HeardUpdate[]>>;

function setHeard(turn: Turn, heard: Heard): void {
  turn.state = { ...turn.state, relaying: { ...turn.state.relaying, heard } };
}

/** Remembers an update that came live. Another one under the same counter may be the true one: only the log can tell. */
export function keepHeard(turn: Turn, sessionId: string, { counter, tag, bytes }: SaidUpdate): void {
  const { heard } = turn.state.relaying;
  const known = heard[sessionId] ?? [];
  if (counter <= (turn.state.peers[sessionId]?.logged ?? 0)) return;
  if (known.some((update) => update.counter === counter && isSame(update.tag, tag))) return;
  const all = Object.values(heard).flat();
  const keptBytes = all.reduce((sum, update) => sum + update.bytes.length, bytes.length);
  if (all.length >= MAX_KEPT || keptBytes > MAX_KEPT_BYTES) return;
  const { nowMs, chance } = turn.moment;
  const { relayAfterMs, relaySpreadMs } = turn.state.settings;
  const dueAtMs = nowMs + relayAfterMs + relaySpreadMs * chance;
  const updates = [...known, { counter, tag, bytes, attempts: 0, dueAtMs }];
  setHeard(turn, { ...heard, [sessionId]: updates.sort((a, b) => a.counter - b.counter) });
}

/** The log has a session's updates up to a counter. */
export function forgetHeard(turn: Turn, sessionId: string, upTo: number): void {
  const { heard } = turn.state.relaying;
  const known = heard[sessionId];
  if (!known) return;
  const rest = known.filter((update) => update.counter > upTo);
  const { [sessionId]: _, ...others } = heard;
  setHeard(turn, rest.length > 0 ? { ...others, [sessionId]: rest } : others);
}

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
  turn.state = { ...turn.state, relaying: { ...relaying, request } };
  const said = run.map(({ counter, tag, bytes }) => ({ counter, tag, bytes }));
  turn.effects.push({ kind: 'relay', request: request.id, of, generation, updates: said });
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
  if (code === 'session_invalid') forgetHeard(turn, request.of, Infinity);
  postpone(turn, request.of);
  if (code === 'upgrade_required') end(turn, code);
}

/** The log has everything up to `acked`. What was offered to it as the next one and not taken is not the author's. */
function forgetAnswered(turn: Turn, of: string, offered: readonly HeardUpdate[], acked: number): void {
  forgetHeard(turn, of, acked);
  const { heard } = turn.state.relaying;
  const isForged = (update: HeardUpdate) => update.counter === acked + 1 && offered.includes(update);
  const rest = (heard[of] ?? []).filter((update) => !isForged(update));
  setHeard(turn, { ...heard, [of]: rest });
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
  const rest = attempts < MAX_ATTEMPTS ? (heard[of] ?? []) : [];
  const { [of]: _, ...others } = heard;
  const next =
    rest.length > 0 ? { ...others, [of]: rest.map((update) => ({ ...update, attempts, dueAtMs })) } : others;
  turn.state = { ...turn.state, relaying: { request: null, heard: next } };
}
