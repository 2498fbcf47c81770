/** Polls the head of the log: finds a lost last message, a changed role, a new epoch (PROTOCOL.md, S9). */
import type { LogHead, Outcome } from '../ports/document-log.ts';
import { learnSnapshot } from './checking.ts';
import { noteFailure, noteSilence } from './reachability.ts';
import { learnFacts } from './learn-reply.ts';
import { joinAfterPull } from './joining.ts';
import { askAbout, isSameLog, learnHead } from './schedule-pull.ts';
import { noteSilentHead } from './deaf-lanes.ts';
import { armPoll } from './schedule-poll.ts';
import { catchUp } from './pulling.ts';
import { takeSetBack } from './saving.ts';
import { learnSilent } from './silent-peers.ts';
import { change, isLate, isReader, type Turn } from './state.ts';
import { joinNamedRows } from './named-rows.ts';

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
  joinAfterPoll(turn);
  if (!outcome.ok) return noteFailure(turn, outcome.failure);
  if (!learnFacts(turn, outcome.value)) return;
  const { head, chain, rows: runs, snapshot, silent = [], host = null } = outcome.value;
  learnSilent(turn, silent);
  if (host !== null) turn.effects.push({ kind: 'tell-host', name: 'head', value: host });
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
  joinAfterPoll(turn);
}

/** A reader that is woken may poll and not pull (S24a). */
function joinAfterPoll(turn: Turn): void {
  if (isReader(turn.state) && !turn.state.pulling.request) joinAfterPull(turn);
}
