/**
 * The three lanes of a room: joined together, left together, rebuilt together (PROTOCOL.md, S11–S14). A lane that
 * closed is never revived; every attempt is a new round.
 */
import { announceSoon, pauseAnnouncing } from './announcing.ts';
import type { Lane } from './events.ts';
import { LANES } from './events.ts';
import { pollOften } from './schedule-poll.ts';
import { wantPull } from './schedule-pull.ts';
import { backoffMs, change, lowered, setRounds, type Turn } from './state.ts';
import { drawPlaces, withoutTurns } from './traffic.ts';

/** Realtime's close reasons when a project or a client exceeds its plan. */
const TOO_MANY = /too many|rate limit/i;
const TOO_MANY_MESSAGES = /too many messages/i;
const TOO_MUCH_PRESENCE = /presence/i;
const MAX_SLOWDOWN = 64;
/** Lanes that stayed up this long halve the slowdown. */
const FASTER_AFTER_MS = 300_000;
/** The pause doubles at most this often: Realtime averages over a minute at most. */
const LONGER_PAUSES = 4;
/** Lanes that stayed up this long reset the backoff; flapping lanes keep it. */
const STABLE_AFTER_MS = 5000;
const SPREAD_PER_PERSON_MS = 100;
const OFTEN_AFTER_CLOSE_MS = 15_000;
/** Realtime's client closes a socket that did not reply to a heartbeat: only this line failed. */
const NO_HEARTBEAT = /heartbeat/i;

/** A newer epoch means new topics; an older one is ignored. */
export function learnEpoch(turn: Turn, epoch: number): void {
  const { lanes } = turn.state;
  if (lanes.epoch !== null && epoch <= lanes.epoch) return;
  setRounds(turn, { epoch });
  if (lanes.epoch === null) return startJoin(turn);
  const {
    settings,
    people: { present },
  } = turn.state;
  const people = present?.length ?? 1;
  leaveLanes(turn);
  // A removed member gets `forbidden` from the pull; the other sessions rejoin spread over time.
  wantPull(turn, 0);
  const spreadMs = Math.max(800, Math.min(settings.joinSpreadMs, SPREAD_PER_PERSON_MS * people));
  turn.effects.push({ kind: 'start-timer', name: 'rejoin', delayMs: 200 + spreadMs * turn.moment.chance });
}

export function startJoin(turn: Turn): void {
  const { lanes, running, retiring, ended, settings } = turn.state;
  if (!running || retiring || ended !== null || lanes.away) return;
  if (lanes.epoch === null || lanes.phase !== 'down') return;
  const round = lanes.round + 1;
  change(turn, { lanes: { ...lowered(lanes), phase: 'joining', joined: [] } });
  turn.effects.push({ kind: 'stop-timer', name: 'rejoin' });
  turn.effects.push({ kind: 'join', round, epoch: lanes.epoch, lane: 'ctl' });
  turn.effects.push({ kind: 'start-timer', name: 'join-timeout', delayMs: settings.joinTimeoutMs });
}

/** Joins `upd` and `aw` after `ctl`, so that a refusal costs one request and not three. True when all lanes are up. */
export function takeJoined(turn: Turn, round: number, lane: Lane): boolean {
  const { lanes } = turn.state;
  if (round !== lanes.round || lanes.phase !== 'joining' || lanes.joined.includes(lane)) return false;
  const joined = [...lanes.joined, lane];
  change(turn, { lanes: { ...lanes, joined } });
  if (lane === 'ctl' && lanes.epoch !== null) {
    turn.effects.push({ kind: 'join', round, epoch: lanes.epoch, lane: 'upd' });
    turn.effects.push({ kind: 'join', round, epoch: lanes.epoch, lane: 'aw' });
  }
  if (joined.length < LANES.length) return false;
  const { nowMs } = turn.moment;
  const up = {
    phase: 'up',
    upSinceMs: nowMs,
    lastMessageAtMs: nowMs,
    silentHeads: 0,
    checkedAtMs: nowMs,
  } as const;
  change(turn, { lanes: { ...lowered(lanes), round, ...up } });
  turn.effects.push({ kind: 'stop-timer', name: 'join-timeout' });
  announceSoon(turn);
  drawPlaces(turn);
  // Frames sent between the load and the join did not reach this session.
  wantPull(turn, 0);
  return true;
}

