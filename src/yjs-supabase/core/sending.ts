/**
 * What goes to peers, and how often (PROTOCOL.md, A4, S4). The first change goes at once; what follows within a window
 * is merged and goes at its end. Every send costs one event and one per receiver, so the window grows with the square
 * of the number of people. Nobody listening, nothing sent.
 */
import { proveTo } from '../proof.ts';
import { tagUpdate } from '../tag.ts';
import { encodeWireFrame } from '../wire.ts';
import { audienceOf } from './audience.ts';
import { markSending, sealAll, type OutboxEntry } from './outbox.ts';
import { canEdit, change, type Turn } from './state.ts';

/** Updates get twice the share of cursors. */
const UPDATE_SHARE = 2 / 3;
const CURSOR_SHARE = 1 / 3;
/** One document may use this part of the project's allowance. */
const DOCUMENT_SHARE = 0.5;

/** Presence that has said nothing yet is no proof of being alone. */
const isAlone = ({ state, moment }: Turn): boolean =>
  state.people.present !== null && audienceOf(state, moment.nowMs).peers.size === 0;

/** What could not be logged is not said: signed out, refused, or without a tag (W8). */
export const sendsLive = (turn: Turn): boolean =>
  turn.state.lanes.phase === 'up' &&
  turn.state.tagKey !== null &&
  turn.state.saving.refused === null &&
  canEdit(turn.state.role) &&
  turn.state.ended === null &&
  !turn.state.contact.signedOut &&
  !isAlone(turn);

function windowMs(turn: Turn, share: number): number {
  const { settings, lanes } = turn.state;
  const people = audienceOf(turn.state, turn.moment.nowMs).peers.size + 1;
  const perSecond =
    (share * DOCUMENT_SHARE * settings.eventsPerSecond) / (Math.max(2, people) ** 2 * lanes.slowdown);
  return Math.max(settings.minWindowMs, 1000 / perSecond);
}

/** Sends the open item, if there is one, once storage has answered for it, and opens the next window. */
function sendOpenItem(turn: Turn): void {
  const item = turn.state.outbox.items.at(-1);
  if (!item || item.sealed) return;
  const sealed = sealAll(turn.state.outbox);
  const isStored = item.stored !== 'waiting';
  const outbox = isStored ? sealed : markSending(sealed, item.counter, true);
  change(turn, { outbox, sendsAgainAtMs: windowEndMs(turn) });
  if (isStored) sendUpdate(turn, item);
}

/** When the window ends that a send opens now. */
export const windowEndMs = (turn: Turn): number => turn.moment.nowMs + windowMs(turn, UPDATE_SHARE);

/** What came within a window goes at its end. Nobody waits for the end of one in which nothing came. */
export function awaitWindow(turn: Turn): void {
  const delayMs = turn.state.sendsAgainAtMs - turn.moment.nowMs;
  if (delayMs > 0) turn.effects.push({ kind: 'start-timer', name: 'send', delayMs });
}

export function sendUpdate(turn: Turn, { counter, update }: OutboxEntry): void {
  const { settings, sessionId, pulling, tagKey } = turn.state;
  if (update.length > settings.maxBroadcastBytes || tagKey === null) return;
  const said = { kind: 'update', counter, bytes: update } as const;
  const tag = tagUpdate(tagKey, counter, update);
  const { readers } = audienceOf(turn.state, turn.moment.nowMs);
  const proofs = proveTo(tagKey, readers, said);
  const { head } = pulling;
  // Written out, because spreading takes longer than encoding (docs/decisions/0008).
  const bytes = encodeWireFrame({ kind: 'update', sessionId, counter, head, tag, proofs, bytes: update });
  turn.effects.push({ kind: 'send', lane: 'upd', bytes });
}

/** Storage has answered for an item: if it was to be sent, it goes now. */
export function sendStored(turn: Turn, counter: number): void {
  const item = turn.state.outbox.items.find((each) => each.counter === counter);
  if (!item?.sending || item.stored === 'waiting') return;
  change(turn, { outbox: markSending(turn.state.outbox, counter, false) });
  if (sendsLive(turn)) sendUpdate(turn, item);
}

/** The end of a window. */
export function takeSendTimer(turn: Turn): void {
  if (sendsLive(turn)) sendOpenItem(turn);
}

/** The own cursor moved. Anybody may show a cursor, also who may not edit. */
export function takeCursorMoved(turn: Turn): void {
  const delayMs = turn.state.cursorAgainAtMs - turn.moment.nowMs;
  if (delayMs > 0) turn.effects.push({ kind: 'start-timer', name: 'cursor', delayMs });
  else sendCursor(turn);
}

export function sendCursor(turn: Turn): void {
  const { lanes, tagKey: author, pulling } = turn.state;
  if (lanes.phase !== 'up' || author === null || isAlone(turn)) return;
  change(turn, { cursorAgainAtMs: turn.moment.nowMs + windowMs(turn, CURSOR_SHARE) });
  turn.effects.push({ kind: 'stop-timer', name: 'cursor' });
  const { readers } = audienceOf(turn.state, turn.moment.nowMs);
  turn.effects.push({ kind: 'send-cursor', head: pulling.head, author, readers });
}
