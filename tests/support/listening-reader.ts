/** A user whose every byte from the server is recorded: replies of all requests, and frames of the socket. */
import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import { PASSWORD } from './document-client.ts';
import type { TestSupabase } from './start-test-supabase.ts';

/** Bytes of one reply or frame. */
export interface Received {
  readonly what: string;
  readonly bytes: Uint8Array;
}

export interface ListeningReader {
  readonly email: string;
  readonly userId: string;
  readonly client: SupabaseClient;
  readonly received: readonly Received[];
  /** Sends a request with the user's token; resolves to the body. */
  send(path: string, body?: unknown): Promise<{ readonly status: number; readonly bytes: Uint8Array }>;
  close(): Promise<void>;
}

export async function openListeningReader(server: TestSupabase, name: string): Promise<ListeningReader> {
  const received: Received[] = [];
  class RecordingSocket extends WebSocket {
    constructor(address: string) {
      super(address);
      this.on('message', (data: Buffer) => received.push({ what: 'a frame', bytes: new Uint8Array(data) }));
    }
  }
  const client = createClient(server.url, server.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: RecordingSocket as never },
  });
  const email = `${name}-${randomUUID()}@example.com`;
  const { data, error } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { name } },
  });
  if (error !== null || data.session === null || data.user === null) throw error ?? new Error('no session');
  const { access_token: token } = data.session;
  return {
    email,
    userId: data.user.id,
    client,
    received,
    send: async (path, body) => {
      const reply = await fetch(`${server.url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          apikey: server.publishableKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const bytes = new Uint8Array(await reply.arrayBuffer());
      received.push({ what: `${path} ${JSON.stringify(body ?? '')}`, bytes });
      return { status: reply.status, bytes };
    },
    close: async () => {
      await client.removeAllChannels();
      await client.realtime.disconnect();
    },
  };
}
