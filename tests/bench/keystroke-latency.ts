/**
 * How long a keystroke takes from one document to the other: through the provider, a private channel and the embedded
 * Realtime, while it is also being saved; and, in the same run and by turns, through a bare `ws` relay that passes the
 * same Yjs updates on. The servers share one process of their own, the two people another.
 *
 *     npx tsx tests/bench/keystroke-latency.ts [ROUNDS] [KEYSTROKES]
 */
import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket as NodeSocket, WebSocketServer } from 'ws';
import * as Y from 'yjs';
import { SCHEMA_MAJOR, TEXT_ROOT } from '#contract/document-schema.ts';
import { SupabaseProvider } from '../../src/yjs-supabase/index.ts';
import { addMember, createDocument, signUpPerson, type LivePerson } from '../support/open-live-document.ts';
import { startTestSupabase } from '../support/start-test-supabase.ts';
import { summarize, type Latency } from './summarize.ts';

/** Longer than the provider's window for two people, so that each keystroke is sent by itself. */
const PAUSE_MS = 45;

interface Addresses {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly relay: string;
}

export interface Keystrokes {
  readonly provider: Latency;
  readonly relay: Latency;
  /** Provider by relay, p50. */
  readonly ratio: number;
  readonly keystrokes: number;
  /** What the typing client sends on its socket for one keystroke, and the Yjs update in it. */
  readonly bytesPerKeystroke: number;
  readonly updateBytesPerKeystroke: number;
}

/** Two documents that are kept alike somehow. */
interface Pair {
  readonly from: Y.Doc;
  readonly to: Y.Doc;
  close(): Promise<void>;
}

let sentBytes = 0;

class CountingSocket extends NodeSocket {
  override send(data: Parameters<NodeSocket['send']>[0]): void {
    sentBytes += typeof data === 'string' ? Buffer.byteLength(data) : (data as ArrayBuffer).byteLength;
    super.send(data);
  }
}

export async function measureKeystrokes(rounds = 4, keystrokes = 100): Promise<Keystrokes> {
  const args = [...process.execArgv, import.meta.filename, '--serve'];
  const server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    for await (const line of createInterface({ input: server.stdout })) {
      return await compare(JSON.parse(line) as Addresses, rounds, keystrokes);
    }
    throw new Error('the servers did not start');
  } finally {
    server.stdin.end();
  }
}

async function compare(addresses: Addresses, rounds: number, keystrokes: number): Promise<Keystrokes> {
  const provider = await openProviderPair(addresses);
  const relay = await openRelayPair(addresses.relay);
  const through = { provider: [] as number[], relay: [] as number[] };
  let bytes = 0;
  let updateBytes = 0;
  provider.from.on('update', (update: Uint8Array) => {
    updateBytes += update.length;
  });
  await type(relay, 50);
  await type(provider, 50);
  for (let round = 0; round < rounds; round += 1) {
    through.relay.push(...(await type(relay, keystrokes)));
    [sentBytes, updateBytes] = round === 0 ? [0, 0] : [sentBytes, updateBytes];
    through.provider.push(...(await type(provider, keystrokes)));
    bytes = sentBytes;
  }
  await Promise.all([provider.close(), relay.close()]);
  const result = { provider: summarize(through.provider), relay: summarize(through.relay) };
  const typed = rounds * keystrokes;
  return {
    ...result,
    ratio: result.provider.p50Ms / result.relay.p50Ms,
    keystrokes: typed,
    bytesPerKeystroke: bytes / typed,
    updateBytesPerKeystroke: updateBytes / typed,
  };
}

/** Types letter by letter; milliseconds until each is in the other document. */
async function type({ from, to }: Pair, keystrokes: number): Promise<number[]> {
  const text = (from.getXmlFragment(TEXT_ROOT).get(0) as Y.XmlElement).get(0) as Y.XmlText;
  const latencies: number[] = [];
  for (let typed = 0; typed < keystrokes; typed += 1) {
    const arrived = new Promise((resolve) => {
      to.once('update', resolve);
    });
    const startedMs = performance.now();
    text.insert(text.length, 'x');
    await arrived;
    latencies.push(performance.now() - startedMs);
    await sleep(PAUSE_MS);
  }
  return latencies;
}

