/**
 * Schedules this session's announcement in presence (PROTOCOL.md, A6). An announcement costs one presence event plus one
 * for each receiver, and plans allow few of them. So sessions that arrive together are announced one after another; they
 * send and receive text before that.
 */
import { showCursorSoon } from './sending.ts';
import { countPeople, shareOf, UNSEEN } from './traffic.ts';
import { change, type Turn } from './state.ts';
import type { Presence } from './traffic-state.ts';

/** A plan's presence events: this part of all its events, and never fewer than the minimum. */
const PRESENCE_PART = 0.1;
const LEAST_PER_SECOND = 20;
/** Safety margin: Realtime closes the lanes of a session that exceeds the limit. */
const CARE = 0.67;
/** A room may be this many seconds of its share ahead. */
const CREDIT_S = 2;
/** First announcements are spread over the time of this many events of the plan, so that sessions see each other's. */
const SPREAD_EVENTS = 40;
/** A crowd counts as one for at least this long; its sessions may wait longer than their events take. */
const CROWD_FOR_MS = 30_000;
/** Multiplies `overLimitMs`: Realtime's rate average decays within a minute. */
const PAUSES = 6;
const UNKNOWN_FOR_MS = 1000;
/** An announcement that presence does not show by then is lost. */
const LOST_AFTER_MS = 10_000;

function setPresence(turn: Turn, changes: Partial<Presence>): void {
  change(turn, { presence: { ...turn.state.presence, ...changes } });
}

const planPerSecond = (turn: Turn): number =>
  Math.max(LEAST_PER_SECOND, PRESENCE_PART * turn.state.settings.eventsPerSecond);

const eventsPerSecond = (turn: Turn): number => CARE * shareOf(turn) * planPerSecond(turn);

function owedNow(turn: Turn): number {
  const { owed, atMs } = turn.state.presence;
  return Math.max(0, owed - ((turn.moment.nowMs - atMs) / 1000) * eventsPerSecond(turn));
}

/** Presence changed for this many sessions, and every receiver got the events. */
export function notePresenceEvents(turn: Turn, changes: number): void {
  const { nowMs } = turn.moment;
  const { crowdUntilMs } = turn.state.presence;
  const owed = owedNow(turn) + changes * (countPeople(turn) + 1);
  setPresence(turn, { owed, atMs: nowMs });
  if (owed <= CREDIT_S * eventsPerSecond(turn)) return;
  // Earlier sessions of this crowd were counted with too few receivers.
  if (nowMs >= crowdUntilMs) setPresence(turn, { owed: UNSEEN * owed });
  const owedMs = (1000 * turn.state.presence.owed) / eventsPerSecond(turn);
  setPresence(turn, { crowdUntilMs: nowMs + Math.max(CROWD_FOR_MS, owedMs) });
}

/** The presence limit was exceeded: announce again later than the lanes are rejoined. */
export function pauseAnnouncing(turn: Turn): void {
  const { nowMs, chance } = turn.moment;
  const notBeforeMs = nowMs + PAUSES * turn.state.settings.overLimitMs * (1 + chance);
  setPresence(turn, { notBeforeMs });
}

/** The lanes are up, or presence has become known. */
export function announceSoon(turn: Turn): void {
  const { lanes, presence, people } = turn.state;
  if (lanes.phase !== 'up' || presence.isAnnounced) return;
  const perSecond = eventsPerSecond(turn);
  const { nowMs, chance } = turn.moment;
  const ownS = Math.max(0, (countPeople(turn) + 1) / perSecond - CREDIT_S);
  const spreadMs = 1000 * chance * (SPREAD_EVENTS / planPerSecond(turn) + 2 * ownS);
  const pauseMs = presence.notBeforeMs - nowMs;
  const delayMs = Math.max(people.present === null ? UNKNOWN_FOR_MS : 0, pauseMs, spreadMs);
  turn.effects.push({ kind: 'start-timer', name: 'announce', delayMs });
}

export function announce(turn: Turn): void {
  const { lanes, presence } = turn.state;
  if (lanes.phase !== 'up' || presence.isAnnounced) return;
  const perSecond = eventsPerSecond(turn);
  const overS = owedNow(turn) / perSecond - CREDIT_S;
  if (overS > 0) {
    const delayMs = 1000 * overS * (1 + turn.moment.chance);
    turn.effects.push({ kind: 'start-timer', name: 'announce', delayMs });
    return;
  }
  setPresence(turn, { isAnnounced: true, announcedAtMs: turn.moment.nowMs });
  turn.effects.push({ kind: 'announce' });
  showCursorSoon(turn);
}

/** A lost announcement has no error: presence just never shows this session. */
export function watchAnnounced(turn: Turn): void {
  const { presence, people, sessionId } = turn.state;
  const isShown = people.present?.includes(sessionId) !== false;
  if (!presence.isAnnounced || isShown) return;
  if (turn.moment.nowMs - presence.announcedAtMs < LOST_AFTER_MS) return;
  setPresence(turn, { isAnnounced: false });
  announceSoon(turn);
}
