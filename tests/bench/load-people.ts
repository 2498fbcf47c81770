/** A worker process of the load benchmark with some of its users: opens their seats, types, and records arrivals. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { createDocument, signUpPerson, type LivePerson } from '../support/open-live-document.ts';
import type { Addresses } from './load-servers.ts';
import type { Bytes } from './count-bytes.ts';
import { bytesOf, openSeat, SpoluSocket, type Seat, type Way } from './load-ways.ts';
import { takeOrders } from './workers.ts';

export type Order =
  | { readonly kind: 'sign up'; readonly people: number; readonly addresses: Addresses }
  | { readonly kind: 'create document' }
  /** `documentIds`: one for each user of this process. */
  | {
      readonly kind: 'open';
      readonly documentIds: readonly string[];
      readonly ways: readonly Way[];
      readonly eventsPerSecond: number;
    }
  | { readonly kind: 'wait until ready' }
  /** The first users of this process, one in each room, insert a paragraph for each user. */
  | { readonly kind: 'make paragraphs'; readonly rooms: number; readonly people: number }
  | { readonly kind: 'find paragraphs'; readonly offset: number }
  | {
      readonly kind: 'type';
      readonly way: Way;
      readonly typists: readonly number[];
      /** All typists begin within this time. */
      readonly beginMs: number;
      readonly durationMs: number;
    }
  | { readonly kind: 'collect'; readonly way: Way }
  | { readonly kind: 'leave' };

/** One keystroke. */
export type Keystroke = readonly [clientId: number, clock: number, atMs: number];
/** A received range of clocks, without `to`. */
export type Arrival = readonly [clientId: number, from: number, to: number, atMs: number];

export interface Collected {
  readonly typed: readonly Keystroke[];
  /** By user of this process. */
  readonly arrived: readonly (readonly Arrival[])[];
  readonly closed: readonly string[];
  readonly bytes: Bytes;
}

const KEYS_PER_SECOND = 6;

interface Person {
  readonly live: LivePerson;
  readonly seats: Map<Way, WatchedSeat>;
}

interface WatchedSeat extends Seat {
  text: Y.XmlText | null;
  readonly arrived: Arrival[];
  readonly typed: Keystroke[];
}

let addresses: Addresses;
let people: Person[] = [];

const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(20);
}

function watchSeat(seat: Seat): WatchedSeat {
  const arrived: Arrival[] = [];
  seat.doc.on('afterTransaction', ({ local, beforeState, afterState }: Y.Transaction) => {
    if (local) return;
    const atMs = nowMs();
    for (const [clientId, to] of afterState) {
      const from = beforeState.get(clientId) ?? 0;
      if (to > from) arrived.push([clientId, from, to, atMs]);
    }
  });
  return { ...seat, text: null, arrived, typed: [] };
}

function typeKey({ doc, text, awareness, typed }: WatchedSeat): void {
  if (!text) throw new Error('there is no paragraph to type into');
  const clock = Y.getState(doc.store, doc.clientID);
  typed.push([doc.clientID, clock, nowMs()]);
  text.insert(text.length, 'x');
  // The cursor moves with each keystroke, as in an editor.
  const position = Y.createRelativePositionFromTypeIndex(text, text.length - 1);
  awareness?.setLocalStateField('cursor', { anchor: position, head: position });
}

async function typeOn(seat: WatchedSeat, durationMs: number, beginMs: number): Promise<void> {
  const everyMs = 1000 / KEYS_PER_SECOND;
  const startMs = nowMs() + Math.random() * beginMs;
  for (let at = 0; at * everyMs < durationMs; at += 1) {
    await sleep(Math.max(0, startMs + at * everyMs - nowMs()));
    typeKey(seat);
  }
}

const seatOf = (person: Person | undefined, way: Way): WatchedSeat => {
  const seat = person?.seats.get(way);
  if (!seat) throw new Error(`there is no seat of ${way}`);
  return seat;
};

function open(order: Extract<Order, { kind: 'open' }>): void {
  for (const [at, { live, seats }] of people.entries()) {
    const documentId = order.documentIds[at];
    if (documentId === undefined) continue;
    for (const way of order.ways) {
      const place = { addresses, person: live, documentId, eventsPerSecond: order.eventsPerSecond };
      seats.set(way, watchSeat(openSeat(way, place)));
    }
  }
}

const seated = (): WatchedSeat[] => people.flatMap(({ seats }) => [...seats.values()]);

function makeParagraphs({ rooms, people: count }: Extract<Order, { kind: 'make paragraphs' }>): void {
  for (const { seats } of people.slice(0, rooms)) {
    for (const { doc } of seats.values()) {
      const paragraphs = Array.from({ length: count }, () => {
        const paragraph = new Y.XmlElement('paragraph');
        paragraph.insert(0, [new Y.XmlText()]);
        return paragraph;
      });
      doc.getXmlFragment(TEXT_ROOT).insert(0, paragraphs);
    }
  }
}

async function findParagraphs(offset: number): Promise<void> {
  for (const [at, { seats }] of people.entries()) {
    for (const seat of seats.values()) {
      const text = seat.doc.getXmlFragment(TEXT_ROOT);
      await until(() => text.length > offset + at);
      seat.text = (text.get(offset + at) as Y.XmlElement).get(0) as Y.XmlText;
    }
  }
}

function collect(way: Way): Collected {
  const seats = people.flatMap(({ seats: all }) => all.get(way) ?? []);
  const take = <T>(list: T[]): T[] => list.splice(0);
  return {
    typed: seats.flatMap((seat) => take(seat.typed)),
    arrived: seats.map((seat) => take(seat.arrived)),
    closed: seats.flatMap((seat) => seat.closed),
    bytes: { ...bytesOf[way] },
  };
}

async function carryOut(order: Order): Promise<unknown> {
  switch (order.kind) {
    case 'sign up': {
      ({ addresses } = order);
      for (let at = 0; at < order.people; at += 1)
        people.push({ live: await signUpPerson(addresses, 'Ann', SpoluSocket), seats: new Map() });
      return people.map(({ live }) => live.userId);
    }
    case 'create document':
      return people[0] ? createDocument(people[0].live) : null;
    case 'open':
      return open(order);
    case 'wait until ready':
      return until(() => seated().every((seat) => seat.isReady()));
    case 'make paragraphs':
      return makeParagraphs(order);
    case 'find paragraphs':
      return findParagraphs(order.offset);
    case 'type':
      Object.assign(bytesOf[order.way], { up: 0, down: 0 });
      return Promise.all(
        order.typists.map((at) => typeOn(seatOf(people[at], order.way), order.durationMs, order.beginMs)),
      ).then(() => null);
    case 'collect':
      return collect(order.way);
    case 'leave': {
      await Promise.all(seated().map((seat) => seat.leave()));
      for (const { seats } of people) seats.clear();
      return null;
    }
  }
}

takeOrders(carryOut);
