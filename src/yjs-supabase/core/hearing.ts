/**
 * A lane can look well and say nothing. The log is the witness: when it has grown again and again, and nobody said so on
 * `ctl` or `upd`, the lanes are given up (PROTOCOL.md, S22).
 */
import { leaveLanes } from './joining.ts';
import { backoffMs, change, type Lanes, type Turn } from './state.ts';

/** Word of a row may come this much later than the row. */
const LATE_MS = 3000;
const ENOUGH_SILENT_HEADS = 2;
/** Lanes joined anew in vain this often lie on a socket that is deaf itself. */
const ENOUGH_DEAF_ROUNDS = 2;

function setLanes(turn: Turn, changes: Partial<Lanes>): void {
  change(turn, { lanes: { ...turn.state.lanes, ...changes } });
}

/** Something was said on `ctl` or `upd`. */
export function noteHeard(turn: Turn): void {
  setLanes(turn, { heardAtMs: turn.moment.nowMs, silentHeads: 0, deafRounds: 0 });
}

/** The log was asked, and has rows that nobody told of. */
export function noteSilentHead(turn: Turn): void {
  const { lanes, saving } = turn.state;
  // An own row whose acknowledgement is under way is nothing that others would tell.
  if (lanes.phase !== 'up' || saving.request) return;
  const sinceMs = Math.max(lanes.heardAtMs ?? 0, lanes.upSinceMs ?? 0);
  if (turn.moment.nowMs - sinceMs < LATE_MS) return;
  const silentHeads = lanes.silentHeads + 1;
  if (silentHeads < ENOUGH_SILENT_HEADS) return setLanes(turn, { silentHeads });
  leaveLanes(turn);
  const isDeaf = lanes.deafRounds >= ENOUGH_DEAF_ROUNDS;
  if (isDeaf) turn.effects.push({ kind: 'reset-socket' });
  const deafRounds = isDeaf ? 0 : lanes.deafRounds + 1;
  setLanes(turn, { deafRounds });
  turn.effects.push({ kind: 'start-timer', name: 'rejoin', delayMs: backoffMs(turn, deafRounds) });
}
