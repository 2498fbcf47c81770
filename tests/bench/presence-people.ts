/** A worker process of the presence benchmark with some of its users: they rest, click, type, or follow. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as Y from 'yjs';
import { SCHEMA_MAJOR, TEXT_ROOT } from '#contract/document-schema.ts';
import { fingerprint } from '#contract/fingerprint.ts';
import { createUpdateGate } from '#contract/update-gate.ts';
import { openSupabaseChannels, Provider, type OpenChannel } from '#yjs-supabase';
import { createDocument, signUpPerson, type LivePerson } from '../support/open-live-document.ts';
import type { Addresses } from './load-servers.ts';
import { takeOrders } from './workers.ts';

export const DOES = ['idle', 'reading', 'typing', 'following'] as const;
export type Does = (typeof DOES)[number];

export type Order =
  | { readonly kind: 'sign up'; readonly people: number; readonly addresses: Addresses }
  | { readonly kind: 'create document' }
  | { readonly kind: 'open'; readonly documentId: string; readonly eventsPerSecond: number }
  | { readonly kind: 'wait until ready'; readonly people: number }
  | { readonly kind: 'make paragraphs'; readonly people: number }
  | { readonly kind: 'find paragraphs'; readonly offset: number }
  /** `active`: the users of this process who do it, by index. */
  | {
      readonly kind: 'do';
      readonly does: Does;
      readonly active: readonly number[];
      readonly durationMs: number;
    }
  | { readonly kind: 'count' }
  | { readonly kind: 'leave' };

/** A moved caret: the author, the position's clock, and the time. */
export type Move = readonly [clientId: number, clock: number, atMs: number];

/** Counts since the last report. */
export interface Counted {
  readonly moves: readonly Move[];
  /** By user of this process: the carets seen there, with their times. */
  readonly seen: readonly (readonly Move[])[];
  /** Messages sent and received. */
  readonly events: number;
  readonly bytes: number;
  readonly closed: readonly string[];
}

const KEYS_PER_SECOND = 6;
const CLICK_EVERY_MS = 10_000;
const VIEW_EVERY_MS = 250;
const ASK_EVERY_MS = 8000;
/** A message as large as a place of the text in JSON. */
const VIEW = new TextEncoder().encode(`{"view":{"item":{"client":4294967295,"clock":100000},"assoc":0}}`);
const ASK = new TextEncoder().encode('{"follow":true}');
/** Characters of each paragraph, to click at. */
const LENGTH = 200;

interface Seat {
  readonly doc: Y.Doc;
  readonly provider: Provider;
  text: Y.XmlText | null;
}

let addresses: Addresses;
let people: LivePerson[] = [];
let seats: Seat[] = [];
let moves: Move[] = [];
let seen: Move[][] = [];
let closed: string[] = [];
let [events, bytes] = [0, 0];

const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(20);
}

const take = (size: number): void => {
  events += 1;
  bytes += size;
};

const countMessages =
  (openChannel: OpenChannel): OpenChannel =>
  (request) => {
    const channel = openChannel({
      ...request,
      onEvent: (event) => {
        if (event.kind !== 'joined' && event.kind !== 'closed')
          take('bytes' in event ? event.bytes.length : JSON.stringify(event).length);
        request.onEvent(event);
      },
    });
    return {
      close: () => channel.close(),
      announce: () => channel.announce(),
      send: (event, sent) => {
        take(sent.length);
        channel.send(event, sent);
      },
    };
  };

function open({ documentId, eventsPerSecond }: Extract<Order, { kind: 'open' }>): void {
  seats = people.map((person) => {
    const doc = new Y.Doc();
    const provider = new Provider(documentId, doc, {
      log: person.log,
      openChannel: countMessages(openSupabaseChannels(person.client)),
      schema: SCHEMA_MAJOR,
      gate: createUpdateGate(),
      fingerprint,
      settings: { eventsPerSecond },
    });
    provider.on('connection-close', (reason) => closed.push(reason));
    return { doc, provider, text: null };
  });
  seen = seats.map(watch);
}

/** Records carets: at the positions that their clients report, and right behind arriving text, as editors draw them. */
function watch({ doc, provider: { awareness } }: Seat): Move[] {
  const list: Move[] = [];
  awareness.on('change', ({ added, updated }: Record<'added' | 'updated', number[]>) => {
    for (const client of [...added, ...updated]) {
      const item = clockOf(awareness.getStates().get(client));
      if (client !== doc.clientID && item !== null) list.push([client, item, nowMs()]);
    }
  });
  doc.on('afterTransaction', ({ local, beforeState, afterState }: Y.Transaction) => {
    if (local) return;
    for (const [client, to] of afterState)
      if (to > (beforeState.get(client) ?? 0)) list.push([client, to - 1, nowMs()]);
  });
  return list;
}

