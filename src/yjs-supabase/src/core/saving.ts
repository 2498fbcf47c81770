/** Local changes on their way into the log: collect, store, append, retry (PROTOCOL.md, S2–S6, S18). */
import type { Appended, LogFailure, Outcome } from '../ports/document-log.ts';
import { end, noteContact, noteFailure, noteSilence } from './reachability.ts';
import { EMPTY_CHAIN, extendChain } from '../protocol/chain.ts';
import { acknowledge } from './learn-reply.ts';
import type { CoreEvent } from './events.ts';
import { expectHeadMessage } from './schedule-poll.ts';
import { learnHead, wantPull } from './schedule-pull.ts';
import { learnEpoch } from './joining.ts';
import { keepAllUnlogged, keepUnloggedAgain } from './relaying.ts';
import {
  addUpdate,
  holdBack,
  markStored,
  recallSettled,
  sealAll,
  takeBatch,
  type OutboxEntry,
} from './outbox.ts';
import { awaitWindow, sendsLive, sendsNow, sendStored, sendUpdate } from './sending.ts';
import { backoffMs, change, isReader, startRequest, type Turn } from './state.ts';
import { noteSent, windowMs } from './traffic.ts';

/** Codes after which the same append would be refused again: the changes stay local and are reported as not saved. */
const FINAL_CODES = new Set([
  'bad_request',
  'session_invalid',
  'too_large',
  'document_full',
  'update_rejected',
  'counter_reused',
  'upgrade_required',
  'forbidden',
]);

/** Lets the timer of the live window fire before the append. */
const AFTER_SENDING_MS = 2;

/** Interval between retries of a failed write to the store. */
const STORE_AGAIN_MS = 5000;

/** Adds a local change and sends it live if the window allows. Without edit permission it is only held back (S5). */
type LocalUpdate = Pick<Extract<CoreEvent, { kind: 'local-update' }>, 'update' | 'title' | 'heirs'>;

export function takeLocalUpdate(turn: Turn, { update, title, heirs = '' }: LocalUpdate): void {
  const { settings } = turn.state;
  if (isReader(turn.state)) {
    change(turn, { outbox: holdBack(turn.state.outbox, { update, title, heirs }) });
    return;
  }
  const { maxMergedBytes } = settings;
  const { nowMs } = turn.moment;
  const sends = sendsNow(turn);
  const outbox = addUpdate(turn.state.outbox, {
    update,
    title,
    heirs,
    nowMs,
    maxMergedBytes,
    stored: firstAnswer(turn),
    sends,
  });
  change(turn, { outbox });
  if (sends) noteSent(turn, 'text');
  const newest = outbox.items.at(-1);
  if (sends && newest && !newest.sending) sendUpdate(turn, newest);
  const event = {
    kind: 'own-noted',
    counter: outbox.lastCounter,
    sent: sends,
    bytes: update.length,
  } as const;
  turn.effects.push({ kind: 'then', event });
}

/** Second half of `takeLocalUpdate`, run after the live frame has been sent. */
export function takeNoted(turn: Turn, counter: number, sent: boolean, bytes: number): void {
  if (!sent) awaitWindow(turn);
  storeItem(turn, counter);
  if (bytes >= turn.state.settings.largeUpdateBytes) appendNow(turn, false);
  else armAppend(turn);
}

/** The server would reject this change. It stays local and is reported as not saved (W9e). */
export function refuseOwn(turn: Turn, code: string): void {
  change(turn, { saving: { ...turn.state.saving, refused: code } });
}

/** Initial `stored` value. A store that is not durable is never used, so its items start as `no`. */
const firstAnswer = (turn: Turn): OutboxEntry['stored'] => (turn.state.isDurable ? 'waiting' : 'no');

/** Stores an item on this device, under its generation; before that is known, `storeAll` does it later. */
function storeItem(turn: Turn, counter: number): void {
  const { outbox, generation, isDurable } = turn.state;
  if (!isDurable || generation === null) return;
  const item = outbox.items.find((each) => each.counter === counter);
  if (!item) return;
  const { revision, update, title, heirs } = item;
  keepAllUnlogged(turn);
  turn.effects.push({ kind: 'store', counter, revision, generation, update, title, heirs });
}

/** Stores the items that were added before the generation was known. */
export function storeAll(turn: Turn): void {
  for (const item of turn.state.outbox.items) if (item.stored === 'waiting') storeItem(turn, item.counter);
}

