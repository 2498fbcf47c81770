/**
 * Checks that the document equals the log (PROTOCOL.md, S19–S21). Pulling only finds rows that are known to be missing;
 * this finds any other difference. A client at rest exactly at the newest snapshot compares its digest, once. If the
 * snapshot lags behind the log for long, an editor requests a new one.
 */
import type { Outcome, SnapshotPlace } from '../ports/document-log.ts';
import { takeSetBack } from './saving.ts';
import { change, startRequest, type Checking, type Turn } from './state.ts';

/** A live update that is older than this will no longer reach the log. */
const UNLOGGED_IN_VAIN_MS = 1_200_000;

function setChecking(turn: Turn, changes: Partial<Checking>): void {
  change(turn, { checking: { ...turn.state.checking, ...changes } });
}

/** The document has just changed. Each client delays its fold request by a different random time. */
export function noteChange(turn: Turn): void {
  const { nowMs, chance } = turn.moment;
  const { checking, settings } = turn.state;
  const foldDueAtMs = nowMs + settings.foldAfterMs * (1 + 2 * chance);
  change(turn, { checking: { ...checking, changedAtMs: nowMs, foldDueAtMs } });
}

/** A head reply contains the newest snapshot. If it is behind the log, no other client has requested a fold since. */
export function learnSnapshot(turn: Turn, snapshot: SnapshotPlace): void {
  setChecking(turn, { snapshot });
  if (snapshot.seq < turn.state.pulling.applied && isAtRest(turn)) fold(turn);
}

/** The document has everything that the log has and nothing else, and nothing changes. */
function isAtRest({ state, moment }: Turn): boolean {
  const { pulling, outbox, relaying, checking, settings } = state;
  const isOpen = state.running && !state.retiring && state.ended === null && pulling.loaded;
  const quietMs = moment.nowMs - checking.changedAtMs;
  const isComplete = pulling.applied === pulling.head && !pulling.request && !pulling.pending;
  const isAllLogged = Object.keys(relaying.unlogged).length === 0 || quietMs >= UNLOGGED_IN_VAIN_MS;
  return isOpen && quietMs >= settings.quietMs && isComplete && isAllLogged && outbox.items.length === 0;
}

export function watchDigest(turn: Turn): void {
  const { checking, pulling, settings } = turn.state;
  const { nowMs } = turn.moment;
  if (checking.request && nowMs - checking.request.startedAtMs >= settings.requestTimeoutMs)
    setChecking(turn, { request: null });
  if (checking.snapshot === null || !isAtRest(turn)) return;
  const { seq, digest } = checking.snapshot;
  if (seq === pulling.applied && digest !== '' && checking.checkedSeq !== seq)
    turn.effects.push({ kind: 'compare', seq, digest });
}

function fold(turn: Turn): void {
  const { checking, mayEdit, session, settings } = turn.state;
  const { nowMs } = turn.moment;
  if (!mayEdit || session.phase !== 'open' || checking.request || nowMs < checking.foldDueAtMs) return;
  const request = startRequest(turn);
  setChecking(turn, { request, foldDueAtMs: nowMs + settings.foldAgainAfterMs });
  turn.effects.push({ kind: 'fold', request: request.id });
}

/** The outcome is ignored; the next head reply contains the new snapshot. */
export function takeFolded(turn: Turn, id: number, _outcome: Outcome<null>): void {
  if (turn.state.checking.request?.id === id) setChecking(turn, { request: null });
}

/**
 * On the first difference the whole log is reread and recent local updates are appended again. If the next comparison
 * differs too, the fault is in the document itself, and the host has to open a fresh one.
 */
export function takeCompared(turn: Turn, seq: number, isSame: boolean): void {
  if (isSame) return setChecking(turn, { checkedSeq: seq, isReread: false });
  if (!turn.state.checking.isReread) {
    setChecking(turn, { isReread: true });
    return takeSetBack(turn, turn.state.pulling.head);
  }
  setChecking(turn, { checkedSeq: seq, isReread: false });
  turn.effects.push({ kind: 'diverged' });
}
