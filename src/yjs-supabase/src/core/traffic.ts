/**
 * Paces this session by the traffic of its room (PROTOCOL.md, S4, S27, S28). All rooms of a project share one allowance of
 * Realtime events. No message contains the rest of the allowance, so a session counts the events that it sends and
 * receives.
 */
import { audienceOf } from './audience.ts';
import { change, type Turn } from './state.ts';
import type { Senders, Traffic } from './traffic-state.ts';

/** A room's part of the allowance. The more sessions it has, the fewer are in other rooms. */
const SHARE_PER_PERSON = 0.07;
const MIN_SHARE = 0.25;
const MAX_SHARE = 0.7;
/** While many sessions arrive at once, presence may show only one in `UNSEEN` of them, in rooms of up to `CROWD`. */
export const UNSEEN = 4;
const CROWD = 50;
/** While text is sent, cursors get the rest of the share; otherwise all of it. */
const TEXT_SHARE = 0.85;
/** A room may be this many seconds of its share ahead. */
const CREDIT_S = 1.5;
const CURSOR_CREDIT_S = 0.75;
/** Waiting peers cannot be counted, so the range of places doubles, at most this often. */
const MAX_MISSED = 6;
/** A peer counts as a sender for this long, and decreasingly for as long again. */
const SENDS_FOR_MS = 3000;
/** Resolution of a peer's last send. */
const NOTED_FOR_MS = 500;
/** Windows vary by this much either way, so that senders drift apart. */
const JITTER = 0.2;
/** A host timer may fire this much early. */
export const EARLY_MS = 1;
/** Resting cursors are repeated where one of every session takes no longer than this. */
const CHEAP_ROUND_MS = 3000;

export type Sent = 'text' | 'cursor';

/** The receivers of a broadcast plus its sender: its cost in events. */
export function countPeople(turn: Turn): number {
  const { nowMs } = turn.moment;
  const people = audienceOf(turn.state, nowMs).peers.size + 1;
  return nowMs < turn.state.presence.crowdUntilMs
    ? Math.max(people, Math.min(CROWD, UNSEEN * people))
    : people;
}

export const shareOf = (turn: Turn): number =>
  Math.min(MAX_SHARE, Math.max(MIN_SHARE, SHARE_PER_PERSON * countPeople(turn)));

const eventsPerSecond = (turn: Turn): number =>
  (turn.state.settings.eventsPerSecond * shareOf(turn)) / turn.state.lanes.slowdown;

function owedNow(turn: Turn): number {
  const { owed, atMs } = turn.state.traffic;
  return Math.max(0, owed - ((turn.moment.nowMs - atMs) / 1000) * eventsPerSecond(turn));
}

/** Counts a broadcast that was sent or received. The server is an additional sender that does not receive. */
export function noteBroadcast(turn: Turn, from: 'peer' | 'server' = 'peer'): void {
  const events = countPeople(turn) + (from === 'server' ? 1 : 0);
  change(turn, {
    traffic: { ...turn.state.traffic, owed: owedNow(turn) + events, atMs: turn.moment.nowMs },
  });
}

export function noteSender(turn: Turn, sent: Sent, sessionId: string): void {
  const { traffic } = turn.state;
  const { nowMs } = turn.moment;
  const { lastFrameAtMs: before } = traffic[sent];
  const latestMs = before[sessionId];
  if (latestMs !== undefined && nowMs - latestMs < NOTED_FOR_MS) return;
  // Silent senders are dropped whenever a new one begins.
  const kept = latestMs === undefined ? withoutSilent(before, nowMs) : before;
  const lastFrameAtMs = { ...kept, [sessionId]: nowMs };
  change(turn, { traffic: { ...traffic, [sent]: { ...traffic[sent], lastFrameAtMs } } });
}

const withoutSilent = (lastFrameAtMs: Senders['lastFrameAtMs'], nowMs: number): Senders['lastFrameAtMs'] =>
  Object.fromEntries(Object.entries(lastFrameAtMs).filter(([, atMs]) => nowMs - atMs < 2 * SENDS_FOR_MS));

/** This session sends now; its next window gets a new random length. */
export function noteSent(turn: Turn, sent: Sent): void {
  const { nowMs, chance } = turn.moment;
  noteBroadcast(turn);
  const { traffic } = turn.state;
  const own = { ...traffic[sent], atMs: nowMs, chance, missed: 0, dueAtMs: null };
  change(turn, { traffic: { ...traffic, [sent]: own } });
}