export function takeClosed(turn: Turn, round: number, reason: string): void {
  const { lanes } = turn.state;
  if (round !== lanes.round || lanes.phase === 'down') return;
  const wasStable = lanes.phase === 'up' && turn.moment.nowMs - lanes.upSinceMs >= STABLE_AFTER_MS;
  const failures = (wasStable ? 0 : lanes.failures) + 1;
  const isPresence = TOO_MANY.test(reason) && TOO_MUCH_PRESENCE.test(reason);
  const isOverLimit = TOO_MANY.test(reason) && !isPresence;
  const overLimit = isOverLimit ? (wasStable ? 0 : lanes.overLimit) + 1 : 0;
  leaveLanes(turn);
  setRounds(turn, { failures, overLimit });
  if (TOO_MANY_MESSAGES.test(reason)) slowDown(turn);
  if (isPresence) pauseAnnouncing(turn);
  wantPull(turn, 0);
  pollOften(turn, OFTEN_AFTER_CLOSE_MS);
  if (NO_HEARTBEAT.test(reason)) return rejoinSoon(turn);
  const delayMs = isOverLimit ? pauseMs(turn, overLimit) : rejoinMs(turn, wasStable, failures);
  turn.effects.push({ kind: 'start-timer', name: 'rejoin', delayMs });
}

function slowDown(turn: Turn): void {
  const slowdown = Math.min(MAX_SLOWDOWN, turn.state.lanes.slowdown * 2);
  setRounds(turn, { slowdown, slowedAtMs: turn.moment.nowMs });
}

/** Realtime keeps refusing until its average has dropped, and each attempt raises the average. */
function pauseMs(turn: Turn, overLimit: number): number {
  const longer = 2 ** Math.min(overLimit - 1, LONGER_PAUSES);
  return turn.state.settings.overLimitMs * longer * (1 + turn.moment.chance);
}

/** When stable lanes close, they probably closed for many sessions at once: spread the rejoins. */
const rejoinMs = (turn: Turn, wasStable: boolean, failures: number): number =>
  wasStable ? turn.state.settings.joinSpreadMs * turn.moment.chance : backoffMs(turn, failures);

/** Rejoins lanes that are down without waiting for their backoff, in a large room at a random time. */
export function rejoinSoon(turn: Turn): void {
  const { lanes, people, settings } = turn.state;
  if (lanes.phase !== 'down' || lanes.away || lanes.waitForPull || lanes.overLimit > 0) return;
  const senders = Object.keys(people.lastFrameAtMs).length;
  const spreadMs = Math.min(settings.joinSpreadMs, Math.max(500, SPREAD_PER_PERSON_MS * senders));
  turn.effects.push({ kind: 'start-timer', name: 'rejoin', delayMs: spreadMs * turn.moment.chance });
}

/** The page is visible again: rejoin lanes after the next pull (S24). */
export function joinSoon(turn: Turn): void {
  setRounds(turn, { away: false, waitForPull: turn.state.lanes.phase === 'down' });
}

export function joinAfterPull(turn: Turn): void {
  if (!turn.state.lanes.waitForPull) return;
  setRounds(turn, { waitForPull: false });
  if (turn.state.lanes.phase !== 'down') return;
  turn.effects.push({ kind: 'start-timer', name: 'rejoin', delayMs: 500 * turn.moment.chance });
}

/** The page is hidden: each receiver on the lanes costs events of the plan. */
export function leaveUnseen(turn: Turn): void {
  leaveLanes(turn);
  setRounds(turn, { away: true });
}

/** Leaves all lanes; the caller starts the next round. */
export function leaveLanes(turn: Turn): void {
  change(turn, {
    lanes: lowered(turn.state.lanes),
    traffic: withoutTurns(turn.state.traffic),
    presence: { ...turn.state.presence, isAnnounced: false },
    people: { ...turn.state.people, present: null, greeted: [] },
  });
  turn.effects.push({ kind: 'leave' });
  for (const name of ['send', 'cursor', 'announce', 'rejoin', 'join-timeout'] as const)
    turn.effects.push({ kind: 'stop-timer', name });
}

/** Resets the backoff, and halves the slowdown, of lanes that have been up for a while. */
export function forgiveFailures(turn: Turn): void {
  const { lanes } = turn.state;
  const { nowMs } = turn.moment;
  if (lanes.phase !== 'up') return;
  if (lanes.failures > 0 && nowMs - lanes.upSinceMs >= STABLE_AFTER_MS)
    setRounds(turn, { failures: 0, overLimit: 0 });
  if (lanes.slowdown > 1 && nowMs - lanes.slowedAtMs >= FASTER_AFTER_MS)
    setRounds(turn, { slowdown: lanes.slowdown / 2, slowedAtMs: nowMs });
}
