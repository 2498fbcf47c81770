/**
 * Supabase Realtime without Elixir: broadcast, presence and messages from the database over the Phoenix channel
 * protocol, private channels authorised by row level security. `postgres_changes` is not imitated.
 */
import type { Database } from '../db/database.ts';
import type { RequestContext, Service } from '../service.ts';
import type { Tokens } from '../keys/tokens.ts';
import { checkToken } from './check-token.ts';
import type { RealtimeCounts } from './counts.ts';
import { createHub, rateOf, type Hub } from './hub.ts';
import { listenToDatabase, startCleanup } from './listen-to-database.ts';
import type { Clock, FindEndedSessions, Log, Random, SocketPort, StartTimer } from './ports.ts';
import { readRealtimeConfig, type RealtimeSettings } from './realtime-config.ts';
import { broadcastOverRest, readXHeaders } from './rest-broadcast.ts';
import type { Vsn } from './serializer.ts';
import { Socket } from './socket.ts';
import { watchSessions } from './watch-sessions.ts';

export interface RealtimeDependencies {
  readonly database: Database;
  readonly tokens: Tokens;
  /** The JWT for an API key (`sb_publishable_…`, `sb_secret_…`); a JWT is returned unchanged. Null: unknown. */
  readonly resolveApiKey: (apiKey: string) => string | null;
  /** Without it, the channels of an ended session stay open until its token expires. */
  readonly findEndedSessions?: FindEndedSessions;
  readonly config?: RealtimeSettings;
  readonly clock?: Clock;
  readonly startTimer: StartTimer;
  readonly random?: Random;
  readonly log?: Log;
}

interface ConnectRequest {
  readonly url: URL;
  readonly headers: Headers;
}

/** An accepted socket. Its owner passes on every frame, and reports when the peer is gone. */
interface Connected {
  receive(data: string | Uint8Array): void;
  /** Any bytes have arrived, including those of a pong. */
  bytesReceived(): void;
  closed(): void;
}

/** The handshake must be answered with this instead of being upgraded. */
interface Refused {
  readonly status: number;
  readonly body: { readonly error: string };
}

export interface Realtime {
  /** REST broadcast; paths without `/realtime/v1`. */
  readonly fetch: Service;
  /** Sends nothing on the port before it resolves, so it may be called before the upgrade. */
  connect(port: SocketPort, request: ConnectRequest): Promise<Connected | Refused>;
  /** Settles once messages sent from SQL are forwarded; rejects when LISTEN fails. */
  readonly ready: Promise<void>;
  readonly counts: Readonly<RealtimeCounts>;
  /** The number of open sockets. */
  connections(): number;
  /** Closes every channel with `phx_close`, then the sockets. */
  close(): Promise<void>;
}

const refuse = (status: number, error: string): Refused => ({ status, body: { error } });

/** Phoenix's default is 1.0.0. Null: an unsupported version. */
function readVsn(url: URL): Vsn | null {
  const vsn = url.searchParams.get('vsn') ?? '1.0.0';
  return vsn === '1.0.0' || vsn === '2.0.0' ? vsn : null;
}

interface Welcome {
  readonly vsn: Vsn;
  readonly token: string;
}

async function checkHandshake(
  hub: Hub,
  resolveApiKey: (apiKey: string) => string | null,
  { url, headers }: ConnectRequest,
): Promise<Welcome | Refused> {
  const vsn = readVsn(url);
  if (vsn === null) return refuse(403, 'Protocol version is not supported');
  if (hub.isClosing) return refuse(500, 'Error connecting to Realtime');
  const apiKey = headers.get('x-api-key') ?? url.searchParams.get('apikey');
  if (apiKey === null || apiKey === '') return refuse(401, 'API key is missing');
  const token = resolveApiKey(apiKey);
  if (token === null) return refuse(401, 'The token provided is not a valid JWT');
  const checked = await checkToken(hub.tokens, token);
  if (!checked.ok) return refuse(401, checked.expired ? 'Token has expired' : checked.message);
  if (hub.users.size >= hub.config.maxConnections) return refuse(429, 'Too many connected users');
  if (rateOf(hub, 'joins') >= hub.config.maxJoinsPerSecond) return refuse(429, 'Too many joins per second');
  return { vsn, token };
}

export function createRealtime(dependencies: RealtimeDependencies): Realtime {
  const hub = createHub({
    database: dependencies.database,
    tokens: dependencies.tokens,
    config: readRealtimeConfig(dependencies.config),
    clock: dependencies.clock ?? (() => Date.now()),
    startTimer: dependencies.startTimer,
    random: dependencies.random ?? { uuid: () => crypto.randomUUID() },
    findEndedSessions: dependencies.findEndedSessions ?? (async () => new Set()),
    log: dependencies.log ?? (() => {}),
  });
  const sockets = new Set<Socket>();
  const listening = listenToDatabase(hub);
  const ready = listening.then(() => undefined);
  ready.catch((error: unknown) => hub.log('error', `the database cannot be listened to: ${String(error)}`));
  const stopCleanup = startCleanup(hub);
  const stopWatching = watchSessions(hub);

  const pause = (delayMs: number) =>
    new Promise<void>((resolve) => {
      hub.startTimer(delayMs, resolve);
    });

  return {
    ready,
    counts: hub.counts,
    connections: () => sockets.size,
    fetch: (request: Request, context: RequestContext) => broadcastOverRest(hub, request, context),

    async connect(port, request) {
      const handshake = await checkHandshake(hub, dependencies.resolveApiKey, request);
      if ('status' in handshake) {
        await pause(hub.config.refusedConnectionDelayMs);
        return handshake;
      }
      const identity = { ...handshake, headers: readXHeaders(request.headers) };
      const socket = new Socket(hub, port, identity, (closed) => sockets.delete(closed));
      sockets.add(socket);
      return socket;
    },

    async close() {
      hub.isClosing = true;
      stopCleanup();
      stopWatching();
      for (const socket of sockets) socket.shutDown();
      const stopListening = await listening.catch(() => null);
      await stopListening?.();
    },
  };
}
