/** The page that `frames.ts` opens: a room of people in one page. One of them sends and receives. */
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { fingerprint } from '#contract/fingerprint.ts';
import { createUpdateGate } from '#contract/update-gate.ts';
import { hostClock } from '#yjs-supabase/clock';
import {
  openWebSignatures,
  Provider,
  type ChannelEvent,
  type ChannelRequest,
  type OpenChannel,
} from '#yjs-supabase';
import { createMemoryLog } from '#yjs-supabase/testing';

export interface FrameTimes {
  /** From a key until its frames have left. */
  readonly sendUs: readonly number[];
  /** From the arrival of a key of each other person until text and caret are shown, one time a person. */
  readonly receiveUs: readonly number[];
  /** Size of the frames of one key. */
  readonly bytes: number;
}

export interface FramesOptions {
  readonly people: number;
  readonly maxProofs: number;
  readonly rounds: number;
}

declare global {
  interface Window {
    measureFrames: (options: FramesOptions) => Promise<FrameTimes>;
  }
}

interface Sent {
  readonly topic: string;
  readonly from: number;
  readonly event: ChannelEvent;
  readonly size: number;
}

/** Channels of all people. Sent messages wait until the measurement delivers them. */
class Hub {
  readonly #requests = new Map<string, ChannelRequest>();
  readonly #announced = new Set<string>();
  sent: Sent[] = [];
  onSend: () => void = () => undefined;

  openerOf(from: number): OpenChannel {
    return (request) => {
      const place = `${from} ${request.topic}`;
      this.#requests.set(place, request);
      setTimeout(() => request.onEvent({ kind: 'joined' }));
      return {
        send: (event, bytes) => {
          const { topic } = request;
          this.sent.push({ topic, from, event: { kind: 'bytes', event, bytes }, size: bytes.length });
          this.onSend();
        },
        announce: () => {
          if (request.presenceKey !== undefined) this.#announced.add(request.presenceKey);
          this.#showPresence();
        },
        close: () => this.#requests.delete(place),
      };
    };
  }

