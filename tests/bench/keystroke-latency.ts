/**
 * Measures the latency of a keystroke from one document to another. It goes through the provider, a private channel and the
 * embedded Realtime, while it is also saved. Alternating in the same run, it goes through a bare `ws` relay that forwards the
 * same Yjs updates. The servers share one process, and each of the two users has one.
 *
 * On two cores the three processes preempt each other, which would not happen on separate computers. `unhindered` measures
 * without preemption (docs/decisions/0008).
 *
 *     npx tsx tests/bench/keystroke-latency.ts [KEYSTROKES] [--unhindered]
 */
import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket as NodeSocket, WebSocketServer } from 'ws';
import * as Y from 'yjs';
import { SCHEMA_MAJOR, TEXT_ROOT } from '#contract/document-schema.ts';
import { SupabaseProvider } from '#yjs-supabase';
import { addMember, createDocument, signUpPerson, type LivePerson } from '../support/open-live-document.ts';
import { startTestSupabase } from '../support/start-test-supabase.ts';
import { summarize, type Latency } from './summarize.ts';

/**
 * Keystrokes alternate between the documents, so each gets a character every 150 ms: fast typing. Longer than the
 * provider's window for two users, so that each keystroke is sent in a separate message.
 */
const PAUSE_MS = 75;
const WARM_UP = 50;

interface Addresses {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly relay: string;
}

export interface Keystrokes {
  readonly provider: Latency;
  readonly relay: Latency;
  /** Provider p50 divided by relay p50. */
  readonly ratio: number;
  readonly keystrokes: number;
  /** Bytes that the typing client sends on its socket for one keystroke. */
  readonly bytesPerKeystroke: number;
  /** Bytes of the Yjs update among them. */
  readonly updateBytesPerKeystroke: number;
}

/** Arrival of each change at the reader, by way, on the clock that all processes share. */
type Arrivals = Readonly<Record<Way, readonly number[]>>;
type Way = 'provider' | 'relay';
const WAYS: readonly Way[] = ['relay', 'provider'];

let sentBytes = 0;

class CountingSocket extends NodeSocket {
  override send(data: Parameters<NodeSocket['send']>[0]): void {
    sentBytes += typeof data === 'string' ? Buffer.byteLength(data) : (data as ArrayBuffer).byteLength;
    super.send(data);
  }
}

const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6;

export async function measureKeystrokes(keystrokes = 250): Promise<Keystrokes> {
  return withProcesses((addresses, reader) => compare(addresses, reader, keystrokes));
}

/** Measures without preemption between the processes; null where the system does not permit that. */
export async function measureUnhindered(keystrokes = 250): Promise<Keystrokes | null> {
  try {
    return await withProcesses(async (addresses, reader, servers) => {
      const pids = [process.pid, servers.pid, reader.pid];
      return pids.every((pid) => setPolicy(pid, '--rr', 10)) ? compare(addresses, reader, keystrokes) : null;
    });
  } finally {
    setPolicy(process.pid, '--other', 0);
  }
}

type Measure<T> = (addresses: Addresses, reader: ChildProcess, servers: ChildProcess) => Promise<T>;

async function withProcesses<T>(measure: Measure<T>): Promise<T> {
  const servers = fork(import.meta.filename, ['--serve']);
  const reader = fork(import.meta.filename, ['--read']);
  try {
    const addresses = await receiveFrom<Addresses>(servers);
    return await measure(addresses, reader, servers);
  } finally {
    reader.disconnect();
    servers.disconnect();
  }
}

/** Real-time round robin: a running process is preempted neither by its peers nor by normal processes. */
function setPolicy(pid: number | undefined, policy: '--rr' | '--other', priority: number): boolean {
  return spawnSync('chrt', [policy, '-p', String(priority), String(pid)]).status === 0;
}

async function compare(addresses: Addresses, reader: ChildProcess, keystrokes: number): Promise<Keystrokes> {
  const ann = await signUpPerson(addresses, 'Ann', CountingSocket);
  const documentId = await createDocument(ann);
  reader.send(addresses);
  const { email } = await receiveFrom<{ email: string }>(reader);
  await addMember(ann, documentId, { email }, 'editor');
  const seat = openSeat(ann, documentId);
  const relay = await openRelayed(addresses.relay);
  reader.send({ documentId });
  await until(() => isReady(seat.provider));
  await receiveFrom(reader);
  const docs = { relay: relay.doc, provider: seat.doc };
  for (const way of WAYS) startText(docs[way]);
  await type(docs, WARM_UP);
  let updateBytes = 0;
  docs.provider.on('update', (update: Uint8Array) => {
    updateBytes += update.length;
  });
  sentBytes = 0;
  const typed = await type(docs, keystrokes);
  const bytes = {
    bytesPerKeystroke: sentBytes / keystrokes,
    updateBytesPerKeystroke: updateBytes / keystrokes,
  };
  reader.send('arrivals');
  const arrivals = await receiveFrom<Arrivals>(reader);
  await seat.leave();
  relay.socket.close();
  const through = (way: Way) => summarize(takeTimes(typed[way], arrivals[way]));
  const result = { provider: through('provider'), relay: through('relay') };
  return { ...result, ...bytes, ratio: result.provider.p50Ms / result.relay.p50Ms, keystrokes };
}

