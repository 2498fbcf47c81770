/**
 * How far the document is behind the log, and how soon to fetch the rest (PROTOCOL.md, S7–S9). `applied` is an exact
 * statement (rows 1…applied are in the document); the guesses made here decide nothing but the delay.
 */
import { countUnlogged, hasHole } from './peer-counters.ts';
import { change, type Turn } from './state.ts';

/** Fetch within `delayMs`; an earlier appointment stands, and a fetch under way is followed by another. */
export function wantPull(turn: Turn, delayMs: number): void {
  const { pulling, running, ended } = turn.state;
  if (!running || ended !== null) return;
  if (pulling.request) {
    change(turn, { pulling: { ...pulling, again: true } });
    return;
  }
  const dueAtMs = turn.moment.nowMs + delayMs;
  if (pulling.dueAtMs !== null && pulling.dueAtMs <= dueAtMs) return;
  change(turn, { pulling: { ...pulling, dueAtMs } });
  turn.effects.push({ kind: 'start-timer', name: 'pull', delayMs });
}

/** The log is said to have a row `head`. Rows that seem to have come live already are fetched at leisure. */
export function learnHead(turn: Turn, head: number): void {
  const { pulling, peers, outbox } = turn.state;
  if (head > pulling.head) change(turn, { pulling: { ...pulling, head } });
  markBehind(turn);
  const missing = turn.state.pulling.head - pulling.applied;
  if (missing <= 0 || !pulling.loaded) return;
  const onTheirWay = countUnlogged(peers) + outbox.items.length;
  const hurry = missing > onTheirWay || hasHole(peers);
  wantPull(turn, hurry ? 100 * turn.moment.chance : 2000 + 2000 * turn.moment.chance);
}

export function markBehind(turn: Turn): void {
  const { pulling } = turn.state;
  // What waits after the document was read again waits for something that the log does not have.
  const isMissing = pulling.pending && pulling.rereadAtMs === null;
  const behind = isMissing || pulling.head > pulling.applied;
  const behindSinceMs = behind ? (pulling.behindSinceMs ?? turn.moment.nowMs) : null;
  change(turn, { pulling: { ...pulling, behindSinceMs } });
}
