/** Users with accounts on an embedded Supabase, and access to their documents as a browser has it. */
import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient, type SupportedStorage } from '@supabase/supabase-js';
import { WebSocket as NodeSocket } from 'ws';
import type * as z from 'zod/mini';
import { errorReplySchema } from '#contract/errors.ts';
import { decodeFrame, encodeFrame } from '#contract/frame.ts';
import {
  appendHeader,
  appendReply,
  headReply,
  loadHeader,
  openSessionReply,
  relayHeader,
} from '#contract/requests.ts';
import { decodeHex, encodeHex } from '#contract/hex.ts';
import { createRealtimeCodec, type DocumentLog, type Outcome } from '#yjs-supabase';
import { newDocument } from './new-document.ts';
import type { TestSupabase } from './start-test-supabase.ts';

export interface LivePerson {
  readonly client: SupabaseClient;
  readonly userId: string;
  readonly email: string;
  readonly log: DocumentLog;
}

export const PASSWORD = 'correct horse battery';

interface PersonOptions {
  /** Storage of the sign-in session; by default the client's memory. */
  readonly storage?: SupportedStorage | undefined;
  readonly heartbeatIntervalMs?: number;
  /** Codec of Realtime messages; ours by default. */
  readonly codec?: 'ours' | 'of supabase-js';
}

type Server = Pick<TestSupabase, 'url' | 'publishableKey' | 'secretKey'>;

function optionsOf(
  transport: typeof NodeSocket,
  { storage, heartbeatIntervalMs = 25_000, codec = 'ours' }: PersonOptions,
) {
  const auth = { persistSession: false, autoRefreshToken: false };
  return {
    auth: storage ? { ...auth, persistSession: true, storage } : auth,
    // The types of `ws` and of the browser's WebSocket differ in names only.
    realtime: {
      ...(codec === 'ours' ? createRealtimeCodec() : {}),
      transport: transport as never,
      heartbeatIntervalMs,
    },
  };
}

/** `transport`: the WebSocket class that Realtime uses. */
export async function signUpPerson(
  supabase: Server,
  name: string,
  transport: typeof NodeSocket = NodeSocket,
  options: PersonOptions = {},
): Promise<LivePerson> {
  const admin = createClient(
    supabase.url,
    supabase.secretKey,
    optionsOf(transport, { ...options, storage: undefined }),
  );
  const email = `${name}-${randomUUID().slice(0, 8)}@example.com`;
  const created = await admin.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { name },
  });
  if (created.error) throw created.error;
  return await signInPerson(supabase, email, transport, options);
}

/** Signs in to an existing account. */
export async function signInPerson(
  supabase: Server,
  email: string,
  transport: typeof NodeSocket = NodeSocket,
  options: PersonOptions = {},
): Promise<LivePerson> {
  const client = createClient(supabase.url, supabase.publishableKey, optionsOf(transport, options));
  const signedIn = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (signedIn.error) throw signedIn.error;
  const log = createFunctionLog(supabase.url, supabase.publishableKey, client);
  return { client, email, log, userId: signedIn.data.user.id };
}

export const createDocument = (owner: LivePerson): Promise<string> => newDocument(owner.client);

export async function addMember(
  owner: LivePerson,
  documentId: string,
  person: Pick<LivePerson, 'email'>,
  role: string,
): Promise<void> {
  const { error } = await owner.client.rpc('add_member', {
    p_document: documentId,
    p_email: person.email,
    p_role: role,
  });
  if (error) throw new Error(error.message);
}

