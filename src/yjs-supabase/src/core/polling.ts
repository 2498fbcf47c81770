/** Polls the head of the log: finds a lost last message, a changed role, a new epoch (PROTOCOL.md, S9). */
import type { LogHead, Outcome } from '../ports/document-log.ts';
import { learnSnapshot } from './checking.ts';
import { noteFailure, noteSilence } from './reachability.ts';
import { learnFacts } from './learn-reply.ts';
import { askAbout, isSameLog, learnHead } from './schedule-pull.ts';
import { noteSilentHead } from './deaf-lanes.ts';
import { catchUp } from './pulling.ts';
import { takeSetBack } from './saving.ts';
import { change, isLate, type Turn } from './state.ts';
import { joinNamedRows } from './named-rows.ts';

/** Schedules the next regular poll. */
export function armPoll(turn: Turn): void {
  start(turn, pollEveryMs(turn));
}

/** Polls within `delayMs`; an earlier schedule stands. */
export function pollSoon(turn: Turn, delayMs: number): void {
  if (turn.moment.nowMs + delayMs < turn.state.pulling.pollAtMs) start(turn, delayMs);
}

function start(turn: Turn, delayMs: number): void {
  change(turn, { pulling: { ...turn.state.pulling, pollAtMs: turn.moment.nowMs + delayMs } });
  turn.effects.push({ kind: 'start-timer', name: 'poll', delayMs });
}

function pollEveryMs({ state, moment: { chance } }: Turn): number {
  const { settings, lanes } = state;
  if (lanes.away) return settings.pollAwayMs;
  if (lanes.phase !== 'up') return settings.pollWithoutLiveMs * (0.8 + 0.4 * chance);
  return settings.pollMs + settings.pollJitterMs * chance;
}

export function poll(turn: Turn): void {
  const { running, ended } = turn.state;
  if (!running || ended !== null) return;
  armPoll(turn);
  if (turn.state.pulling.poll || !turn.state.pulling.loaded) return;
  const request = askAbout(turn);
  change(turn, { pulling: { ...turn.state.pulling, poll: request } });
  turn.effects.push({ kind: 'read-head', request: request.id, since: request.since });
}

export function takeHead(turn: Turn, id: number, outcome: Outcome<LogHead>): void {
  const request = turn.state.pulling.poll;
  if (request?.id !== id) return;
  change(turn, { pulling: { ...turn.state.pulling, poll: null } });
  if (!outcome.ok) return noteFailure(turn, outcome.failure);
  if (!learnFacts(turn, outcome.value)) return;
  const { head, chain, rows: runs, snapshot } = outcome.value;
  if (isSameLog(request, turn.state.pulling, outcome.value)) {
    const { named, head: before } = turn.state.pulling;
    if (runs) {
      const joined = joinNamedRows(named, { since: request.since, head, chain, runs });
      change(turn, { pulling: { ...turn.state.pulling, named: joined } });
      catchUp(turn);
    }
    // Rows whose bytes came live, and which `catchUp` has just applied, are no sign of deaf lanes.
    if (head > before && turn.state.pulling.applied < head) noteSilentHead(turn);
    learnHead(turn, head);
  } else takeSetBack(turn, head);
  learnSnapshot(turn, snapshot);
}

/** Times out a poll. */
export function watchPoll(turn: Turn): void {
  const { poll: request } = turn.state.pulling;
  if (!request || !isLate(turn, request)) return;
  change(turn, { pulling: { ...turn.state.pulling, poll: null } });
  noteSilence(turn);
}