async function openProviderPair(addresses: Addresses): Promise<Pair> {
  const people = [
    await signUpPerson(addresses, 'Ann', CountingSocket),
    await signUpPerson(addresses, 'Ben'),
  ] as const;
  const [ann, ben] = people;
  const documentId = await createDocument(ann);
  await addMember(ann, documentId, ben, 'editor');
  const seats = people.map((person) => openSeat(person, documentId));
  const [from, to] = seats;
  if (!from || !to) throw new Error('two people are needed');
  const isReady = () => seats.every(({ provider }) => provider.view.live && provider.people.length === 2);
  while (!isReady()) await sleep(20);
  startText(from.doc);
  while (to.doc.getXmlFragment(TEXT_ROOT).length !== from.doc.getXmlFragment(TEXT_ROOT).length)
    await sleep(20);
  return {
    from: from.doc,
    to: to.doc,
    close: async () => {
      for (const { provider, doc } of seats) {
        await provider.retire();
        provider.awareness.destroy();
        doc.destroy();
      }
      for (const { client } of people) await client.removeAllChannels();
    },
  };
}

function openSeat(person: LivePerson, documentId: string) {
  const doc = new Y.Doc();
  const provider = new SupabaseProvider(person.client, documentId, doc, {
    log: person.log,
    schema: SCHEMA_MAJOR,
    settings: { eventsPerSecond: 500 },
  });
  return { doc, provider };
}

function startText(doc: Y.Doc): void {
  const paragraph = new Y.XmlElement('paragraph');
  paragraph.insert(0, [new Y.XmlText()]);
  doc.getXmlFragment(TEXT_ROOT).insert(0, [paragraph]);
}

async function openRelayPair(url: string): Promise<Pair> {
  const [from, to] = [new Y.Doc(), new Y.Doc()];
  const sockets = [await connect(url), await connect(url)] as const;
  sockets[1].on('message', (data: Buffer) => Y.applyUpdate(to, new Uint8Array(data)));
  from.on('update', (update: Uint8Array) => sockets[0].send(update));
  const arrived = new Promise((resolve) => {
    to.once('update', resolve);
  });
  startText(from);
  await arrived;
  return {
    from,
    to,
    close: () => {
      for (const socket of sockets) socket.close();
      return Promise.resolve();
    },
  };
}

async function connect(url: string): Promise<NodeSocket> {
  const socket = new NodeSocket(url, { perMessageDeflate: false });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return socket;
}

/** Both servers, until the input ends. */
async function serveBoth(): Promise<void> {
  const supabase = await startTestSupabase();
  const relay = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  relay.on('connection', (socket) => {
    socket.on('message', (data, isBinary) => {
      for (const other of relay.clients) if (other !== socket) other.send(data, { binary: isBinary });
    });
  });
  await new Promise((resolve) => {
    relay.once('listening', resolve);
  });
  const { url, publishableKey, secretKey } = supabase;
  const port = (relay.address() as AddressInfo).port;
  const addresses: Addresses = { url, publishableKey, secretKey, relay: `ws://127.0.0.1:${port}` };
  process.stdout.write(`${JSON.stringify(addresses)}\n`);
  process.stdin.resume();
  await new Promise((resolve) => {
    process.stdin.once('end', resolve);
  });
  relay.close();
  for (const client of relay.clients) client.terminate();
  await supabase.close();
}

function print(result: Keystrokes): void {
  for (const name of ['relay', 'provider'] as const) {
    const { p50Ms, p95Ms } = result[name];
    process.stdout.write(`${name.padEnd(9)} p50 ${p50Ms.toFixed(2)} ms   p95 ${p95Ms.toFixed(2)} ms\n`);
  }
  process.stdout.write(`ratio     p50 ${result.ratio.toFixed(2)}   (${result.keystrokes} keystrokes each)\n`);
  const { bytesPerKeystroke, updateBytesPerKeystroke } = result;
  process.stdout.write(
    `bytes     ${bytesPerKeystroke.toFixed(0)} per keystroke, of which ${updateBytesPerKeystroke.toFixed(0)} are the update\n`,
  );
}

if (process.argv[1] === import.meta.filename) {
  const [first, second] = process.argv.slice(2);
  if (first === '--serve') await serveBoth();
  else print(await measureKeystrokes(Number(first ?? 4), Number(second ?? 100)));
}
