/**
 * How much a room sends, and how soon this session may send more (PROTOCOL.md, S4, S27). All rooms of a project share one
 * allowance of Realtime events, and no message carries what is left of it: a session counts what it sends and receives.
 */
import { audienceOf } from './audience.ts';
import { change, type Turn } from './state.ts';
import type { Senders, Traffic } from './traffic-state.ts';

/** A room's part of the allowance: the more people a room has, the fewer are in other rooms. */
const SHARE_PER_PERSON = 0.07;
const MIN_SHARE = 0.25;
const MAX_SHARE = 0.7;
/** While many come at once, presence shows as few as one in four of the receivers, in a room of this size or smaller. */
export const UNSEEN = 4;
const CROWD = 50;
/** Cursors get the rest while text is sent, and everything otherwise. */
const TEXT_SHARE = 0.85;
/** Seconds of its share that a room may be ahead. */
const CREDIT_S = 1.5;
const CURSOR_CREDIT_S = 0.75;
/** Others who wait cannot be heard: the time for them doubles this often. */
const MAX_MISSED = 6;
/** A peer counts as a sender for this long, and for as long again less and less. */
const SENDS_FOR_MS = 3000;
/** Fine enough for that. */
const NOTED_FOR_MS = 500;
/** Periods differ by this much either way, so that senders drift apart. */
const JITTER = 0.2;
/** A timer of the host may fire this much early. */
const EARLY_MS = 1;
/** Cursors are repeated where everybody's take no longer than this. */
const CHEAP_ROUND_MS = 3000;

export type Sent = 'text' | 'cursor';

/** The receivers of a broadcast and its sender, which is its price in events. */
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

/** A broadcast went out or came in. Also those of the server count, which sends and does not receive. */
export function noteBroadcast(turn: Turn, from: 'peer' | 'server' = 'peer'): void {
  const events = countPeople(turn) + (from === 'server' ? 1 : 0);
  change(turn, {
    traffic: { ...turn.state.traffic, owed: owedNow(turn) + events, atMs: turn.moment.nowMs },
  });
}

export function noteSender(turn: Turn, sent: Sent, sessionId: string): void {
  const { traffic } = turn.state;
  const { nowMs } = turn.moment;
  const { heardAtMs: before } = traffic[sent];
  const latestMs = before[sessionId];
  if (latestMs !== undefined && nowMs - latestMs < NOTED_FOR_MS) return;
  // Those who have fallen silent are forgotten when somebody new begins.
  const kept = latestMs === undefined ? withoutSilent(before, nowMs) : before;
  const heardAtMs = { ...kept, [sessionId]: nowMs };
  change(turn, { traffic: { ...traffic, [sent]: { ...traffic[sent], heardAtMs } } });
}

const withoutSilent = (heardAtMs: Senders['heardAtMs'], nowMs: number): Senders['heardAtMs'] =>
  Object.fromEntries(Object.entries(heardAtMs).filter(([, atMs]) => nowMs - atMs < 2 * SENDS_FOR_MS));

/** This session sends now; its next period is a little longer or shorter than the last. */
export function noteSent(turn: Turn, sent: Sent): void {
  const { nowMs, chance } = turn.moment;
  noteBroadcast(turn);
  const { traffic } = turn.state;
  const own = { ...traffic[sent], atMs: nowMs, chance, missed: 0, dueAtMs: null };
  change(turn, { traffic: { ...traffic, [sent]: own } });
}

/** The timer has fired. True when the broadcast may go now; else it waits for another place among those of the others. */
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

/** The lanes are left: what they cost stays on the account. */
export const withoutTurns = (traffic: Traffic): Traffic => ({
  ...traffic,
  text: { ...traffic.text, dueAtMs: null },
  cursor: { ...traffic.cursor, dueAtMs: null },
});

/** Sessions that have never sent have different places, too. */
export function drawPlaces(turn: Turn): void {
  drawPlace(turn, 'text', 0);
  drawPlace(turn, 'cursor', 0);
}

/** Waits so long for the next broadcast; an earlier appointment stands. */
export function awaitTurn(turn: Turn, sent: Sent, wantedMs: number): void {
  const { nowMs } = turn.moment;
  const { traffic } = turn.state;
  const { dueAtMs } = traffic[sent];
  const delayMs = Math.max(0, Math.min(wantedMs, (dueAtMs ?? Infinity) - nowMs));
  change(turn, { traffic: { ...traffic, [sent]: { ...traffic[sent], dueAtMs: nowMs + delayMs } } });
  turn.effects.push({ kind: 'start-timer', name: sent === 'text' ? 'send' : 'cursor', delayMs });
}

function countOthers({ heardAtMs }: Traffic[Sent], nowMs: number): number {
  let senders = 0;
  for (const atMs of Object.values(heardAtMs))
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

/** How long this session has to wait before it sends; 0 when it may at once. */
export function waitMs(turn: Turn, sent: Sent): number {
  const { traffic } = turn.state;
  const { nowMs } = turn.moment;
  const windowLeftMs = Math.max(0, traffic[sent].atMs + windowMs(turn, sent) - nowMs);
  const perSecond = eventsPerSecond(turn);
  const creditS = sent === 'text' ? CREDIT_S : CURSOR_CREDIT_S;
  const overS = owedNow(turn) / perSecond - creditS;
  if (overS <= 0) return windowLeftMs;
  // Others wait for the same moment.
  const senders = (1 + countOthers(traffic[sent], nowMs)) * 2 ** traffic[sent].missed;
  const slotS = (senders * countPeople(turn)) / perSecond;
  return Math.max(windowLeftMs, 1000 * (overS + traffic[sent].chance * slotS));
}

/** The time in which everybody here can send one broadcast. */
export const roundMs = (turn: Turn): number => (1000 * countPeople(turn) ** 2) / eventsPerSecond(turn);

export const isRoundCheap = (turn: Turn): boolean => roundMs(turn) <= CHEAP_ROUND_MS;