  #showPresence(): void {
    for (const { onEvent, topic } of this.#requests.values())
      if (topic.endsWith('ctl')) onEvent({ kind: 'present', keys: [...this.#announced] });
  }

  announce(event: string, payload: unknown): void {
    for (const { onEvent, topic } of this.#requests.values())
      if (topic.endsWith('ctl')) onEvent({ kind: 'message', event, payload });
  }

  deliver(to: number, sent: readonly Sent[]): void {
    for (const { topic, from, event } of sent)
      if (from !== to) this.#requests.get(`${to} ${topic}`)?.onEvent(event);
  }
}

const DOCUMENT_ID = '00000000-0000-4000-8000-000000000001';
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await pause(20);
}

interface Seat {
  readonly doc: Y.Doc;
  readonly provider: Provider;
  text: Y.XmlText;
}

function openSeat(hub: Hub, log: ReturnType<typeof createMemoryLog>, at: number, maxProofs: number): Seat {
  const doc = new Y.Doc();
  log.setRole(`person ${at}`, 'editor');
  const provider = new Provider(DOCUMENT_ID, doc, {
    log: log.as(`person ${at}`),
    openChannel: hub.openerOf(at),
    schema: 1,
    gate: createUpdateGate(),
    fingerprint,
    signatures: openWebSignatures(crypto.subtle),
    settings: { eventsPerSecond: 1_000_000, maxProofs },
  });
  return { doc, provider, text: new Y.XmlText() };
}

function type({ text, provider }: Seat): void {
  text.insert(text.length, 'x');
  const position = Y.createRelativePositionFromTypeIndex(text, text.length - 1);
  provider.awareness.setLocalStateField('cursor', { anchor: position, head: position });
}

async function openRoom(hub: Hub, { people, maxProofs }: FramesOptions): Promise<Seat[]> {
  const log = createMemoryLog({
    clock: hostClock,
    announce: (event, payload) => hub.announce(event, payload),
  });
  const seats = Array.from({ length: people }, (_, at) => openSeat(hub, log, at, maxProofs));
  await until(() =>
    seats.every(
      ({ provider: { view, people: here } }) => view.phase === 'open' && view.live && here.length === people,
    ),
  );
  const paragraphs = seats.map(({ text }) => {
    const paragraph = new Y.XmlElement('paragraph');
    paragraph.insert(0, [text]);
    return paragraph;
  });
  seats[0]?.doc.getXmlFragment(TEXT_ROOT).insert(0, paragraphs);
  await until(() =>
    seats.every((seat, at) => {
      const root = seat.doc.getXmlFragment(TEXT_ROOT);
      if (root.length < people) return false;
      seat.text = (root.get(at) as Y.XmlElement).get(0) as Y.XmlText;
      return true;
    }),
  );
  return seats;
}

/** A key sends one signed frame, or one frame of text and one of the caret. */
async function measureSending(hub: Hub, seat: Seat, isSigned: boolean): Promise<[number, number]> {
  hub.sent = [];
  const isOver = (): boolean => hub.sent.length >= (isSigned ? 1 : 2);
  const startedAtMs = performance.now();
  const over = new Promise<number>((resolve) => {
    hub.onSend = () => isOver() && resolve(performance.now());
  });
  type(seat);
  const us = 1000 * ((await over) - startedAtMs);
  hub.onSend = () => undefined;
  return [us, hub.sent.reduce((sum, { size }) => sum + size, 0)];
}

async function measureReceiving(hub: Hub, seats: readonly Seat[], isSigned: boolean): Promise<number> {
  const [reader, ...authors] = seats as [Seat, ...Seat[]];
  hub.sent = [];
  for (const author of authors) type(author);
  await until(() => hub.sent.length >= authors.length * (isSigned ? 1 : 2));
  const lengths = (): number => seats.reduce((sum, _, at) => sum + textOf(reader, at).length, 0);
  const wanted = lengths() + authors.length;
  let carets = 0;
  const count = (_changes: unknown, origin: unknown): void => {
    if (origin === reader.provider) carets += 1;
  };
  reader.provider.awareness.on('update', count);
  const startedAtMs = performance.now();
  hub.deliver(0, hub.sent);
  const isThere = (): boolean => carets >= authors.length;
  while (!isThere()) await new Promise<void>((resolve) => queueTask(resolve));
  const us = (1000 * (performance.now() - startedAtMs)) / authors.length;
  reader.provider.awareness.off('update', count);
  if (lengths() < wanted) throw new Error('carets arrived before their text');
  return us;
}

const textOf = ({ doc }: Seat, at: number): Y.XmlText =>
  (doc.getXmlFragment(TEXT_ROOT).get(at) as Y.XmlElement).get(0) as Y.XmlText;

/** The next task: timers would wait for 4 ms. */
const channel = new MessageChannel();
function queueTask(run: () => void): void {
  channel.port1.addEventListener('message', run, { once: true });
  channel.port1.start();
  channel.port2.postMessage(null);
}

window.measureFrames = async (options) => {
  const hub = new Hub();
  const seats = await openRoom(hub, options);
  const isSigned = options.people - 1 > options.maxProofs;
  await pause(5000);
  const [sendUs, receiveUs, sizes]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < options.rounds; round += 1) {
    const [us, size] = await measureSending(hub, seats[0]!, isSigned);
    sendUs.push(us);
    sizes.push(size);
    await pause(700);
    receiveUs.push(await measureReceiving(hub, seats, isSigned));
    await pause(700);
  }
  for (const { provider, doc } of seats) {
    provider.destroy();
    provider.awareness.destroy();
    doc.destroy();
  }
  return { sendUs, receiveUs, bytes: sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 0 };
};
