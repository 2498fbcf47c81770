/**
 * Live frames to peers, and when they are sent (PROTOCOL.md, S4, S27, A3, A5). The first change is sent at once;
 * changes within the window that follows are merged and sent at its end. Nothing is sent when there are no peers.
 */
import { proveTo } from '../protocol/proof.ts';
import { tagUpdate } from '../protocol/tag.ts';
import { encodeWireFrame } from '../protocol/frame.ts';
import type { SignedContent, SignedUpdate } from '../protocol/signed-frame.ts';
import { audienceOf } from './audience.ts';
import { markSending, sealAll, type OutboxEntry } from './outbox.ts';
import { change, type Turn } from './state.ts';
import {
  awaitTurn,
  isRoundCheap,
  noteCursorWithText,
  noteSent,
  roundMs,
  takeTurn,
  waitMs,
} from './traffic.ts';

const MAX_REPEATS = 3;
/** A cursor leaves without the text that it waits for after this long. */
const WITH_TEXT_MS = 1000;

/** Before its first event, presence cannot prove that there are no peers. */
const isAlone = ({ state, moment }: Turn): boolean =>
  state.people.present !== null && audienceOf(state, moment.nowMs).peers.size === 0;

/** Changes that could not be logged are not sent live: signed out, refused, or without a tag key (W8b). */
export const sendsLive = (turn: Turn): boolean =>
  turn.state.lanes.phase === 'up' &&
  turn.state.session.phase === 'open' &&
  turn.state.saving.refused === null &&
  turn.state.mayEdit &&
  turn.state.ended === null &&
  !turn.state.contact.signedOut &&
  !isAlone(turn);

/** Whether a change can be sent to peers at once. */
export const sendsNow = (turn: Turn): boolean =>
  turn.moment.nowMs >= (turn.state.traffic.text.dueAtMs ?? 0) && sendsLive(turn) && waitMs(turn, 'text') <= 0;

/** Seals the open item, if there is one, sends it once the store has replied, and starts the next window. */
function sendOpenItem(turn: Turn): void {
  const item = turn.state.outbox.items.at(-1);
  if (!item || item.sealed) return;
  const sealed = sealAll(turn.state.outbox);
  const isStored = item.stored !== 'waiting';
  const outbox = isStored ? sealed : markSending(sealed, item.counter, true);
  change(turn, { outbox });
  noteSent(turn, 'text');
  if (isStored) sendUpdate(turn, item);
}

/** Schedules the send at the end of the current window. */
export function awaitWindow(turn: Turn): void {
  const delayMs = waitMs(turn, 'text');
  if (delayMs > 0) awaitTurn(turn, 'text', delayMs);
}

export function sendUpdate(turn: Turn, { counter, update }: OutboxEntry): void {
  const { settings, sessionId, pulling, session } = turn.state;
  if (update.length > settings.maxBroadcastBytes || session.phase !== 'open') return;
  const { tagKey } = session;
  const content = { kind: 'update', counter, bytes: update } as const;
  const tag = tagUpdate(tagKey, counter, update);
  const { readers, isSigned } = audienceOf(turn.state, turn.moment.nowMs);
  if (isSigned) return signUpdate(turn, { counter, tag, bytes: update });
  const proofs = proveTo(tagKey, readers, content);
  const { head } = pulling;
  // A literal without spread, because spreading takes longer than encoding (docs/decisions/0008).
  const bytes = encodeWireFrame({ kind: 'update', sessionId, counter, head, tag, proofs, bytes: update });
  turn.effects.push({ kind: 'send', lane: 'upd', bytes });
}

/** The frame takes the cursor with it, which then has been sent (W12e). */
function signUpdate(turn: Turn, update: Pick<SignedUpdate, 'counter' | 'tag' | 'bytes'>): void {
  noteCursorWithText(turn);
  turn.effects.push({ kind: 'stop-timer', name: 'cursor' });
  sign(turn, 'upd', { kind: 'update', ...partsOf(turn), ...update });
}

const partsOf = ({ state }: Turn) => ({ sessionId: state.sessionId, head: state.pulling.head });

function sign(turn: Turn, lane: 'upd' | 'aw', content: SignedContent): void {
  const { generation } = turn.state;
  if (generation !== null) turn.effects.push({ kind: 'sign', lane, generation, content });
}

/** The store has replied for an item: sends it if it was waiting for that. */
export function sendStored(turn: Turn, counter: number): void {
  const item = turn.state.outbox.items.find((each) => each.counter === counter);
  if (!item?.sending || item.stored === 'waiting') return;
  change(turn, { outbox: markSending(turn.state.outbox, counter, false) });
  if (sendsLive(turn)) sendUpdate(turn, item);
}

/** The end of a window, unless more senders have made it longer. */
export function takeSendTimer(turn: Turn): void {
  if (!sendsLive(turn)) return;
  const isOpen = turn.state.outbox.items.at(-1)?.sealed === false;
  if (isOpen && takeTurn(turn, 'text')) sendOpenItem(turn);
}

/** Signed text waits for the store or for its window, and takes the cursor with it. */
function takesCursor({ state, moment }: Turn): boolean {
  const { outbox, traffic } = state;
  const isWaiting = traffic.text.dueAtMs !== null || outbox.items.some(({ sending }) => sending);
  return isWaiting && audienceOf(state, moment.nowMs).isSigned;
}

/** The local cursor moved. Every role may send its cursor. */
export function takeCursorMoved(turn: Turn): void {
  noteRepeats(turn, 0);
  const delayMs = waitMs(turn, 'cursor');
  if (takesCursor(turn)) awaitTurn(turn, 'cursor', Math.max(delayMs, WITH_TEXT_MS));
  else if (delayMs > 0) awaitTurn(turn, 'cursor', delayMs);
  else sendCursor(turn);
}

export function takeCursorTimer(turn: Turn): void {
  if (takeTurn(turn, 'cursor')) sendCursor(turn);
}

/** Sends the local cursor to a new peer. All present sessions do, so each picks a random moment (A3a). */
export function showCursorSoon(turn: Turn): void {
  if (!turn.state.presence.isAnnounced) return;
  awaitTurn(turn, 'cursor', Math.max(waitMs(turn, 'cursor'), turn.moment.chance * roundMs(turn)));
}

/** Repeats a resting cursor in case a peer missed it, where that costs little, but not for as long as it rests (A7a). */
export function takeCursorRested(turn: Turn): void {
  const { cursorRepeats } = turn.state.traffic;
  if (takesCursor(turn) || cursorRepeats >= MAX_REPEATS || !isRoundCheap(turn)) return;
  noteRepeats(turn, cursorRepeats + 1);
  showCursorSoon(turn);
}

const noteRepeats = (turn: Turn, cursorRepeats: number): void =>
  change(turn, { traffic: { ...turn.state.traffic, cursorRepeats } });

function sendCursor(turn: Turn): void {
  const { lanes, session, pulling } = turn.state;
  if (lanes.phase !== 'up' || session.phase !== 'open' || isAlone(turn)) return;
  noteSent(turn, 'cursor');
  turn.effects.push({ kind: 'stop-timer', name: 'cursor' });
  const { readers, isSigned } = audienceOf(turn.state, turn.moment.nowMs);
  if (isSigned) return sign(turn, 'aw', { kind: 'awareness', ...partsOf(turn) });
  turn.effects.push({ kind: 'send-cursor', head: pulling.head, author: session.tagKey, readers });
}