/** The cursor goes in a frame of text, which costs no separate event; its next window begins. */
export function noteCursorWithText(turn: Turn): void {
  const { traffic } = turn.state;
  const { nowMs, chance } = turn.moment;
  const cursor = { ...traffic.cursor, atMs: nowMs, chance, missed: 0, dueAtMs: null };
  change(turn, { traffic: { ...traffic, cursor } });
}

/** The timer has fired. True when the broadcast may be sent now; else another place is drawn. */
export function takeTurn(turn: Turn, sent: Sent): boolean {
  const { traffic } = turn.state;
  change(turn, { traffic: { ...traffic, [sent]: { ...traffic[sent], dueAtMs: null } } });
  if (waitMs(turn, sent) <= EARLY_MS) return true;
  const missed = Math.min(MAX_MISSED, traffic[sent].missed + 1);
  drawPlace(turn, sent, missed);
  awaitTurn(turn, sent, waitMs(turn, sent));
  return false;
}

function drawPlace(turn: Turn, sent: Sent, missed: number): void {
  const { traffic } = turn.state;
  const { chance } = turn.moment;
  change(turn, { traffic: { ...traffic, [sent]: { ...traffic[sent], chance, missed } } });
}

/** Stops the timers when the lanes are left; the counted events remain (S27e). */
export const withoutTurns = (traffic: Traffic): Traffic => ({
  ...traffic,
  text: { ...traffic.text, dueAtMs: null },
  cursor: { ...traffic.cursor, dueAtMs: null },
});

/** Draws the first places, before this session has sent anything. */
export function drawPlaces(turn: Turn): void {
  drawPlace(turn, 'text', 0);
  drawPlace(turn, 'cursor', 0);
}

/** Schedules the next broadcast within `wantedMs`; an earlier schedule stands. */
export function awaitTurn(turn: Turn, sent: Sent, wantedMs: number): void {
  const { nowMs } = turn.moment;
  const { traffic } = turn.state;
  const { dueAtMs } = traffic[sent];
  const delayMs = Math.max(0, Math.min(wantedMs, (dueAtMs ?? Infinity) - nowMs));
  change(turn, { traffic: { ...traffic, [sent]: { ...traffic[sent], dueAtMs: nowMs + delayMs } } });
  turn.effects.push({ kind: 'start-timer', name: sent === 'text' ? 'send' : 'cursor', delayMs });
}

function countOthers({ lastFrameAtMs }: Traffic[Sent], nowMs: number): number {
  let senders = 0;
  for (const atMs of Object.values(lastFrameAtMs))
    senders += Math.min(1, Math.max(0, 2 - (nowMs - atMs) / SENDS_FOR_MS));
  return senders;
}

/** The time between two broadcasts of this session. */
export function windowMs(turn: Turn, sent: Sent): number {
  const { traffic, settings } = turn.state;
  const { nowMs } = turn.moment;
  const others = countOthers(traffic[sent], nowMs);
  const isTextSent =
    sent === 'text' || countOthers(traffic.text, nowMs) > 0 || nowMs - traffic.text.atMs < SENDS_FOR_MS;
  const share = sent === 'text' ? TEXT_SHARE : isTextSent ? 1 - TEXT_SHARE : 1;
  const fairMs = (1000 * (1 + others) * countPeople(turn)) / (share * eventsPerSecond(turn));
  return Math.max(settings.minWindowMs, fairMs * (1 - JITTER + 2 * JITTER * traffic[sent].chance));
}

/** The time that this session must wait before it sends; 0 when it may send at once. */
export function waitMs(turn: Turn, sent: Sent): number {
  const { traffic } = turn.state;
  const { nowMs } = turn.moment;
  const windowLeftMs = Math.max(0, traffic[sent].atMs + windowMs(turn, sent) - nowMs);
  const perSecond = eventsPerSecond(turn);
  const creditS = sent === 'text' ? CREDIT_S : CURSOR_CREDIT_S;
  const overS = owedNow(turn) / perSecond - creditS;
  if (overS <= 0) return windowLeftMs;
  // Other senders wait for the same moment.
  const senders = (1 + countOthers(traffic[sent], nowMs)) * 2 ** traffic[sent].missed;
  const slotS = (senders * countPeople(turn)) / perSecond;
  return Math.max(windowLeftMs, 1000 * (overS + traffic[sent].chance * slotS));
}

/** The time in which every session can send one broadcast. */
export const roundMs = (turn: Turn): number => (1000 * countPeople(turn) ** 2) / eventsPerSecond(turn);

export const isRoundCheap = (turn: Turn): boolean => roundMs(turn) <= CHEAP_ROUND_MS;
