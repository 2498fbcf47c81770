import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { createRealtimeCodec } from '#yjs-supabase/realtime-codec';
import { readPageConfig, type Config } from './config.ts';
import type { Database } from './database.types.ts';
import { replaceToken } from './replace-token.ts';
import { createTokenFetch } from './token-fetch.ts';

export type Supabase = SupabaseClient<Database>;

let client: Supabase | null = null;
let settings: Config | null = null;

/** The configuration. Without one main.tsx shows the setup page instead of the app, so here it is a bug. */
export function getConfig(): Config {
  if (settings) return settings;
  const result = readPageConfig();
  if (!result.ok) throw new Error(`no usable settings: ${result.problem}`);
  settings = result.config;
  return settings;
}

/** Reconnect delay of Realtime: random, below a limit that doubles, so that clients do not all return at once. */
export const reconnectAfterMs = (tries: number): number =>
  Math.random() * Math.min(10_000, 500 * 2 ** Math.min(tries, 10));

/**
 * A WebSocket that closes on `pagehide`. supabase-js would wait until its buffer is sent, which a closing WebSocket does
 * anyway, and an open one keeps the page out of the back/forward cache. It also reports the close at once: reported after
 * the page returns, it would be taken for the close of the next socket.
 */
const closingWithPage = () =>
  class extends WebSocket {
    constructor(...args: ConstructorParameters<typeof WebSocket>) {
      super(...args);
      const leave = (): void => {
        this.close();
        this.dispatchEvent(new CloseEvent('close'));
      };
      window.addEventListener('pagehide', leave);
      this.addEventListener('close', () => window.removeEventListener('pagehide', leave));
    }
  };

/** `fetch` for every request that carries a user's token. */
export const tokenFetch: typeof fetch = createTokenFetch({
  fetch: (input, init) => fetch(input, init),
  wallMs: () => Date.now(),
  replaceToken: (refused) => replaceToken(getSupabase().auth, refused),
});

/** One client per tab: two would compete for the same stored session. */
export function getSupabase(): Supabase {
  client ??= createClient<Database>(getConfig().supabaseUrl, getConfig().publishableKey, {
    // Links from mails must work in a browser other than the one that requested them, so not PKCE.
    auth: { flowType: 'implicit', detectSessionInUrl: true, persistSession: true, autoRefreshToken: true },
    global: { fetch: tokenFetch },
    realtime: { ...createRealtimeCodec(), reconnectAfterMs, transport: closingWithPage() },
  });
  return client;
}