/** Each change arrived once and in order. The first ones are the paragraph and the warm-up. */
function takeTimes(typedAtMs: readonly number[], arrivedAtMs: readonly number[]): number[] {
  if (arrivedAtMs.length !== 1 + WARM_UP + typedAtMs.length)
    throw new Error(`${typedAtMs.length} keystrokes made ${arrivedAtMs.length} changes`);
  return typedAtMs.map((atMs, at) => (arrivedAtMs[at + 1 + WARM_UP] ?? Number.NaN) - atMs);
}

/** Types characters, alternating between the documents; returns when each was typed. */
async function type(docs: Readonly<Record<Way, Y.Doc>>, keystrokes: number): Promise<Record<Way, number[]>> {
  const typedAtMs = { relay: [] as number[], provider: [] as number[] };
  for (let typed = 0; typed < keystrokes; typed += 1) {
    for (const way of WAYS) {
      const text = (docs[way].getXmlFragment(TEXT_ROOT).get(0) as Y.XmlElement).get(0) as Y.XmlText;
      await sleep(PAUSE_MS);
      typedAtMs[way].push(nowMs());
      text.insert(text.length, 'x');
    }
  }
  await sleep(PAUSE_MS);
  return typedAtMs;
}

/** The other user, in a separate process. */
async function read(): Promise<void> {
  const addresses = await receive<Addresses>();
  const ben = await signUpPerson(addresses, 'Ben');
  process.send?.({ email: ben.email });
  const { documentId } = await receive<{ documentId: string }>();
  const { doc, provider, leave } = openSeat(ben, documentId);
  const relay = await openRelayed(addresses.relay);
  const arrivals = { relay: [] as number[], provider: [] as number[] };
  await until(() => isReady(provider));
  doc.on('update', () => arrivals.provider.push(nowMs()));
  relay.doc.on('update', () => arrivals.relay.push(nowMs()));
  process.send?.('ready');
  await receive();
  process.send?.(arrivals);
  await leave();
  relay.socket.close();
}

function openSeat(person: LivePerson, documentId: string) {
  const doc = new Y.Doc();
  const provider = new SupabaseProvider(person.client, documentId, doc, {
    log: person.log,
    schema: SCHEMA_MAJOR,
    settings: { eventsPerSecond: 500, minWindowMs: 20 },
  });
  const leave = async () => {
    await provider.retire();
    provider.awareness.destroy();
    doc.destroy();
    await person.client.removeAllChannels();
  };
  return { doc, provider, leave };
}

const isReady = ({ view, people }: SupabaseProvider): boolean =>
  view.loaded && view.live && people.length === 2;

function startText(doc: Y.Doc): void {
  const paragraph = new Y.XmlElement('paragraph');
  paragraph.insert(0, [new Y.XmlText()]);
  doc.getXmlFragment(TEXT_ROOT).insert(0, [paragraph]);
}

/** Opens a document that is synchronized by forwarding its updates through the relay. */
async function openRelayed(url: string): Promise<{ readonly doc: Y.Doc; readonly socket: NodeSocket }> {
  const doc = new Y.Doc();
  const socket = await connect(url);
  socket.on('message', (data: Buffer) => Y.applyUpdate(doc, new Uint8Array(data), socket));
  doc.on('update', (update: Uint8Array, origin: unknown) => {
    if (origin !== socket) socket.send(update);
  });
  return { doc, socket };
}

async function connect(url: string): Promise<NodeSocket> {
  const socket = new NodeSocket(url, { perMessageDeflate: false });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return socket;
}

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(20);
}

/** Receives the next message of a child process. */
function receiveFrom<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as T));
    child.once('exit', (code) => reject(new Error(`a process of the measurement ended with ${code}`)));
  });
}

/** Receives the next message of the parent process. */
const receive = <T>(): Promise<T> =>
  new Promise((resolve) => {
    process.once('message', (message) => resolve(message as T));
  });

/** Runs both servers until the parent process disconnects. */
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
  process.send?.(addresses);
  await new Promise((resolve) => {
    process.once('disconnect', resolve);
  });
  relay.close();
  for (const client of relay.clients) client.terminate();
  await supabase.close();
}

function print(result: Keystrokes | null): void {
  if (result === null)
    return void process.stdout.write('not allowed here: needs chrt and the right to use it\n');
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
  const [first, ...others] = process.argv.slice(2);
  if (first === '--serve') await serveBoth();
  else if (first === '--read') await read();
  else
    print(
      await (others.includes('--unhindered') ? measureUnhindered : measureKeystrokes)(Number(first ?? 250)),
    );
}