export function takeStored(turn: Turn, counter: number, revision: number, ok: boolean): void {
  const { outbox, saving } = turn.state;
  change(turn, {
    outbox: markStored(outbox, counter, revision, ok),
    saving: { ...saving, storeFails: !ok },
  });
  sendStored(turn, counter);
  if (turn.state.saving.due) append(turn);
  if (ok) storeAgain(turn);
  else keepUnloggedAgain(turn);
}

/** Retries failed writes one at a time, oldest first (S2b). */
function storeAgain(turn: Turn): void {
  const failed = turn.state.outbox.items.find((item) => item.stored === 'no');
  if (!failed || !turn.state.isDurable) return;
  change(turn, { saving: { ...turn.state.saving, storedAgainAtMs: turn.moment.nowMs } });
  storeItem(turn, failed.counter);
}

/** Retries on a timer as well, because there may be no later local change. */
export function watchStore(turn: Turn): void {
  if (turn.moment.nowMs - turn.state.saving.storedAgainAtMs >= STORE_AGAIN_MS) storeAgain(turn);
}

/** Starts or moves the debounce timer of the next append (S4a, S4h). */
export function armAppend(turn: Turn): void {
  const { outbox, saving, settings } = turn.state;
  const { nowMs } = turn.moment;
  const oldest = outbox.items[0];
  if (!oldest || saving.request || saving.due || saving.failures > 0) return;
  const { latestMs, gapMs } = paceOf(turn);
  const wantedAtMs = Math.min(nowMs + settings.appendIdleMs, oldest.sinceMs + latestMs);
  const delayMs = Math.max(0, wantedAtMs - nowMs, saving.startedAtMs + gapMs - nowMs);
  turn.effects.push({ kind: 'start-timer', name: 'append', delayMs });
}

/** Appends may be rarer while unlogged changes are stored on this device and reach peers live (S4j). */
function paceOf(turn: Turn): { readonly latestMs: number; readonly gapMs: number } {
  const { settings, saving, isDurable } = turn.state;
  if (isDurable && !saving.storeFails && isLiveSoon(turn))
    return { latestMs: settings.appendMaxMs, gapMs: settings.appendGapMs };
  return { latestMs: settings.appendHurryMs, gapMs: 0 };
}

const isLiveSoon = (turn: Turn): boolean =>
  turn.state.lanes.phase === 'up' && windowMs(turn, 'text') <= turn.state.settings.appendHurryMs;

/** The debounce has elapsed. Changes about to be sent live are sent first, so that peers need not fetch them (S4b). */
export function takeAppendTimer(turn: Turn): void {
  const { outbox, settings, saving, traffic } = turn.state;
  const { nowMs } = turn.moment;
  const [oldest, newest] = [outbox.items[0], outbox.items.at(-1)];
  const waitMs = (traffic.text.dueAtMs ?? 0) - nowMs;
  const isSoon = waitMs > 0 && waitMs <= settings.appendHurryMs;
  const waits = newest?.sealed === false && isSoon && saving.failures === 0 && sendsLive(turn);
  const isLate =
    oldest !== undefined && nowMs - oldest.sinceMs >= paceOf(turn).latestMs + settings.appendHurryMs;
  if (!waits || isLate || !isLiveSoon(turn)) return appendNow(turn, false);
  turn.effects.push({ kind: 'start-timer', name: 'append', delayMs: waitMs + AFTER_SENDING_MS });
}

/** Appends all items, now or as soon as the append in flight has ended. */
export function appendNow(turn: Turn, leaving: boolean): void {
  const { saving, outbox } = turn.state;
  if (outbox.items.length === 0) return;
  change(turn, { saving: { ...saving, due: true, leaving: saving.leaving || leaving } });
  append(turn);
}

function append(turn: Turn): void {
  const { running, session, mayEdit, generation, saving, settings, ended } = turn.state;
  if (!running || ended !== null || session.phase !== 'open' || generation === null) return;
  // A page that is leaving resends the append in flight together with later items: it cannot wait for the reply (S3c).
  if (!mayEdit || saving.refused !== null || (saving.request && !saving.leaving)) return;
  change(turn, { outbox: sealAll(turn.state.outbox) });
  const batch = takeBatch(turn.state.outbox, settings, saving.leaving);
  const first = batch[0];
  const last = batch.at(-1);
  if (!first || !last) return;
  const request = { ...startRequest(turn), first: first.counter, upTo: last.counter };
  // Items that did not fit, or are not stored yet, remain due.
  const due = last.counter < turn.state.outbox.lastCounter;
  const startedAtMs = turn.moment.nowMs;
  change(turn, { saving: { ...saving, request, due, leaving: due && saving.leaving, startedAtMs } });
  turn.effects.push({ kind: 'stop-timer', name: 'append' });
  turn.effects.push({
    kind: 'append',
    request: request.id,
    generation,
    firstCounter: first.counter,
    updates: batch.map((item) => item.update),
    title: batch.some((item) => item.title),
    heirs: batch.map((item) => item.heirs),
    leaving: saving.leaving,
  });
}

