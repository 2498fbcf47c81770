/**
 * The cost of typing users. `npm run bench -- rates` counts function calls, requests and Realtime messages with two, ten and
 * fifty users in a document. `-- capacity` opens more and more rooms of four typists until *Saved* comes too late.
 * Users type with the pauses of `human-typing.ts`, and their outbox is durable, as in browsers.
 *
 * The servers are one process and the users another, on the same cores.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import * as Y from 'yjs';
import { SCHEMA_MAJOR, TEXT_ROOT } from '#contract/document-schema.ts';
import { fingerprint } from '#contract/fingerprint.ts';
import { createUpdateGate } from '#contract/update-gate.ts';
import {
  openSupabaseChannels,
  Provider,
  type DocumentLog,
  type OpenChannel,
  type OutboxStore,
} from '#yjs-supabase';
import { openMemoryOutbox } from '#yjs-supabase/testing';
import { createDocument, signUpPerson, type LivePerson } from '../support/open-live-document.ts';
import { createRandom } from '../support/random.ts';
import { pausesOf } from './human-typing.ts';
import type { Addresses, Admission, Plan, Usage } from './load-servers.ts';
import { summarize, type Latency } from './summarize.ts';
import { answerOf } from './workers.ts';

const ALLOWANCES: Readonly<Record<Plan, number>> = { generous: 100_000, free: 100 };
const SAVED_PATIENCE_MS = 30_000;
/** Methods of the log port that call edge functions. The others call the database. */
const FUNCTIONS: readonly (keyof DocumentLog)[] = ['openSession', 'load', 'append', 'relay', 'fold'];

export interface Crowd {
  readonly rooms: number;
  /** Users in each room. */
  readonly people: number;
  readonly typists: number;
  readonly plan: Plan;
  readonly seconds: number;
  /** Between the coming of the last person and the first key. */
  readonly settleSeconds: number;
}

export interface Rates extends Crowd {
  /** From the last keystroke of a burst until *Saved*. */
  readonly saved: Latency;
  readonly keystrokes: number;
  /** Calls by name during typing. */
  readonly calls: Readonly<Record<string, number>>;
  readonly functionCallsPerSecond: number;
  readonly requestsPerSecond: number;
  /** As billed: one for a sent message, and one for each receiver. */
  readonly messagesPerTypistMinute: number;
  readonly walBytesPerKeystroke: number;
  readonly serverMsPerKeystroke: number;
  readonly heapMbPerTab: number;
  readonly closed: readonly string[];
}

interface Tab {
  readonly doc: Y.Doc;
  readonly provider: Provider;
}

interface Counts {
  readonly calls: Record<string, number>;
  messages: number;
}

export interface Servers {
  readonly addresses: Addresses;
  usage(): Promise<Usage>;
  admit(admission: Admission): Promise<void>;
  /** Users are signed up once and reused by the next measurement. */
  person(at: number): Promise<LivePerson>;
  close(): void;
}

export async function startServers(plan: Plan): Promise<Servers> {
  const child = fork(new URL('load-servers.ts', import.meta.url).pathname, [plan]);
  const addresses = await answerOf<Addresses>(child);
  const people: Promise<LivePerson>[] = [];
  return {
    addresses,
    usage: () => request<Usage>(child, 'usage'),
    admit: async (admission) => void (await request(child, admission)),
    person: (at) => (people[at] ??= signUpPerson(addresses, 'Ann')),
    close: () => child.disconnect(),
  };
}

function request<T>(child: ChildProcess, what: Admission | 'usage'): Promise<T> {
  const answered = answerOf<T>(child);
  child.send(what);
  return answered;
}

export async function measureRooms(servers: Servers, crowd: Crowd): Promise<Rates> {
  const counts: Counts = { calls: {}, messages: 0 };
  const closed: string[] = [];
  const heapBefore = heapMb();
  const rooms = await openRooms(servers, crowd, counts, closed);
  const heapMbPerTab = (heapMb() - heapBefore) / (crowd.rooms * crowd.people);
  await sleep(1000 * crowd.settleSeconds);
  const before = { usage: await servers.usage(), calls: { ...counts.calls }, messages: counts.messages };
  const startedAtMs = performance.now();
  const typed = await Promise.all(
    rooms.flatMap((tabs, room) =>
      tabs
        .slice(0, crowd.typists)
        .map((tab, at) => typeOn(tab, crowd.seconds, createRandom(1000 * room + at + 1))),
    ),
  );
  const seconds = (performance.now() - startedAtMs) / 1000;
  const usage = await servers.usage();
  const calls = since(counts.calls, before.calls);
  const messages = counts.messages - before.messages;
  await Promise.all(rooms.flat().map(leave));
  const keystrokes = typed.reduce((sum, { keys }) => sum + keys, 0);
  const sumOf = (names: readonly string[]) => names.reduce((sum, name) => sum + (calls[name] ?? 0), 0);
  return {
    ...crowd,
    saved: summarize(typed.flatMap(({ savedMs }) => savedMs)),
    keystrokes,
    calls,
    functionCallsPerSecond: sumOf(FUNCTIONS) / seconds,
    requestsPerSecond: sumOf(Object.keys(calls)) / seconds,
    messagesPerTypistMinute: (60 * messages) / (seconds * crowd.rooms * crowd.typists),
    walBytesPerKeystroke: (usage.walBytes - before.usage.walBytes) / keystrokes,
    serverMsPerKeystroke: (usage.cpuMs - before.usage.cpuMs) / keystrokes,
    heapMbPerTab,
    closed,
  };
}

