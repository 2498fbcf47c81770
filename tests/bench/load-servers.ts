/**
 * The servers of the load benchmark in one process: the embedded Supabase, a bare `ws` relay, and a y-websocket server.
 *
 * @y/websocket-server depends on leveldown (19 MB) for a store that is not used here, so this file reimplements its
 * `utils.js` without persistence.
 */
import type { AddressInfo } from 'node:net';
import { createDecoder, readVarUint, readVarUint8Array } from 'lib0/decoding';
import { createEncoder, length, toUint8Array, writeVarUint, writeVarUint8Array } from 'lib0/encoding';
import { WebSocketServer, type WebSocket } from 'ws';
import { applyAwarenessUpdate, Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness';
import { readSyncMessage, writeSyncStep1, writeUpdate } from 'y-protocols/sync';
import * as Y from 'yjs';
import { FREE_PLAN } from '../../src/embedded-supabase/realtime/realtime-config.ts';
import type { OpenedDatabase } from '../../src/embedded-supabase/node/open-database.ts';
import { startTestSupabase } from '../support/start-test-supabase.ts';

export type Plan = 'generous' | 'free';

export interface Addresses {
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly relay: string;
  readonly yWebsocket: string;
}

/** A request to make users members of a document. */
export interface Admission {
  readonly documentId: string;
  readonly userIds: readonly string[];
}

/** Usage of the servers so far: the database's write-ahead log, and their process's processor time without PostgreSQL
 * and the functions. */
export interface Usage {
  readonly walBytes: number;
  readonly cpuMs: number;
}

const SYNC = 0;
const AWARENESS = 1;

async function listen(onConnection: (socket: WebSocket, room: string) => void): Promise<WebSocketServer> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  server.on('connection', (socket, request) => onConnection(socket, request.url ?? ''));
  await new Promise((resolve) => {
    server.once('listening', resolve);
  });
  return server;
}

const addressOf = (server: WebSocketServer): string =>
  `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Forwards every message to the other sockets of a room. */
function serveRelay(): Promise<WebSocketServer> {
  const rooms = new Map<string, Set<WebSocket>>();
  return listen((socket, room) => {
    const members = rooms.get(room) ?? new Set();
    rooms.set(room, members.add(socket));
    socket.on('close', () => members.delete(socket));
    socket.on('message', (data, isBinary) => {
      for (const member of members) if (member !== socket) member.send(data, { binary: isBinary });
    });
  });
}

interface SharedDoc {
  readonly doc: Y.Doc;
  readonly awareness: Awareness;
  readonly sockets: Set<WebSocket>;
}

function openSharedDoc(): SharedDoc {
  const doc = new Y.Doc();
  const awareness = new Awareness(doc);
  awareness.setLocalState(null);
  const sockets = new Set<WebSocket>();
  const sendAll = (message: Uint8Array): void => {
    for (const socket of sockets) socket.send(message);
  };
  doc.on('update', (update: Uint8Array) => {
    const encoder = createEncoder();
    writeVarUint(encoder, SYNC);
    writeUpdate(encoder, update);
    sendAll(toUint8Array(encoder));
  });
  awareness.on('update', ({ added, updated, removed }: Record<'added' | 'updated' | 'removed', number[]>) => {
    const encoder = createEncoder();
    writeVarUint(encoder, AWARENESS);
    writeVarUint8Array(encoder, encodeAwarenessUpdate(awareness, [...added, ...updated, ...removed]));
    sendAll(toUint8Array(encoder));
  });
  return { doc, awareness, sockets };
}

function serveYWebsocket(): Promise<WebSocketServer> {
  const docs = new Map<string, SharedDoc>();
  return listen((socket, room) => {
    const shared = docs.get(room) ?? openSharedDoc();
    docs.set(room, shared);
    shared.sockets.add(socket);
    socket.on('close', () => shared.sockets.delete(socket));
    socket.on('message', (data: Buffer) => takeMessage(socket, shared, new Uint8Array(data)));
    const encoder = createEncoder();
    writeVarUint(encoder, SYNC);
    writeSyncStep1(encoder, shared.doc);
    socket.send(toUint8Array(encoder));
  });
}

function takeMessage(socket: WebSocket, { doc, awareness }: SharedDoc, message: Uint8Array): void {
  const decoder = createDecoder(message);
  const kind = readVarUint(decoder);
  if (kind === AWARENESS) return applyAwarenessUpdate(awareness, readVarUint8Array(decoder), socket);
  const encoder = createEncoder();
  writeVarUint(encoder, SYNC);
  readSyncMessage(decoder, encoder, doc, socket);
  if (length(encoder) > 1) socket.send(toUint8Array(encoder));
}

async function readUsage(database: OpenedDatabase): Promise<Usage> {
  const { rows } = await database.query<{ bytes: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as bytes`,
  );
  const { user, system } = process.cpuUsage();
  return { walBytes: Number(rows[0]?.bytes), cpuMs: (user + system) / 1000 };
}

async function serve(plan: Plan): Promise<void> {
  const supabase = await startTestSupabase({
    configure: (config) =>
      plan === 'free' ? { ...config, realtime: { ...config.realtime, ...FREE_PLAN } } : config,
  });
  const relay = await serveRelay();
  const yWebsocket = await serveYWebsocket();
  const { url, publishableKey, secretKey } = supabase;
  process.send?.({
    url,
    publishableKey,
    secretKey,
    relay: addressOf(relay),
    yWebsocket: addressOf(yWebsocket),
  } satisfies Addresses);
  const admit = async ({ documentId, userIds }: Admission): Promise<string> => {
    await supabase.database.query(
      `insert into public.members (document_id, user_id, role)
       select $1, unnest($2::uuid[]), 'editor' on conflict do nothing`,
      [documentId, userIds],
    );
    return 'admitted';
  };
  process.on('message', (message: Admission | 'usage') => {
    const answer = message === 'usage' ? readUsage(supabase.database) : admit(message);
    void answer.then((value) => process.send?.(value));
  });
  await new Promise((resolve) => {
    process.once('disconnect', resolve);
  });
  for (const server of [relay, yWebsocket]) {
    server.close();
    for (const client of server.clients) client.terminate();
  }
  await supabase.close();
  process.exit();
}

if (process.argv[1] === import.meta.filename) await serve(process.argv[2] === 'free' ? 'free' : 'generous');
