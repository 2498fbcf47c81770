/** A network between one person and Supabase that loses, delays, cuts and refuses what the test tells it to. */
import { createServer, request as requestHttp, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { readFrame, type RealtimeFrame } from './read-realtime-frame.ts';

/** `refuse`: a join is answered with an error of this text, and never reaches the server. */
export type Verdict = 'pass' | 'drop' | { readonly refuse: string };

export interface FaultyProxy {
  readonly url: string;
  /** Where WebSockets lead to; null: there is no Realtime. */
  realtimeUrl: string | null;
  /** Asked for every frame in both directions. */
  decide: (frame: RealtimeFrame) => Verdict;
  /** Every frame that came this far, the dropped ones too. */
  readonly frames: RealtimeFrame[];
  /** Paths of HTTP requests. */
  readonly requests: string[];
  readonly sockets: () => number;
  /** Cuts all connections to Realtime. */
  cut(): void;
  /** The connections stay open and carry nothing any more, as after a change of network. New ones work. */
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
  const server = createServer((incoming, outgoing) => {
    proxy.requests.push(incoming.url ?? '');
    const { method, headers } = incoming;
    const forward = requestHttp(new URL(incoming.url ?? '/', httpUrl), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forward.on('error', () => outgoing.destroy());
    incoming.pipe(forward);
  });
  const upgrader = new WebSocketServer({ noServer: true });
  server.on('upgrade', (incoming, socket, head) => {
    socket.on('error', () => socket.destroy());
    if (proxy.realtimeUrl === null) return void socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
    const far = dial(proxy.realtimeUrl, incoming);
    far.on('error', () => socket.destroy());
    far.once('open', () => {
      upgrader.handleUpgrade(incoming, socket, head, (near) => join({ near, far, isFrozen: false }));
    });
  });

  function join(line: Line): void {
    const { near, far } = line;
    lines.add(line);
    near.on('message', (data, isBinary) => relay(line, 'up', data, isBinary));
    far.on('message', (data, isBinary) => relay(line, 'down', data, isBinary));
    far.on('close', () => line.isFrozen || near.terminate());
    near.on('error', () => near.terminate());
    near.on('close', () => {
      lines.delete(line);
      far.terminate();
    });
  }

  function relay(line: Line, direction: 'up' | 'down', data: RawData, isBinary: boolean): void {
    if (line.isFrozen) return;
    const frame = readFrame(direction, data as Buffer, isBinary);
    proxy.frames.push(frame);
    const verdict = proxy.decide(frame);
    if (typeof verdict === 'object') {
      const reply = { status: 'error', response: { reason: verdict.refuse } };
      line.near.send(JSON.stringify([frame.joinRef, frame.ref, frame.topic, 'phx_reply', reply]));
    } else if (verdict === 'pass')
      (direction === 'up' ? line.far : line.near).send(data, { binary: isBinary });
  }

  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    realtimeUrl,
    decide: () => 'pass',
    frames: [],
    requests: [],
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

function dial(realtimeUrl: string, incoming: IncomingMessage): WebSocket {
  const address = new URL(incoming.url ?? '/', realtimeUrl);
  address.protocol = 'ws:';
  return new WebSocket(address);
}
