/** Schedules polls of the head of the log (PROTOCOL.md, S9). */
import { change, type Turn } from './state.ts';

const OFTEN_MS = 1250;

/** Schedules the next regular poll. */
export function armPoll(turn: Turn): void {
  start(turn, pollEveryMs(turn));
}

/** Polls within `delayMs`; an earlier schedule stands. */
export function pollSoon(turn: Turn, delayMs: number): void {
  if (turn.moment.nowMs + delayMs < turn.state.pulling.pollAtMs) start(turn, delayMs);
}

/** Text is on its way that no message will announce, or the line has just failed: polls often for a while. */
export function pollOften(turn: Turn, durationMs: number): void {
  const { pulling, running, ended } = turn.state;
  if (!running || ended !== null) return;
  const oftenUntilMs = Math.max(pulling.oftenUntilMs, turn.moment.nowMs + durationMs);
  change(turn, { pulling: { ...pulling, oftenUntilMs } });
  pollSoon(turn, pollEveryMs(turn));
}

/**
 * Own rows are in the log. The server announces it once a second, so the last of several appends may wait for a poll. Their
 * author polls, unless the announcement comes first.
 */
export function expectHeadMessage(turn: Turn): void {
  if (isAnnounced(turn) || turn.state.lanes.phase !== 'up') return;
  turn.effects.push({ kind: 'start-timer', name: 'head-message', delayMs: oftenMs(turn) });
}

export const isAnnounced = ({ state: { pulling } }: Turn): boolean => pulling.announced >= pulling.head;

function start(turn: Turn, delayMs: number): void {
  change(turn, { pulling: { ...turn.state.pulling, pollAtMs: turn.moment.nowMs + delayMs } });
  turn.effects.push({ kind: 'start-timer', name: 'poll', delayMs });
}

const oftenMs = ({ state: { settings }, moment: { chance } }: Turn): number =>
  Math.min(OFTEN_MS, settings.pollWithoutLiveMs) * (0.8 + 0.4 * chance);

function pollEveryMs(turn: Turn): number {
  const { state, moment } = turn;
  const { nowMs, chance } = moment;
  const { settings, lanes, contact, pulling } = state;
  if (lanes.away) return settings.pollAwayMs;
  const isLive = lanes.phase === 'up' && contact.reachable;
  if (!isLive && nowMs < pulling.oftenUntilMs) return oftenMs(turn);
  if (lanes.phase !== 'up') return settings.pollWithoutLiveMs * (0.8 + 0.4 * chance);
  return settings.pollMs + settings.pollJitterMs * chance;
}