export function takeAppended(turn: Turn, id: number, outcome: Outcome<Appended>): void {
  const { saving } = turn.state;
  const current = saving.request?.id === id ? saving.request : null;
  if (current) change(turn, { saving: { ...saving, request: null } });
  // A late acknowledgement is still true; a late failure of a timed-out request is ignored.
  if (outcome.ok && current && outcome.value.acked < current.first - 1) {
    noteContact(turn);
    const canRecall = turn.state.outbox.settled.length > 0;
    takeSetBack(turn, outcome.value.head);
    // The lost items are no longer known here; retry in case a peer relays them.
    if (!canRecall) countFailure(turn);
  } else if (outcome.ok) takeAck(turn, outcome.value, current?.upTo ?? null);
  else if (current) takeFailure(turn, outcome.failure);
}

/**
 * The log was set back: a database that failed over may lack its last commits, so earlier replies no longer hold.
 * Recently acknowledged items are appended again, and the document is reread from its start (S18b).
 */
export function takeSetBack(turn: Turn, head: number): void {
  const { outbox, pulling } = turn.state;
  const readAgain = { ...pulling, applied: 0, chain: EMPTY_CHAIN, head, named: null };
  change(turn, { outbox: recallSettled(outbox, firstAnswer(turn)), pulling: readAgain, peers: {} });
  storeAll(turn);
  wantPull(turn, 0);
  if (outbox.settled.length > 0) appendNow(turn, false);
}

function countFailure(turn: Turn): void {
  const { saving } = turn.state;
  change(turn, { saving: { ...saving, failures: saving.failures + 1 } });
  retryAppend(turn, 0);
}

function takeAck(turn: Turn, reply: Appended, expected: number | null): void {
  noteContact(turn);
  const own = turn.state.outbox.items.filter((item) => item.counter <= reply.acked);
  takeOwnRows(turn, reply, own);
  acknowledge(turn, reply.acked);
  learnEpoch(turn, reply.epoch);
  learnHead(turn, reply.head, { own: own.length });
  expectHeadMessage(turn);
  const partial = expected !== null && reply.acked < expected;
  const failures = partial ? turn.state.saving.failures + 1 : 0;
  change(turn, { saving: { ...turn.state.saving, failures } });
  if (partial) retryAppend(turn, 0);
  else if (turn.state.saving.due) append(turn);
  else armAppend(turn);
}

/** Raises `applied` past the appended rows if the chain proves that no remote row came between (S10). */
function takeOwnRows(turn: Turn, reply: Appended, rows: readonly OutboxEntry[]): void {
  const { pulling } = turn.state;
  if (pulling.chain === null || reply.head !== pulling.applied + rows.length) return;
  const chain = rows.reduce((before, { update }) => extendChain(before, update), pulling.chain);
  if (chain !== reply.chain) return;
  change(turn, { pulling: { ...pulling, applied: reply.head, chain } });
}

function takeFailure(turn: Turn, failure: LogFailure): void {
  change(turn, { saving: { ...turn.state.saving, failures: turn.state.saving.failures + 1 } });
  if (failure.kind === 'refused' && FINAL_CODES.has(failure.code)) {
    noteContact(turn);
    change(turn, { saving: { ...turn.state.saving, refused: failure.code } });
    if (failure.code === 'upgrade_required') return end(turn, failure.code);
    // The member was removed, or only lost the right to edit; a pull shows which.
    return wantPull(turn, 0);
  }
  noteFailure(turn, failure);
  retryAppend(turn, failure.kind === 'refused' ? (failure.retryAfterMs ?? 0) : 0);
}

function retryAppend(turn: Turn, atLeastMs: number): void {
  if (turn.state.ended !== null) return;
  const delayMs = Math.max(atLeastMs, backoffMs(turn, turn.state.saving.failures));
  turn.effects.push({ kind: 'start-timer', name: 'append', delayMs });
}

/** Times out an append. It may have been committed; the next reply shows that. */
export function watchAppend(turn: Turn): void {
  const { saving, settings } = turn.state;
  if (!saving.request || turn.moment.nowMs - saving.request.startedAtMs < settings.requestTimeoutMs) return;
  change(turn, { saving: { ...saving, request: null, failures: saving.failures + 1 } });
  noteSilence(turn);
  retryAppend(turn, 0);
}
