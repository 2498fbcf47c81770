/** One port for pages, API and WebSockets. */
import { createServer, type IncomingMessage, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { Gateway } from '../gateway/gateway.ts';
import type { Realtime } from '../realtime/create-realtime.ts';
import { frameBinary } from './binary-frame.ts';
import { type Answered, observeRequest } from './observe-requests.ts';

export interface ServeOptions {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly gateway: Gateway;
  readonly realtime?: Pick<Realtime, 'connect'>;
  /** Trust the proxy's `X-Forwarded-For` for the caller's address. */
  readonly trustProxy?: boolean;
  readonly maxFrameBytes?: number;
  readonly onAnswered?: (answered: Answered) => void;
  /** Receives failures of ours that ended a request or an upgrade, and nothing else. */
  readonly onError: (error: unknown) => void;
}

export interface Server {
  readonly port: number;
  close(): Promise<void>;
}

/** Another program listens on the port. */
export class PortInUseError extends Error {
  readonly code = 'port_in_use';
  constructor(host: string, port: number) {
    super(`Port ${port} on ${host} is in use by another program. Stop it, or set PORT to another number.`);
  }
}

/** Throws `PortInUseError`. */
export async function serve(options: ServeOptions): Promise<Server> {
  const { gateway, host } = options;
  const answer = getRequestListener(
    async (request, { incoming }) => {
      const response = await gateway.fetch(request, { ip: readIp(incoming, options.trustProxy ?? false) });
      // The rest of a refused body is not read, so this connection must not be reused.
      if (!incoming.complete) response.headers.set('connection', 'close');
      return response;
    },
    { overrideGlobalObjects: false },
  );
  const onAnswered = options.onAnswered ?? (() => undefined);
  const server = createServer((incoming, outgoing) => {
    observeRequest(incoming, outgoing, onAnswered);
    answer(incoming, outgoing).catch((error: unknown) => {
      options.onError(error);
      outgoing.destroy();
    });
  });
  const sockets = new Set<Duplex>();
  server.on('connection', (socket: Socket) => {
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  // Browsers keep connections for longer than Node's default of 5 s, and would then meet a reset.
  server.keepAliveTimeout = 65_000;
  const upgrader = new WebSocketServer({
    noServer: true,
    maxPayload: options.maxFrameBytes ?? 5_000_000,
    perMessageDeflate: false,
    clientTracking: false,
  });
  server.on('upgrade', (incoming, socket, head) => {
    // An error event without a listener would end the process; `close` follows it.
    socket.on('error', () => socket.destroy());
    upgrade(incoming, socket, head, upgrader, options).catch((error: unknown) => {
      options.onError(error);
      socket.destroy();
    });
  });
  await listen(server, host, options.port);
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeIdleConnections();
      // Remaining sockets have received Realtime's phx_close; clients that do not close are disconnected.
      const cut = setTimeout(() => sockets.forEach((socket) => socket.destroy()), 500);
      await closed;
      clearTimeout(cut);
    },
  };
}

/** Throws `PortInUseError`. */
export function listen(server: ReturnType<typeof createServer>, host: string, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      fail(error.code === 'EADDRINUSE' ? new PortInUseError(host, port) : error);
    });
    server.listen(port, host, done);
  });
}

function readIp(
  incoming: { readonly socket: { readonly remoteAddress?: string | undefined }; headers: object },
  trustProxy: boolean,
): string {
  const forwarded: unknown =
    'x-forwarded-for' in incoming.headers ? incoming.headers['x-forwarded-for'] : undefined;
  // The last entry was written by the trusted proxy itself.
  const last = trustProxy && typeof forwarded === 'string' ? forwarded.split(',').at(-1)?.trim() : undefined;
  return last ?? incoming.socket.remoteAddress ?? '';
}

/** Null unless the request names a path, and a host without characters that could change the path. */
function readUrl({ url = '', headers: { host = '' } }: IncomingMessage): URL | null {
  if (!url.startsWith('/') || !/^[^\s/\\?#@]+$/.test(host)) return null;
  const text = `http://${host}${url}`;
  return URL.canParse(text) ? new URL(text) : null;
}

async function upgrade(
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  upgrader: WebSocketServer,
  options: ServeOptions,
): Promise<void> {
  const url = readUrl(incoming);
  if (url === null) return refuse(socket, 400, { message: 'The request has no valid address.' });
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const refusal = options.gateway.refuse(url, headers);
  if (refusal !== null) return refuse(socket, refusal.status, await refusal.json());
  if (url.pathname !== '/realtime/v1/websocket' || options.realtime === undefined) {
    return refuse(socket, 404, { message: 'no Route matched with those values' });
  }
  let web: WebSocket | null = null;
  const connected = await options.realtime.connect(
    {
      send: (data) => web && send(web, socket, data),
      close: (code, reason) => web?.close(code, reason),
      ping: () => web?.ping(),
      bufferedBytes: () => web?.bufferedAmount ?? 0,
    },
    { url, headers },
  );
  if ('status' in connected) return refuse(socket, connected.status, connected.body);
  if (socket.destroyed) return connected.closed();
  upgrader.handleUpgrade(incoming, socket, head, (opened) => {
    web = opened;
    opened.on('message', (data, isBinary) => connected.receive(isBinary ? toBytes(data) : toText(data)));
    // Any byte counts, not only a pong: a large frame on a slow connection delays the pong.
    socket.on('data', () => connected.bytesReceived());
    opened.on('close', () => connected.closed());
    // A broken frame or a reset: `close` follows.
    opened.on('error', () => opened.terminate());
  });
  // `ws` has already answered an invalid handshake with 400.
  if (web === null) connected.closed();
}

/** Writes binary frames directly to the socket. Safe because compression is off and `ws` has nothing queued. */
function send(web: WebSocket, socket: Duplex, data: string | Uint8Array): void {
  if (typeof data === 'string') web.send(data);
  else if (web.readyState === web.OPEN) socket.write(frameBinary(data));
}

function refuse(socket: Duplex, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}

function toBytes(data: RawData): Uint8Array {
  // Nearly all messages arrive in one piece.
  if (ArrayBuffer.isView(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : new Uint8Array(data);
}

function toText(data: RawData): string {
  return Buffer.from(toBytes(data)).toString('utf8');
}
