/** A proxy between one client and Supabase that drops frames, cuts or freezes connections and refuses joins. */
import { createServer, request as requestHttp, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { readFrame, type RealtimeFrame } from './read-realtime-frame.ts';

/** `refuse`: the proxy replies to a join with this error and does not forward it. */
export type Verdict = 'pass' | 'drop' | { readonly refuse: string };

export interface FaultyProxy {
  readonly url: string;
  /** Target of WebSockets; null refuses them, as without Realtime. */
  realtimeUrl: string | null;
  /** Called for every frame in both directions. */
  decide: (frame: RealtimeFrame) => Verdict;
  /** Every frame that reached the proxy, including dropped ones. */
  readonly frames: RealtimeFrame[];
  readonly sockets: () => number;
  /** Cuts all connections to Realtime. */
  cut(): void;
  /** Open connections stay open but carry nothing, as after a change of network. New ones work. */
  freeze(): void;
  close(): Promise<void>;
}

interface Line {
  readonly near: WebSocket;
  readonly far: WebSocket;
  isFrozen: boolean;
}

export async function openFaultyProxy(httpUrl: string, realtimeUrl: string = httpUrl): Promise<FaultyProxy> {
  const lines = new Set<Line>();
  const server = createServer((incoming, outgoing) => forward(httpUrl, incoming, outgoing));
  server.on('upgrade', (incoming, socket, head) => connect(proxy, lines, { incoming, socket, head }));
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    realtimeUrl,
    decide: () => 'pass',
    frames: [],
    sockets: () => lines.size,
    cut: () => lines.forEach(({ near }) => near.terminate()),
    freeze: () => {
      for (const line of lines) {
        line.isFrozen = true;
        line.near.pause();
      }
    },
    close: () => {
      proxy.cut();
      server.closeAllConnections();
      return new Promise((done) => {
        server.close(() => done());
      });
    },
  };
  return proxy;
}

function forward(httpUrl: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method, headers, url = '/' } = incoming;
  const onward = requestHttp(new URL(url, httpUrl), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}

interface Handshake {
  readonly incoming: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

const upgrader = new WebSocketServer({ noServer: true });

/** Accepts the client's connection only after Realtime has accepted the proxy's. */
function connect(proxy: FaultyProxy, lines: Set<Line>, { incoming, socket, head }: Handshake): void {
  socket.on('error', () => socket.destroy());
  if (proxy.realtimeUrl === null) return void socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
  const address = new URL(incoming.url ?? '/', proxy.realtimeUrl);
  address.protocol = 'ws:';
  const far = new WebSocket(address);
  far.on('error', () => socket.destroy());
  far.once('open', () => {
    upgrader.handleUpgrade(incoming, socket, head, (near) => tie(proxy, lines, near, far));
  });
}

function tie(proxy: FaultyProxy, lines: Set<Line>, near: WebSocket, far: WebSocket): void {
  const line: Line = { near, far, isFrozen: false };
  lines.add(line);
  near.on('message', (data, isBinary) => relay(proxy, line, 'up', data, isBinary));
  far.on('message', (data, isBinary) => relay(proxy, line, 'down', data, isBinary));
  far.on('close', (code, reason) => {
    if (line.isFrozen) return;
    // 1005 and 1006 mean that no close frame with a code arrived.
    if (code === 1005 || code === 1006) near.terminate();
    else near.close(code, reason);
  });
  near.on('error', () => near.terminate());
  near.on('close', () => {
    lines.delete(line);
    far.terminate();
  });
}

function relay(
  proxy: FaultyProxy,
  line: Line,
  direction: 'up' | 'down',
  data: RawData,
  isBinary: boolean,
): void {
  if (line.isFrozen) return;
  const frame = readFrame(direction, data as Buffer, isBinary);
  proxy.frames.push(frame);
  const verdict = proxy.decide(frame);
  if (typeof verdict === 'object') {
    const reply = { status: 'error', response: { reason: verdict.refuse } };
    line.near.send(JSON.stringify([frame.joinRef, frame.ref, frame.topic, 'phx_reply', reply]));
  } else if (verdict === 'pass') (direction === 'up' ? line.far : line.near).send(data, { binary: isBinary });
}
