/** When the head of the log is polled (PROTOCOL.md, S9). */
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
 * The line has returned. Those of others may return with it, and the server holds back announcements of rows that come
 * within a second.
 */
export function pollWhileSettling(turn: Turn, durationMs: number): void {
  change(turn, { pulling: { ...turn.state.pulling, settlingUntilMs: turn.moment.nowMs + durationMs } });
  if (turn.state.running && turn.state.ended === null) pollSoon(turn, pollEveryMs(turn));
}

function start(turn: Turn, delayMs: number): void {
  change(turn, { pulling: { ...turn.state.pulling, pollAtMs: turn.moment.nowMs + delayMs } });
  turn.effects.push({ kind: 'start-timer', name: 'poll', delayMs });
}

function pollEveryMs({ state, moment: { nowMs, chance } }: Turn): number {
  const { settings, lanes, contact, pulling } = state;
  if (lanes.away) return settings.pollAwayMs;
  const isLive = lanes.phase === 'up' && contact.reachable;
  const isOften = nowMs < (isLive ? pulling.settlingUntilMs : pulling.oftenUntilMs);
  if (isOften) return Math.min(OFTEN_MS, settings.pollWithoutLiveMs) * (0.8 + 0.4 * chance);
  if (lanes.phase !== 'up') return settings.pollWithoutLiveMs * (0.8 + 0.4 * chance);
  return settings.pollMs + settings.pollJitterMs * chance;
}
