/**
 * Detects lanes that look joined but deliver nothing. When the log keeps growing and no message announced it on `ctl`
 * or `upd`, the lanes are left and rejoined (PROTOCOL.md, S22).
 */
import { leaveLanes } from './joining.ts';
import { backoffMs, change, setRounds, type Turn } from './state.ts';

/** The message about a row may arrive this much later than the row. */
const LATE_MS = 3000;
const ENOUGH_SILENT_HEADS = 2;
/** After this many fruitless rounds the socket itself is taken to be deaf. */
const ENOUGH_DEAF_ROUNDS = 2;

const CHECK_AFTER_MS = 5000;
const CHECK_ALONE_AFTER_MS = 15_000;

/** Checks the socket of lanes on which nothing has arrived for a while: it may only seem to be open (S12i). */
export function watchLanes(turn: Turn): void {
  const { lanes, people } = turn.state;
  const { nowMs } = turn.moment;
  if (lanes.phase !== 'up') return;
  const isAlone = people.present !== null && people.present.length <= 1;
  const afterMs = isAlone ? CHECK_ALONE_AFTER_MS : CHECK_AFTER_MS;
  if (nowMs - Math.max(lanes.lastMessageAtMs, lanes.checkedAtMs) < afterMs) return;
  change(turn, { lanes: { ...lanes, checkedAtMs: nowMs } });
  turn.effects.push({ kind: 'check-socket' });
}

/** A message about rows arrived on `ctl` or `upd`. */
export function noteMessage(turn: Turn): void {
  const { lanes } = turn.state;
  if (lanes.phase !== 'up') return setRounds(turn, { deafRounds: 0 });
  change(turn, {
    lanes: { ...lanes, lastMessageAtMs: turn.moment.nowMs, silentHeads: 0, deafRounds: 0 },
  });
}

/** A head reply has rows that no message announced. */
export function noteSilentHead(turn: Turn): void {
  const { lanes, saving } = turn.state;
  // The new row may be ours, with its acknowledgement still in flight.
  if (lanes.phase !== 'up' || saving.request) return;
  if (turn.moment.nowMs - lanes.lastMessageAtMs < LATE_MS) return;
  const silentHeads = lanes.silentHeads + 1;
  if (silentHeads < ENOUGH_SILENT_HEADS) return change(turn, { lanes: { ...lanes, silentHeads } });
  leaveLanes(turn);
  const isDeaf = lanes.deafRounds >= ENOUGH_DEAF_ROUNDS;
  if (isDeaf) turn.effects.push({ kind: 'reset-socket' });
  const deafRounds = isDeaf ? 0 : lanes.deafRounds + 1;
  setRounds(turn, { deafRounds });
  turn.effects.push({ kind: 'start-timer', name: 'rejoin', delayMs: backoffMs(turn, deafRounds) });
}
