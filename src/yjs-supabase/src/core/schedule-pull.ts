/**
 * Measures the lag behind the log, and schedules the next pull (PROTOCOL.md, S7–S9). `applied` is exact (rows
 * 1…applied are in the document); the estimates made here affect only the delay.
 */
import type { LogHead } from '../ports/document-log.ts';
import { countUnlogged, hasHole } from './peer-counters.ts';
import { pollOften, pollSoon } from './schedule-poll.ts';
import { change, isReader, startRequest, type HeadRequest, type Pulling, type Turn } from './state.ts';

/** A reader pulls at most once in this time (R2). */
const READER_PAUSE_MS = 5000;
const OFTEN_AFTER_ROWS_MS = 15_000;

/** Starts a request whose reply contains the head of the log. */
export function askAbout(turn: Turn): HeadRequest {
  const { head: knownHead, applied: since } = turn.state.pulling;
  return { ...startRequest(turn), knownHead, since };
}

/**
 * Whether a reply continues the log read so far: it is no shorter, and the chains match if both end at the same row
 * (S18).
 */
export const isSameLog = (
  { knownHead }: HeadRequest,
  { applied, chain }: Pick<Pulling, 'applied' | 'chain'>,
  reply: Pick<LogHead, 'head' | 'chain'>,
): boolean => reply.head >= knownHead && (chain === null || applied !== reply.head || chain === reply.chain);

/**
 * Pulls within `delayMs`. An earlier schedule stands, and a pull in flight is followed by another. A reader that lacks no
 * row polls instead, and pulls if the reply has any.
 */
export function wantPull(turn: Turn, delayMs: number): void {
  const { pulling, running, ended } = turn.state;
  if (!running || ended !== null) return;
  if (pulling.request) {
    change(turn, { pulling: { ...pulling, again: true } });
    return;
  }
  const isUpToDate = pulling.loaded && pulling.applied >= pulling.head;
  if (isReader(turn.state) && isUpToDate && !pulling.poll) return pollSoon(turn, delayMs);
  const waitMs = Math.max(delayMs, pauseMs(turn));
  const dueAtMs = turn.moment.nowMs + waitMs;
  if (pulling.dueAtMs !== null && pulling.dueAtMs <= dueAtMs) return;
  change(turn, { pulling: { ...pulling, dueAtMs } });
  turn.effects.push({ kind: 'start-timer', name: 'pull', delayMs: waitMs });
}

function pauseMs({ state, moment: { nowMs } }: Turn): number {
  const { pulledAtMs } = state.pulling;
  return isReader(state) && pulledAtMs !== null ? Math.max(0, pulledAtMs + READER_PAUSE_MS - nowMs) : 0;
}

/**
 * The server announced row `head`. Rows whose bytes are already here (`own` local ones, and updates received live) need
 * no pull: the next `head` message names them. `isUnsent`: some of the rows are never received live.
 */
export function learnHead(turn: Turn, head: number, { own = 0, isUnsent = false } = {}): void {
  const { pulling, peers, outbox } = turn.state;
  if (head > pulling.head) change(turn, { pulling: { ...pulling, head } });
  // More rows may follow, and nothing will announce them.
  const isLive = turn.state.lanes.phase === 'up';
  if (head > pulling.head && !isLive) pollOften(turn, OFTEN_AFTER_ROWS_MS);
  markBehind(turn);
  const missing = turn.state.pulling.head - pulling.applied;
  if (missing <= 0 || !pulling.loaded) return;
  const onTheirWay = countUnlogged(peers) + outbox.items.length + own;
  const hurry = !isLive || isUnsent || missing > onTheirWay || hasHole(peers);
  const { chance } = turn.moment;
  // A frame may be in flight on another lane.
  wantRows(turn, hurry ? turn.state.settings.holeWaitMs + 100 * chance : 2000 + 2000 * chance);
}

/** Pulls after `delayMs` if rows are still missing then. An earlier schedule stands. */
function wantRows(turn: Turn, delayMs: number): void {
  const { pulling, running, ended } = turn.state;
  const catchUpAtMs = turn.moment.nowMs + delayMs;
  if (!running || ended !== null || (pulling.catchUpAtMs ?? Infinity) <= catchUpAtMs) return;
  change(turn, { pulling: { ...pulling, catchUpAtMs } });
  turn.effects.push({ kind: 'start-timer', name: 'catch-up', delayMs });
}

export function markBehind(turn: Turn): void {
  const { pulling } = turn.state;
  const behindSinceMs = pulling.head > pulling.applied ? (pulling.behindSinceMs ?? turn.moment.nowMs) : null;
  change(turn, { pulling: { ...pulling, behindSinceMs } });
}
