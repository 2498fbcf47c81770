/**
 * When this session comes to presence (PROTOCOL.md, A6). An announcement costs one presence event and one for each
 * receiver, and a project has few of them: many who come at once come one after the other. They receive and send meanwhile.
 */
import { showCursorSoon } from './sending.ts';
import { countPeople, shareOf, UNSEEN } from './traffic.ts';
import { change, type Turn } from './state.ts';
import type { Presence } from './traffic-state.ts';

/** What plans allow, as a part of all events and at least. */
const PRESENCE_PART = 0.1;
const LEAST_PER_SECOND = 20;
/** Realtime closes the lanes of the one who comes too early: better a little late. */
const CARE = 0.67;
/** Seconds of its share that a room may be ahead. */
const CREDIT_S = 2;
/** Sessions that come at the same time hear of each other if their announcements take this many events of the plan. */
const SPREAD_EVENTS = 40;
/** Sessions of a crowd may wait longer than it takes to pay for the last of them. */
const CROWD_FOR_MS = 30_000;
/** Realtime forgets what was too much within a minute. */
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

/** Presence has changed for so many sessions, and everybody was told. */
export function notePresenceEvents(turn: Turn, changes: number): void {
  const { nowMs } = turn.moment;
  const { crowdUntilMs } = turn.state.presence;
  const owed = owedNow(turn) + changes * (countPeople(turn) + 1);
  setPresence(turn, { owed, atMs: nowMs });
  if (owed <= CREDIT_S * eventsPerSecond(turn)) return;
  // It was a crowd already when the first of them came.
  if (nowMs >= crowdUntilMs) setPresence(turn, { owed: UNSEEN * owed });
  const owedMs = (1000 * turn.state.presence.owed) / eventsPerSecond(turn);
  setPresence(turn, { crowdUntilMs: nowMs + Math.max(CROWD_FOR_MS, owedMs) });
}

/** The server said that it was too much: the lanes are joined again long before this session is announced. */
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

/** Nothing tells that an announcement is lost, but that presence does not show it. */
export function watchAnnounced(turn: Turn): void {
  const { presence, people, sessionId } = turn.state;
  const isShown = people.present?.includes(sessionId) !== false;
  if (!presence.isAnnounced || isShown) return;
  if (turn.moment.nowMs - presence.announcedAtMs < LOST_AFTER_MS) return;
  setPresence(turn, { isAnnounced: false });
  announceSoon(turn);
}
