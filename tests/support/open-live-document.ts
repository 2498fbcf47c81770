/** Users with accounts on an embedded Supabase, and access to their documents as a browser has it. */
import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient, type SupportedStorage } from '@supabase/supabase-js';
import { WebSocket as NodeSocket } from 'ws';
import { createSupabaseDocumentLog, type DocumentLog } from '#yjs-supabase';
import { createRealtimeCodec } from '#yjs-supabase/realtime-codec';
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
  readonly fetch?: typeof fetch;
  /** Codec of Realtime messages; ours by default. */
  readonly codec?: 'ours' | 'of supabase-js';
}

type Server = Pick<TestSupabase, 'url' | 'publishableKey' | 'secretKey'>;

function optionsOf(
  transport: typeof NodeSocket,
  { storage, heartbeatIntervalMs = 25_000, codec = 'ours', ...global }: PersonOptions,
) {
  const auth = { persistSession: false, autoRefreshToken: false };
  return {
    global,
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
  return { client, email, log: createSupabaseDocumentLog(client), userId: signedIn.data.user.id };
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
