/**
 * Is the document what the log says? Everything else here only finds what is known to be missing; this finds the rest
 * (PROTOCOL.md, S19–S21). The server's newest snapshot bears a digest. Whoever stands exactly there, with everything
 * quiet, compares once; where it stands behind for long, somebody asks for a new one.
 */
import type { Outcome, SnapshotPlace } from '../document-log.ts';
import { takeSetBack } from './saving.ts';
import { canEdit, change, startRequest, type Checking, type Turn } from './state.ts';

/** What came live so long ago will not come into the log any more. */
const HEARD_IN_VAIN_MS = 1_200_000;

function setChecking(turn: Turn, changes: Partial<Checking>): void {
  change(turn, { checking: { ...turn.state.checking, ...changes } });
}

/** The document has just changed, here or from elsewhere. Each client waits a different time to have it folded. */
export function noteChange(turn: Turn): void {
  const { nowMs, chance } = turn.moment;
  const { checking, settings } = turn.state;
  const foldDueAtMs = nowMs + settings.foldAfterMs * (1 + 2 * chance);
  change(turn, { checking: { ...checking, changedAtMs: nowMs, foldDueAtMs } });
}

/** The newest snapshot, as an answer tells: nobody else has had the log folded since. */
export function learnSnapshot(turn: Turn, snapshot: SnapshotPlace): void {
  setChecking(turn, { snapshot });
  if (snapshot.seq < turn.state.pulling.applied && isAtRest(turn)) fold(turn);
}

/** Everything that the log has is here, nothing else is, and nothing moves. */
function isAtRest({ state, moment }: Turn): boolean {
  const { pulling, outbox, relaying, checking, settings } = state;
  const isOpen = state.running && !state.retiring && state.ended === null && pulling.loaded;
  const quietMs = moment.nowMs - checking.changedAtMs;
  const isComplete = pulling.applied === pulling.head && !pulling.request && !pulling.pending;
  const isAllLogged = Object.keys(relaying.heard).length === 0 || quietMs >= HEARD_IN_VAIN_MS;
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
  const { checking, role, session, settings } = turn.state;
  const { nowMs } = turn.moment;
  if (!canEdit(role) || session !== 'open' || checking.request || nowMs < checking.foldDueAtMs) return;
  const request = startRequest(turn);
  setChecking(turn, { request, foldDueAtMs: nowMs + settings.foldAgainAfterMs });
  turn.effects.push({ kind: 'fold', request: request.id });
}

/** How a fold ended matters to nobody: the next answer for the head tells of it. */
export function takeFolded(turn: Turn, id: number, _outcome: Outcome<null>): void {
  if (turn.state.checking.request?.id === id) setChecking(turn, { request: null });
}

/**
 * A difference is read away first: the whole log once more, and own updates of lately once more into the log. One that is
 * still there at the next comparison lies in the document itself: the host has to open a fresh one.
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
