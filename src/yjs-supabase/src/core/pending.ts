/**
 * Structs of the document that wait for missing ones (PROTOCOL.md, S17). While the client has all rows, they depend on live
 * updates that were lost, or that never reached the log.
 */
import { EMPTY_CHAIN } from '../protocol/chain.ts';
import { pull } from './pulling.ts';
import { wantPull } from './schedule-pull.ts';
import { change, type CoreState, type Pulling, type Turn } from './state.ts';

const BEHIND_AFTER_MS = 2000;
const REREAD_AFTER_MS = 3000;
const SHORTEST_GAP_MS = 10_000;
const LONGEST_GAP_MS = 300_000;

/** Updates were applied. Pending structs mean that something is missing. */
export function takeApplied(turn: Turn, pending: boolean): void {
  const { pulling } = turn.state;
  const pendingSinceMs = pending ? (pulling.pendingSinceMs ?? turn.moment.nowMs) : null;
  change(turn, { pulling: { ...pulling, pending, pendingSinceMs, reread: rereadAfter(pulling, pending) } });
  if (pending) wantPull(turn, turn.state.settings.holeWaitMs);
}

function rereadAfter({ reread, applied, head }: Pulling, pending: boolean): Pulling['reread'] {
  if (reread === 'running' && applied < head) return 'running';
  if (!pending) return 'none';
  return reread === 'running' ? 'done' : reread;
}

/** Whether the document lacks text that the log may have although no row is known to be missing. */
export function isMissingText({ pulling }: CoreState, nowMs: number): boolean {
  const { reread, pendingSinceMs } = pulling;
  if (reread !== 'none') return reread === 'running';
  return pendingSinceMs !== null && nowMs - pendingSinceMs >= BEHIND_AFTER_MS;
}

/**
 * All rows are applied and structs are still pending. They are dropped and the document is reread from its start, so that
 * only structs of the log can be pending.
 */
export function watchPending(turn: Turn): void {
  const { pulling } = turn.state;
  const { nowMs } = turn.moment;
  if (pulling.pendingSinceMs === null || pulling.request || pulling.applied < pulling.head) return;
  if (nowMs - pulling.pendingSinceMs < REREAD_AFTER_MS) return;
  const sinceRereadMs = nowMs - (pulling.rereadAtMs ?? -Infinity);
  if (sinceRereadMs < pulling.rereadGapMs) return;
  const hasRested = sinceRereadMs > LONGEST_GAP_MS + pulling.rereadGapMs;
  const rereadGapMs = hasRested ? SHORTEST_GAP_MS : nextGapMs(pulling.rereadGapMs);
  const reread = pulling.reread === 'done' ? 'done' : 'running';
  change(turn, {
    pulling: { ...pulling, applied: 0, chain: EMPTY_CHAIN, reread, rereadAtMs: nowMs, rereadGapMs },
  });
  turn.effects.push({ kind: 'drop-pending' });
  pull(turn);
}

const nextGapMs = (gapMs: number): number => Math.min(LONGEST_GAP_MS, Math.max(SHORTEST_GAP_MS, 2 * gapMs));