function clockOf(state: unknown): number | null {
  const { cursor } = (state ?? {}) as { cursor?: { head?: { item?: { clock?: number } } } };
  return cursor?.head?.item?.clock ?? null;
}

function makeParagraphs(count: number): void {
  const [first] = seats;
  if (!first) throw new Error('nobody is here');
  const paragraphs = Array.from({ length: count }, () => {
    const paragraph = new Y.XmlElement('paragraph');
    paragraph.insert(0, [new Y.XmlText('x'.repeat(LENGTH))]);
    return paragraph;
  });
  first.doc.getXmlFragment(TEXT_ROOT).insert(0, paragraphs);
}

async function findParagraphs(offset: number): Promise<void> {
  for (const [at, seat] of seats.entries()) {
    const root = seat.doc.getXmlFragment(TEXT_ROOT);
    await until(() => root.length > offset + at);
    seat.text = (root.get(offset + at) as Y.XmlElement).get(0) as Y.XmlText;
    moveTo(seat, 0);
  }
}

/** Puts the caret after the character at this index. */
function moveTo({ doc, provider, text }: Seat, index: number): void {
  if (!text) throw new Error('there is no paragraph');
  const head = Y.createRelativePositionFromTypeIndex(text, index);
  if (head.item) moves.push([doc.clientID, head.item.clock, nowMs()]);
  provider.awareness.setLocalStateField('cursor', { anchor: head, head });
}

/** Runs `step` at once and then every so often, until the time is over. Users begin spread over the interval. */
async function repeat(everyMs: number, durationMs: number, step: (at: number) => void): Promise<void> {
  const startMs = nowMs() + Math.random() * everyMs;
  for (let at = 0; at * everyMs < durationMs; at += 1) {
    await sleep(Math.max(0, startMs + at * everyMs - nowMs()));
    step(at);
  }
}

const sessionsOf = (provider: Provider, isWanted: (clientId: number) => boolean): string[] =>
  provider.people.filter(({ clientId }) => isWanted(clientId)).map(({ sessionId }) => sessionId);

async function act(seat: Seat, does: Does, durationMs: number): Promise<void> {
  const { doc, provider, text } = seat;
  const self = doc.clientID;
  const leader = Math.min(...provider.people.map(({ clientId }) => clientId));
  if (does === 'idle') await sleep(durationMs);
  if (does === 'reading')
    await repeat(CLICK_EVERY_MS, durationMs, (n) => moveTo(seat, ((n + 1) * 10) % LENGTH));
  if (does === 'typing')
    await repeat(1000 / KEYS_PER_SECOND, durationMs, () => {
      if (!text) throw new Error('there is no paragraph');
      text.insert(text.length, 'x');
      moveTo(seat, text.length - 1);
    });
  if (does === 'following' && self === leader)
    await repeat(VIEW_EVERY_MS, durationMs, () =>
      provider.sendNotice('view', VIEW, sessionsOf(provider, (client) => client !== self).slice(0, 10)),
    );
  if (does === 'following' && self !== leader)
    await repeat(ASK_EVERY_MS, durationMs, () =>
      provider.sendNotice(
        'follow',
        ASK,
        sessionsOf(provider, (client) => client === leader),
      ),
    );
}

function count(): Counted {
  const counted = { moves, seen: seen.map((list) => list.splice(0)), events, bytes, closed };
  [moves, closed, events, bytes] = [[], [], 0, 0];
  return counted;
}

async function carryOut(order: Order): Promise<unknown> {
  switch (order.kind) {
    case 'sign up': {
      ({ addresses } = order);
      people = [];
      for (let at = 0; at < order.people; at += 1) people.push(await signUpPerson(addresses, 'Ann'));
      return people.map(({ userId }) => userId);
    }
    case 'create document':
      return people[0] ? createDocument(people[0]) : null;
    case 'open':
      return open(order);
    case 'wait until ready':
      return until(() =>
        seats.every(
          ({ provider: { view, people: here } }) =>
            view.phase === 'open' && view.live && here.length === order.people,
        ),
      );
    case 'make paragraphs':
      return makeParagraphs(order.people);
    case 'find paragraphs':
      return findParagraphs(order.offset);
    case 'do': {
      const all = seats.map((seat, at) =>
        order.active.includes(at) ? act(seat, order.does, order.durationMs) : sleep(order.durationMs),
      );
      return Promise.all(all).then(() => null);
    }
    case 'count':
      return count();
    case 'leave': {
      for (const { doc, provider } of seats) {
        await provider.retire();
        provider.awareness.destroy();
        doc.destroy();
      }
      seats = [];
      return null;
    }
  }
}

takeOrders(carryOut);
