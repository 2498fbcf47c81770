/** A user that calls the functions and the database without the app, for tests of access rights. */
import { randomUUID } from 'node:crypto';
import {
  createClient,
  type AuthResponse,
  type AuthTokenResponsePassword,
  type SupabaseClient,
} from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { SCHEMA_MAJOR } from '#contract/document-schema.ts';
import { decodeFrame, encodeFrame, type Frame } from '#contract/frame.ts';
import { decodeHex } from '#contract/hex.ts';
import { openSessionReply } from '#contract/requests.ts';
import { openTagKey, type TagKey } from '../../src/yjs-supabase/src/protocol/tag.ts';
import type { TestSupabase } from './start-test-supabase.ts';

export const PASSWORD = 'correct horse battery';

export interface Reply {
  readonly status: number;
  /** The JSON of the reply, or the frame. */
  readonly body: unknown;
}

export interface DocumentClient {
  readonly userId: string;
  readonly email: string;
  readonly client: SupabaseClient;
  /** Calls an edge function. Bytes are sent unchanged, other bodies as JSON. */
  call(name: string, body: unknown): Promise<Reply>;
}

type Server = Pick<TestSupabase, 'url' | 'publishableKey'>;

/** `publishableKey`: the key of the client, which may be the secret one. */
export const openClient = ({ url, publishableKey }: Server): SupabaseClient =>
  createClient(url, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });

export async function signUp(supabase: Server, name: string): Promise<DocumentClient> {
  const client = openClient(supabase);
  const email = `${name}-${randomUUID()}@example.com`;
  const account = { email, password: PASSWORD, options: { data: { name } } };
  return toDocumentClient(supabase, client, email, await client.auth.signUp(account));
}

/** Signs in to an existing account, whose password is `PASSWORD`. */
export async function signIn(supabase: Server, email: string): Promise<DocumentClient> {
  const client = openClient(supabase);
  return toDocumentClient(
    supabase,
    client,
    email,
    await client.auth.signInWithPassword({ email, password: PASSWORD }),
  );
}

function toDocumentClient(
  { url, publishableKey }: Server,
  client: SupabaseClient,
  email: string,
  { data, error }: AuthResponse | AuthTokenResponsePassword,
): DocumentClient {
  if (error !== null || data.user === null || data.session === null) throw error ?? new Error('no session');
  const { access_token: token } = data.session;
  return {
    userId: data.user.id,
    email,
    client,
    call: (path, body) => post(`${url}/functions/v1/${path}`, token, publishableKey, body),
  };
}

async function post(url: string, token: string, apikey: string, body: unknown): Promise<Reply> {
  const bytes = body instanceof Uint8Array;
  const reply = await fetch(url, {
    method: 'POST',
    headers: {
      apikey,
      authorization: `Bearer ${token}`,
      'content-type': bytes ? 'application/octet-stream' : 'application/json',
    },
    body: bytes ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body),
  });
  const binary = reply.headers.get('content-type') === 'application/octet-stream';
  return {
    status: reply.status,
    body: binary ? decodeFrame(new Uint8Array(await reply.arrayBuffer())) : await reply.json(),
  };
}

/** A document opened without the provider: a doc, an editing session, and unsent updates. */
export interface HandRoom {
  readonly doc: Y.Doc;
  readonly sessionId: string;
  /** Signs live updates: the tag proves this session to the server, the proofs prove it to peers. */
  readonly tagKey: TagKey;
  /** Appends the updates since the last call, or exactly `changes.updates`. */
  append(
    changes?: Partial<{
      firstCounter: number;
      generation: number;
      heirs: string[];
      schema: number;
      sessionId: string;
      title: string;
      updates: Uint8Array[];
    }>,
  ): Promise<Reply>;
  /** Loads the document and applies it to `doc`. */
  load(after?: number | null): Promise<{ status: number; frame: Frame }>;
  words(): string[];
}

export async function openByHand(person: DocumentClient, documentId: string): Promise<HandRoom> {
  const doc = new Y.Doc();
  const sessionId = randomUUID();
  const written: Uint8Array[] = [];
  let sent = 0;
  doc.on('update', (update: Uint8Array, origin: unknown) => origin !== 'log' && written.push(update));
  const opening = { documentId, sessionId, clientId: doc.clientID, schema: SCHEMA_MAJOR };
  const { secret } = openSessionReply.parse((await person.call('open-session', opening)).body);
  const room: HandRoom = {
    doc,
    sessionId,
    tagKey: openTagKey(decodeHex(secret)),
    append: async ({ updates, ...changes } = {}) => {
      const header = {
        documentId,
        sessionId,
        generation: 1,
        schema: SCHEMA_MAJOR,
        firstCounter: sent + 1,
        ...changes,
      };
      const reply = await person.call('append-updates', encodeFrame(header, updates ?? written.slice(sent)));
      if (reply.status === 200) sent = (reply.body as { acked: number }).acked;
      return reply;
    },
    load: async (after = null) => {
      const { status, body } = await person.call('load-document', { documentId, after });
      const frame = body as Frame;
      if (status === 200) for (const part of frame.parts) Y.applyUpdate(doc, part, 'log');
      return { status, frame };
    },
    words: () =>
      doc
        .getXmlFragment('default')
        .toArray()
        .map((block) => (block.toJSON() as string).replaceAll(/<[^>]*>/g, '')),
  };
  await room.load();
  return room;
}

export function writeParagraph(doc: Y.Doc, words: string): void {
  const paragraph = new Y.XmlElement('paragraph');
  paragraph.insert(0, [new Y.XmlText(words)]);
  const text = doc.getXmlFragment('default');
  text.insert(text.length, [paragraph]);
}