function heapMb(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

const since = (now: Readonly<Record<string, number>>, before: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(now).map(([name, count]) => [name, count - (before[name] ?? 0)]));

async function openRooms(servers: Servers, crowd: Crowd, counts: Counts, closed: string[]): Promise<Tab[][]> {
  const rooms: Tab[][] = [];
  for (let room = 0; room < crowd.rooms; room += 1) {
    const people: LivePerson[] = [];
    for (let at = 0; at < crowd.people; at += 1) people.push(await servers.person(room * crowd.people + at));
    const documentId = await createDocument(people[0]!);
    await servers.admit({ documentId, userIds: people.slice(1).map(({ userId }) => userId) });
    const tabs = people.map((person) => openTab(person, documentId, crowd.plan, counts, closed));
    rooms.push(tabs);
    await until(() => tabs.every(({ provider }) => provider.view.phase === 'open' && provider.view.live));
  }
  return rooms;
}

function openTab(person: LivePerson, documentId: string, plan: Plan, counts: Counts, closed: string[]): Tab {
  const doc = new Y.Doc();
  const store: OutboxStore = { ...openMemoryOutbox(), durable: true };
  const provider = new Provider(documentId, doc, {
    log: countCalls(person.log, counts),
    openChannel: countMessages(openSupabaseChannels(person.client), counts),
    schema: SCHEMA_MAJOR,
    gate: createUpdateGate(),
    fingerprint,
    store,
    settings: { eventsPerSecond: ALLOWANCES[plan] },
  });
  provider.on('connection-close', (reason) => closed.push(reason));
  return { doc, provider };
}

function countCalls(log: DocumentLog, { calls }: Counts): DocumentLog {
  const counted = Object.entries(log).map(([name, call]) => {
    const count = (...args: never[]): unknown => {
      calls[name] = (calls[name] ?? 0) + 1;
      return (call as (...all: never[]) => unknown)(...args);
    };
    return [name, count];
  });
  return Object.fromEntries(counted) as DocumentLog;
}

const countMessages =
  (openChannel: OpenChannel, counts: Counts): OpenChannel =>
  (request) => {
    const channel = openChannel({
      ...request,
      onEvent: (event) => {
        if (event.kind !== 'joined' && event.kind !== 'closed') counts.messages += 1;
        request.onEvent(event);
      },
    });
    return {
      close: () => channel.close(),
      announce: () => channel.announce(),
      send: (event, bytes) => {
        counts.messages += 1;
        channel.send(event, bytes);
      },
    };
  };

async function typeOn(
  { doc, provider }: Tab,
  seconds: number,
  chance: () => number,
): Promise<{ keys: number; savedMs: number[] }> {
  const text = new Y.XmlText();
  const paragraph = new Y.XmlElement('paragraph');
  paragraph.insert(0, [text]);
  doc.getXmlFragment(TEXT_ROOT).insert(0, [paragraph]);
  const endsAtMs = performance.now() + 1000 * seconds;
  const savedMs: number[] = [];
  let keys = 0;
  for (const { ms, endsBurst } of pausesOf(chance)) {
    text.insert(text.length, 'x');
    moveCursor(provider, text);
    keys += 1;
    const typedAtMs = performance.now();
    if (endsBurst) savedMs.push(await waitUntilSaved(provider, typedAtMs));
    if (performance.now() > endsAtMs && endsBurst) return { keys, savedMs };
    await sleep(Math.max(0, ms - (performance.now() - typedAtMs)));
  }
  return { keys, savedMs };
}

/** Moves the cursor to the end, as an editor does after a keystroke. */
function moveCursor({ awareness }: Provider, text: Y.XmlText): void {
  const position = Y.createRelativePositionFromTypeIndex(text, text.length - 1);
  awareness.setLocalStateField('cursor', { anchor: position, head: position });
}

async function waitUntilSaved(provider: Provider, fromMs: number): Promise<number> {
  await until(() => provider.view.unsaved === 0);
  return performance.now() - fromMs;
}

async function until(isTrue: () => boolean): Promise<void> {
  const startedAtMs = performance.now();
  while (!isTrue()) {
    if (performance.now() - startedAtMs > SAVED_PATIENCE_MS) throw new Error('timed out');
    await sleep(10);
  }
}

async function leave({ doc, provider }: Tab): Promise<void> {
  await provider.retire();
  provider.awareness.destroy();
  doc.destroy();
}
