/**
 * The queue of local updates that the log does not have yet (PROTOCOL.md, S1–S3). The newest item is *open* until it is
 * sent anywhere: new changes are merged into it. Sending seals it: from then on its counter stands for exactly these
 * bytes.
 */
import { mergeUpdates } from 'yjs';

export interface OutboxEntry {
  readonly counter: number;
  readonly update: Uint8Array;
  readonly sinceMs: number;
  readonly sealed: boolean;
  /** Raised each time the bytes change, so that a late `stored` event is not applied to newer bytes. */
  readonly revision: number;
  readonly stored: 'waiting' | 'yes' | 'no';
  /** The item is sent live as soon as the store has replied. */
  readonly sending: boolean;
  /** The changes touch the title. */
  readonly title: boolean;
  /** Which deleted text the changes insert again (`doc/heirs.ts`); '' for none. */
  readonly heirs: string;
}

export interface Outbox {
  readonly items: readonly OutboxEntry[];
  readonly lastCounter: number;
  readonly acked: number;
  /** The most recently acknowledged items, in case the log is set back. */
  readonly settled: readonly OutboxEntry[];
  /** Local changes made without edit permission. Not sent, but later changes may depend on them. */
  readonly heldBack: Change | null;
}

type Change = Pick<OutboxEntry, 'update' | 'title' | 'heirs'>;

interface AddedChange extends Change {
  readonly nowMs: number;
  readonly maxMergedBytes: number;
  readonly stored: OutboxEntry['stored'];
  /** The change is sent now, so its item is sealed. */
  readonly sends: boolean;
}

const MAX_SETTLED_BYTES = 512 * 1024;

/** An item has no more heirs than this; the log then finds the others by itself (PROTOCOL.md, S30b). */
export const MAX_HEIRS_CHARS = 8 * 1024;

const join = (before: Change | null, { update, title, heirs }: Change): Change =>
  before === null
    ? { update, title, heirs }
    : {
        update: mergeUpdates([before.update, update]),
        title: before.title || title,
        heirs: joinHeirs(before.heirs, heirs),
      };

function joinHeirs(before: string, heirs: string): string {
  if (before === '' || heirs === '') return before + heirs;
  const both = `${before} ${heirs}`;
  return both.length > MAX_HEIRS_CHARS ? before : both;
}

/** Keeps a change that may not be sent yet. */
export const holdBack = (outbox: Outbox, change: Change): Outbox => ({
  ...outbox,
  heldBack: join(outbox.heldBack, change),
});

/** Holds back all items; none of them has been sent. */
export const holdBackAll = (outbox: Outbox): Outbox => ({
  ...outbox.items.reduce(holdBack, outbox),
  items: [],
  lastCounter: outbox.acked,
});

/**
 * Adds a local change, and changes held back before it, to the open item if there is one with room; else to a new item.
 */
export function addUpdate(outbox: Outbox, change: AddedChange): Outbox {
  const { items, acked, settled, heldBack } = outbox;
  if (heldBack) return addUpdate({ ...outbox, heldBack: null }, { ...change, ...join(heldBack, change) });
  const sending = change.sends && change.stored === 'waiting';
  const open = items.at(-1);
  if (open && !open.sealed && open.update.length + change.update.length <= change.maxMergedBytes) {
    const merged: OutboxEntry = {
      ...open,
      ...join(open, change),
      revision: open.revision + 1,
      stored: change.stored,
      sealed: change.sends,
      sending,
    };
    return { ...outbox, items: [...items.slice(0, -1), merged] };
  }
  const counter = outbox.lastCounter + 1;
  const item: OutboxEntry = {
    counter,
    update: change.update,
    sinceMs: change.nowMs,
    revision: 1,
    stored: change.stored,
    title: change.title,
    heirs: change.heirs,
    sealed: change.sends,
    sending,
  };
  return { items: [...sealAll(outbox).items, item], lastCounter: counter, acked, settled, heldBack };
}

/** Only the newest item is ever open. */
export function sealAll<T extends Pick<Outbox, 'items'>>(outbox: T): T {
  const newest = outbox.items.at(-1);
  if (!newest || newest.sealed) return outbox;
  return { ...outbox, items: [...outbox.items.slice(0, -1), { ...newest, sealed: true }] };
}

export function markStored(outbox: Outbox, counter: number, revision: number, ok: boolean): Outbox {
  const items = outbox.items.map((item) =>
    item.counter === counter && item.revision === revision
      ? { ...item, stored: ok ? ('yes' as const) : ('no' as const) }
      : item,
  );
  return { ...outbox, items };
}

export function markSending(outbox: Outbox, counter: number, sending: boolean): Outbox {
  const items = outbox.items.map((item) => (item.counter === counter ? { ...item, sending } : item));
  return { ...outbox, items };
}

/** The log has the items up to `acked`. */
export function settle(outbox: Outbox, acked: number): Outbox {
  if (acked <= outbox.acked) return outbox;
  const settled = keepNewest([...outbox.settled, ...outbox.items.filter((item) => item.counter <= acked)]);
  return { ...outbox, acked, settled, items: outbox.items.filter((item) => item.counter > acked) };
}

function keepNewest(settled: readonly OutboxEntry[]): readonly OutboxEntry[] {
  let bytes = 0;
  const tooOld = settled.findLastIndex((item) => {
    bytes += item.update.length;
    return bytes > MAX_SETTLED_BYTES;
  });
  return settled.slice(tooOld + 1);
}

/** The log may have lost acknowledged items: queues all that are still known to be sent again. */
export function recallSettled(outbox: Outbox, stored: OutboxEntry['stored']): Outbox {
  const [first] = outbox.settled;
  if (!first) return outbox;
  const again = outbox.settled.map((item) => ({ ...item, stored, sending: false }));
  return { ...outbox, items: [...again, ...outbox.items], acked: first.counter - 1, settled: [] };
}

/** Of all items of one request, whose header has them. */
const MOST_HEIRS_CHARS = 16 * 1024;

/**
 * The oldest sealed items, within the limits of one request. Unless the page is leaving, the store must have replied
 * first.
 */
export function takeBatch(
  outbox: Outbox,
  limits: { maxAppendUpdates: number; maxAppendBytes: number },
  leaving: boolean,
): readonly OutboxEntry[] {
  const batch: OutboxEntry[] = [];
  let [bytes, heirs] = [0, 0];
  for (const item of outbox.items) {
    bytes += item.update.length;
    heirs += item.heirs.length;
    const full =
      batch.length >= limits.maxAppendUpdates ||
      (batch.length > 0 && (bytes > limits.maxAppendBytes || heirs > MOST_HEIRS_CHARS));
    if (full || !item.sealed || (item.stored === 'waiting' && !leaving)) break;
    batch.push(item);
  }
  return batch;
}
