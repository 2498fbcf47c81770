/**
 * A provider on an open document, checked continuously: whenever its page would show *Saved*, the server must have
 * acknowledged all changes of this seat. Acknowledgements are read from the server's replies, not from the provider.
 */
import * as Y from 'yjs';
import { expect, vi } from 'vitest';
import { SCHEMA_MAJOR, TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import { roomStatus, type RoomStatus } from '../../src/app/room/room-status.ts';
import type { Database } from '../../src/embedded-supabase/db/database.ts';
import {
  SupabaseProvider,
  type DocumentLog,
  type RealtimeHost,
  type RowRun,
  type Settings,
} from '#yjs-supabase';
import type { LivePerson } from './open-live-document.ts';

/** Short intervals, so that tests do not wait for the real ones. */
export const QUICK: Partial<Settings> = {
  // Longer than the sending window for peers, because an update logged before its end is not sent live.
  appendIdleMs: 60,
  appendMaxMs: 150,
  pollMs: 300,
  pollJitterMs: 100,
  pollWithoutLiveMs: 200,
  holeWaitMs: 50,
  joinTimeoutMs: 3000,
  joinSpreadMs: 500,
  overLimitMs: 100,
  requestTimeoutMs: 3000,
  backoffMs: 100,
  maxBackoffMs: 500,
  rosterGapMs: 100,
  eventsPerSecond: 500,
};

/** Time limit for recovery after a fault. */
export const HEAL_MS = 30_000;

export interface Seat {
  readonly documentId: string;
  readonly provider: SupabaseProvider;
  readonly doc: Y.Doc;
  /** Appends a paragraph. */
  write(text: string): void;
  /** Deletes the last paragraph. */
  erase(): void;
  read(): string;
  status(): RoomStatus;
  isLive(): boolean;
  isSaved(): boolean;
  /** Why lanes were closed, in order. */
  readonly closed: string[];
  /** Each time that *Saved* was shown for changes that the server had not acknowledged. */
  readonly lies: string[];
  leave(): void;
}

export function openSeat(person: LivePerson, documentId: string, settings: Partial<Settings> = {}): Seat {
  const doc = new Y.Doc();
  const acknowledged = watchServer(person, doc.clientID, () => provider.sessionId);
  const provider = new SupabaseProvider(acknowledged.client, documentId, doc, {
    log: acknowledged.log,
    schema: SCHEMA_MAJOR,
    title: { root: TITLE_ROOT, maxChars: 200 },
    settings: { ...QUICK, ...settings },
  });
  const closed: string[] = [];
  const lies: string[] = [];
  const status = () => roomStatus(provider.view);
  const isSaved = () => {
    const now = status();
    return now.kind === 'open' && now.save === 'saved';
  };
  provider.on('connection-close', (reason) => closed.push(reason));
  provider.on('view', () => {
    const written = Y.getState(doc.store, doc.clientID);
    if (isSaved() && written > acknowledged.clock())
      lies.push(`saved at ${written}, logged ${acknowledged.clock()}`);
  });
  const text = () => doc.getXmlFragment(TEXT_ROOT);
  return {
    documentId,
    provider,
    doc,
    closed,
    lies,
    status,
    isSaved,
    isLive: () => provider.view.phase === 'open' && provider.view.live,
    write: (words) => {
      const paragraph = new Y.XmlElement('paragraph');
      paragraph.insert(0, [new Y.XmlText(words)]);
      text().insert(text().length, [paragraph]);
    },
    erase: () => text().delete(text().length - 1),
    read: () => text().toJSON(),
    leave: () => {
      provider.destroy();
      provider.awareness.destroy();
      doc.destroy();
    },
  };
}

interface Watched {
  readonly log: DocumentLog;
  readonly client: RealtimeHost;
  readonly clock: () => number;
}

/** Tracks the clock up to which the server has acknowledged changes of a Yjs client, in replies and on `ctl`. */
function watchServer({ log, client }: LivePerson, clientId: number, sessionId: () => string): Watched {
  let logged = 0;
  const sent = new Map<number, Uint8Array>();
  const take = (bytes: Uint8Array): void => {
    logged = Math.max(logged, Y.parseUpdateMeta(bytes).to.get(clientId) ?? 0);
  };
  const takeNamed = (rows: readonly RowRun[] | null): void => {
    for (const [of, from, to] of rows ?? [])
      for (const [counter, bytes] of sent)
        if (of === sessionId() && counter >= from && counter <= to) take(bytes);
  };
  return {
    clock: () => logged,
    client: {
      channel: (topic, options) => {
        const channel = client.channel(topic, options);
        channel.on('broadcast', { event: 'head' }, ({ payload }) => takeNamed(payload.rows));
        return channel;
      },
      removeChannel: (channel) => client.removeChannel(channel),
      realtime: client.realtime,
      auth: client.auth,
    },
    log: {
      ...log,
      head: async (request) => {
        const reply = await log.head(request);
        if (reply.ok) takeNamed(reply.value.rows);
        return reply;
      },
      append: async (request) => {
        request.updates.forEach((bytes, at) => sent.set(request.firstCounter + at, bytes));
        const reply = await log.append(request);
        if (reply.ok) request.updates.slice(0, reply.value.acked - request.firstCounter + 1).forEach(take);
        return reply;
      },
      load: async (request) => {
        const reply = await log.load(request);
        if (!reply.ok) return reply;
        if (reply.value.snapshot) take(reply.value.snapshot.bytes);
        for (const row of reply.value.rows) take(row.bytes);
        return reply;
      },
    },
  };
}

export const until = (isTrue: () => boolean): Promise<unknown> =>
  vi.waitUntil(isTrue, { timeout: HEAL_MS, interval: 10 });

/** Expects that all seats converge on the log, that it has no hole, and that no seat showed *Saved* too early. */
export async function expectHealed(
  seats: readonly [Seat, ...Seat[]],
  database: Database,
  words: readonly string[],
): Promise<void> {
  const [first] = seats;
  const isSame = ({ doc }: Seat) => Y.equalSnapshots(Y.snapshot(doc), Y.snapshot(first.doc));
  await until(
    () =>
      seats.every((seat) => seat.isSaved() && isSame(seat)) &&
      words.every((word) => first.read().includes(word)),
  );
  const log = await readLog(database, first.documentId);
  expect(log.hasHole).toBe(false);
  for (const { doc, read } of seats) {
    expect(read()).toBe(log.doc.getXmlFragment(TEXT_ROOT).toJSON());
    expect(Y.encodeStateVector(doc)).toEqual(Y.encodeStateVector(log.doc));
  }
  expect(seats.flatMap((seat) => seat.lies)).toEqual([]);
}

async function readLog(database: Database, documentId: string): Promise<{ doc: Y.Doc; hasHole: boolean }> {
  const { rows } = await database.query<{ seq: string; bytes: Uint8Array }>(
    'select seq, bytes from public.document_updates where document_id = $1 order by seq',
    [documentId],
  );
  const doc = new Y.Doc();
  for (const { bytes } of rows) Y.applyUpdate(doc, bytes);
  return { doc, hasHole: rows.some(({ seq }, at) => Number(seq) !== at + 1) };
}
