/** The editing session: opened once, then kept for as long as the provider lives (PROTOCOL.md, S1). */
import type { Outcome } from '../ports/document-log.ts';
import { end, noteFailure, noteSilence } from './reachability.ts';
import { learnFacts } from './learn-reply.ts';
import { learnHead, wantPull } from './schedule-pull.ts';
import { joinSoon, leaveLanes, leaveUnseen, rejoinSoon, startJoin } from './joining.ts';
import { wantRoster } from './people.ts';
import { armPoll } from './schedule-poll.ts';
import { pull } from './pulling.ts';
import { appendNow, armAppend, storeAll } from './saving.ts';
import { showCursorSoon } from './sending.ts';
import { backoffMs, change, isLate, startRequest, type Turn } from './state.ts';
import { TIMERS, type LiveSession } from './events.ts';

const TICK_MS = 1000;
const LONGEST_RESUME_MS = 500;
/** Refusals after which a retry can succeed. */
const PASSING_CODES = new Set([
  'unauthenticated',
  'rate_limited',
  'internal',
  'unavailable',
  'restore_in_progress',
]);

export function connect(turn: Turn): void {
  if (turn.state.running || turn.state.ended !== null) return;
  change(turn, { running: true });
  turn.effects.push({ kind: 'start-timer', name: 'tick', delayMs: TICK_MS });
  openSession(turn);
  pull(turn);
  armPoll(turn);
  startJoin(turn);
  appendNow(turn, false);
}

const NOTHING_UNDER_WAY = {
  request: null,
  again: false,
  dueAtMs: null,
  named: null,
  catchUpAtMs: null,
  poll: null,
  pollAtMs: Infinity,
} as const;

/** Stops all communication. Local changes keep collecting in the outbox. */
export function disconnect(turn: Turn): void {
  if (!turn.state.running) return;
  leaveLanes(turn);
  const { session, saving, pulling, people } = turn.state;
  change(turn, {
    running: false,
    session: session.phase === 'open' ? session : { phase: 'closed', failures: session.failures },
    saving: { ...saving, request: null },
    pulling: { ...pulling, ...NOTHING_UNDER_WAY },
    relaying: { ...turn.state.relaying, request: null },
    checking: { ...turn.state.checking, request: null },
    people: { ...people, request: null, lastFrameAtMs: {}, held: {} },
  });
  for (const name of TIMERS) turn.effects.push({ kind: 'stop-timer', name });
}

/** The document was closed: leave presence at once, but still save the last changes. */
export function retire(turn: Turn): void {
  if (turn.state.retiring) return;
  change(turn, { retiring: true });
  leaveLanes(turn);
  appendNow(turn, true);
}

export function openSession(turn: Turn): void {
  const { running, ended, session } = turn.state;
  if (!running || ended !== null || session.phase !== 'closed') return;
  const request = startRequest(turn);
  change(turn, { session: { ...session, phase: 'opening', request } });
  turn.effects.push({ kind: 'open-session', request: request.id });
}

export function takeSessionOpened(turn: Turn, id: number, outcome: Outcome<LiveSession>): void {
  const { session } = turn.state;
  if (session.phase !== 'opening' || session.request.id !== id) return;
  change(turn, { session: { phase: 'closed', failures: session.failures } });
  if (!outcome.ok) {
    const { failure } = outcome;
    noteFailure(turn, failure);
    if (failure.kind === 'refused' && !PASSING_CODES.has(failure.code)) return end(turn, failure.code);
    return retryOpen(turn, session.failures, failure.kind === 'refused' ? (failure.retryAfterMs ?? 0) : 0);
  }
  if (!learnFacts(turn, outcome.value)) return;
  change(turn, { session: { phase: 'open', tagKey: outcome.value.tagKey } });
  storeAll(turn);
  wantRoster(turn);
  showCursorSoon(turn);
  learnHead(turn, outcome.value.head);
  if (turn.state.saving.due) appendNow(turn, false);
  else armAppend(turn);
}

function retryOpen(turn: Turn, failuresBefore: number, atLeastMs: number): void {
  const failures = failuresBefore + 1;
  change(turn, { session: { phase: 'closed', failures } });
  const delayMs = Math.max(atLeastMs, backoffMs(turn, failures));
  turn.effects.push({ kind: 'start-timer', name: 'open', delayMs });
}

export function watchSession(turn: Turn): void {
  const { session } = turn.state;
  if (session.phase !== 'opening' || !isLate(turn, session.request)) return;
  noteSilence(turn);
  retryOpen(turn, session.failures, 0);
}

/** The computer woke up, the network is back or the tab is visible: pull first, join lanes afterwards (S24). */
export function wake(turn: Turn): void {
  const { running, ended, saving } = turn.state;
  if (!running || ended !== null) return;
  turn.effects.push({ kind: 'stop-timer', name: 'hide' });
  joinSoon(turn);
  armPoll(turn);
  wantPull(turn, 0);
  if (saving.failures > 0 && !saving.request)
    turn.effects.push({ kind: 'start-timer', name: 'append', delayMs: 0 });
  if (turn.state.session.phase === 'closed')
    turn.effects.push({ kind: 'start-timer', name: 'open', delayMs: 0 });
}

/** The line works again after it has failed: nothing waits for the end of its backoff (S24b). */
export function resume(turn: Turn): void {
  const { session, lanes, running, ended } = turn.state;
  if (!running || ended !== null) return;
  if (session.phase === 'closed')
    turn.effects.push({ kind: 'start-timer', name: 'open', delayMs: LONGEST_RESUME_MS * turn.moment.chance });
  if (lanes.phase === 'up') turn.effects.push({ kind: 'check-socket' });
  else rejoinSoon(turn);
}

/** The page is hidden: save at once, and leave the lanes after a while (S23). */
export function hide(turn: Turn): void {
  if (!turn.state.running || turn.state.ended !== null) return;
  appendNow(turn, true);
  turn.effects.push({ kind: 'start-timer', name: 'hide', delayMs: turn.state.settings.leaveHiddenMs });
}

export function goAway(turn: Turn): void {
  if (turn.state.running && turn.state.ended === null) leaveUnseen(turn);
}

export function armTick(turn: Turn): void {
  if (turn.state.running) turn.effects.push({ kind: 'start-timer', name: 'tick', delayMs: TICK_MS });
}
