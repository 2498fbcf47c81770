/**
 * Measures the latency of a message from one client to another: through the embedded Realtime (a private channel, a binary
 * broadcast) and, alternating in the same run, through a bare `ws` relay. Both servers share a separate process; both
 * clients are bare sockets in this one.
 *
 *     npx tsx tests/bench/realtime-latency.ts [ROUNDS] [MESSAGES]
 */
import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import { encodePush } from '../support/open-raw-socket.ts';
import { openTestDatabase } from '../support/open-test-database.ts';
import { createRoomRights, grantRoom, startTestRealtime } from '../support/start-test-realtime.ts';

const PAYLOAD_BYTES = 128;
const PAUSE_MS = 4;
const TOPIC = 'realtime:bench';

interface Addresses {
  readonly realtime: string;
  readonly relay: string;
  readonly apikey: string;
  readonly token: string;
}

async function serveBoth(): Promise<void> {
  const { database, close } = await openTestDatabase();
  await createRoomRights(database);
  await grantRoom(database, 'bench', 'ann');
  const realtime = await startTestRealtime({ database });
  const relay = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  relay.on('connection', (socket) => {
    socket.on('message', (data, isBinary) => {
      for (const other of relay.clients) if (other !== socket) other.send(data, { binary: isBinary });
    });
  });
  await new Promise((resolve) => relay.once('listening', resolve));
  const addresses: Addresses = {
    realtime: realtime.url.replace('http', 'ws'),
    relay: `ws://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    apikey: realtime.keys.anonKey,
    token: await realtime.signUser('ann'),
  };
  process.stdout.write(`${JSON.stringify(addresses)}\n`);
  process.stdin.resume();
  await new Promise((resolve) => process.stdin.once('end', resolve));
  relay.close();
  for (const client of relay.clients) client.terminate();
  await realtime.close();
  await close();
}

async function connect(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  return socket;
}

async function connectToRealtime({ realtime, apikey, token }: Addresses): Promise<WebSocket> {
  const socket = await connect(`${realtime}/realtime/v1/websocket?vsn=2.0.0&apikey=${apikey}`);
  const config = { private: true, presence: { enabled: false } };
  socket.send(JSON.stringify(['1', '1', TOPIC, 'phx_join', { config, access_token: token }]));
  const [reply] = await new Promise<[Buffer]>((resolve) =>
    socket.once('message', (data: Buffer) => resolve([data])),
  );
  if (!reply.toString().includes('"ok"')) throw new Error(`join: ${reply.toString()}`);
  return socket;
}

/** Latency of each message from one socket to the other, in milliseconds. */
async function measure(
  from: WebSocket,
  to: WebSocket,
  encode: (payload: Uint8Array) => Uint8Array,
  messages: number,
): Promise<number[]> {
  const latencies: number[] = [];
  for (let sent = 0; sent < messages; sent += 1) {
    const frame = encode(crypto.getRandomValues(new Uint8Array(PAYLOAD_BYTES)));
    const arrived = new Promise((resolve) => to.once('message', resolve));
    const startedMs = performance.now();
    from.send(frame);
    await arrived;
    latencies.push(performance.now() - startedMs);
    await sleep(PAUSE_MS);
  }
  return latencies;
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

function report(name: string, latencies: number[]): { p50: number; p95: number } {
  const sorted = latencies.toSorted((a, b) => a - b);
  const p50 = percentile(sorted, 0.5);
  const p95 = percentile(sorted, 0.95);
  process.stdout.write(
    `${name.padEnd(10)} p50 ${p50.toFixed(3)} ms   p95 ${p95.toFixed(3)} ms   n ${sorted.length}\n`,
  );
  return { p50, p95 };
}

async function compare(addresses: Addresses, rounds: number, messages: number): Promise<void> {
  const encodeForRealtime = (payload: Uint8Array) =>
    encodePush({ joinRef: '1', topic: TOPIC, event: 'u', payload });
  const [relayFrom, relayTo] = [await connect(addresses.relay), await connect(addresses.relay)];
  const [from, to] = [await connectToRealtime(addresses), await connectToRealtime(addresses)];
  const relay: number[] = [];
  const realtime: number[] = [];
  const raw = (payload: Uint8Array) => payload;
  await measure(relayFrom, relayTo, raw, 200);
  await measure(from, to, encodeForRealtime, 200);
  for (let round = 0; round < rounds; round += 1) {
    relay.push(...(await measure(relayFrom, relayTo, raw, messages)));
    realtime.push(...(await measure(from, to, encodeForRealtime, messages)));
  }
  const bare = report('ws relay', relay);
  const ours = report('realtime', realtime);
  process.stdout.write(
    `ratio      p50 ${(ours.p50 / bare.p50).toFixed(2)}        p95 ${(ours.p95 / bare.p95).toFixed(2)}\n`,
  );
  for (const socket of [relayFrom, relayTo, from, to]) socket.close();
}

async function run(rounds: number, messages: number): Promise<void> {
  const args = [...process.execArgv, import.meta.filename, '--serve'];
  const server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: server.stdout })) {
    await compare(JSON.parse(line) as Addresses, rounds, messages);
    server.stdin.end();
    break;
  }
}

const [first = '10', second = '200'] = process.argv.slice(2);
await (first === '--serve' ? serveBoth() : run(Number(first), Number(second)));