/** Implements the log port for one signed-in client. The app's implementation is bound to the page's only client. */
function createFunctionLog(url: string, apiKey: string, client: SupabaseClient): DocumentLog {
  async function call(name: string, body: unknown): Promise<Response> {
    const { data } = await client.auth.getSession();
    const isFrame = body instanceof Uint8Array;
    return fetch(`${url}/functions/v1/${name}`, {
      method: 'POST',
      headers: {
        apikey: apiKey,
        authorization: `Bearer ${data.session?.access_token ?? ''}`,
        'content-type': isFrame ? 'application/octet-stream' : 'application/json',
      },
      body: isFrame ? new Uint8Array(body) : JSON.stringify(body),
    });
  }

  async function request<T>(
    name: string,
    body: unknown,
    read: (response: Response) => Promise<T>,
  ): Promise<Outcome<T>> {
    let response: Response;
    try {
      response = await call(name, body);
    } catch (error) {
      if (error instanceof TypeError) return { ok: false, failure: { kind: 'unreachable' } };
      throw error;
    }
    if (response.ok) return { ok: true, value: await read(response) };
    const reply = errorReplySchema.safeParse(await response.json());
    if (!reply.success) return { ok: false, failure: { kind: 'unreachable' } };
    return { ok: false, failure: { kind: 'refused', code: reply.data.error.code } };
  }

  async function callRpc<T>(
    name: string,
    args: { p_document: string; p_session?: string; p_since?: number },
    read: (data: unknown) => T,
  ): Promise<Outcome<T>> {
    const { data, error, status } = await client.rpc(name, args);
    if (!error) return { ok: true, value: read(data) };
    if (status === 0) return { ok: false, failure: { kind: 'unreachable' } };
    return { ok: false, failure: { kind: 'refused', code: error.message } };
  }

  const json =
    <T extends z.ZodMiniType>(schema: T) =>
    async (response: Response): Promise<z.infer<T>> =>
      schema.parse(await response.json());

  return {
    openSession: (session) =>
      request('open-session', session, async (response) => {
        const { secret, ...facts } = await json(openSessionReply)(response);
        return { ...facts, secret: decodeHex(secret) };
      }),
    load: (place) => request('load-document', place, readLoaded),
    append: ({ updates, ...header }) =>
      request('append-updates', encodeFrame(appendHeader.parse(header), updates), json(appendReply)),
    relay: ({ updates, ...relayed }) => {
      const said = updates.map(({ counter, tag }) => [counter, encodeHex(tag)]);
      const header = relayHeader.parse({ ...relayed, said });
      const parts = updates.map(({ bytes }) => bytes);
      return request('append-updates', encodeFrame(header, parts), json(appendReply));
    },
    head: ({ documentId, since }) =>
      callRpc('document_head', { p_document: documentId, p_since: since }, (data) => headReply.parse(data)),
    fold: (documentId) =>
      request('save-snapshot', { documentId, version: false }, () => Promise.resolve(null)),
    roster: (documentId, sessionId) =>
      callRpc('room_roster', { p_document: documentId, p_session: sessionId }, readRoster),
  };
}

async function readLoaded(response: Response) {
  const frame = decodeFrame(new Uint8Array(await response.arrayBuffer()));
  if (!frame) throw new Error('not a frame');
  const { snapshotSeq, rows, ...rest } = loadHeader.parse(frame.header);
  const [first, ...others] = frame.parts;
  const updates = snapshotSeq === null ? frame.parts : others;
  return {
    ...rest,
    snapshot: snapshotSeq === null || !first ? null : { seq: snapshotSeq, bytes: first },
    rows: rows.map(([seq, sessionId, counter, kind], at) => ({
      seq,
      sessionId,
      counter,
      kind,
      bytes: updates[at] ?? new Uint8Array(),
    })),
  };
}

interface RosterRow {
  readonly session_id: string;
  readonly client_id: number;
  readonly user_id: string;
  readonly name: string;
  readonly key: string | null;
}

function readRoster(data: unknown) {
  return (data as readonly RosterRow[]).map((row) => ({
    sessionId: row.session_id,
    clientId: row.client_id,
    userId: row.user_id,
    name: row.name,
    color: '#0079a8',
    key: row.key === null ? null : decodeHex(row.key),
  }));
}
