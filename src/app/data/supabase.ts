import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { createRealtimeCodec } from '../../yjs-supabase/realtime-codec.ts';
import { readPageConfig, type Config } from './config.ts';
import type { Database } from './database.types.ts';
import { replaceToken } from './replace-token.ts';
import { createTokenFetch } from './token-fetch.ts';

export type Supabase = SupabaseClient<Database>;

let client: Supabase | null = null;
let settings: Config | null = null;

/** The settings; main.tsx shows the setup page instead of the app when there are none, so none here is a mistake. */
export function getConfig(): Config {
  if (settings) return settings;
  const result = readPageConfig();
  if (!result.ok) throw new Error(`no usable settings: ${result.problem}`);
  settings = result.config;
  return settings;
}

/** When Realtime is dialled again: anywhere up to a limit that doubles, so that not all come back at once. */
export const reconnectAfterMs = (tries: number): number =>
  Math.random() * Math.min(10_000, 500 * 2 ** Math.min(tries, 10));

/**
 * A WebSocket that closes as the page goes away. supabase-js would first wait until everything is sent, which a closing
 * WebSocket does by itself; a browser keeps no page with an open one to go back to. And it says so at once: heard of when
 * the page is back, the end of this one would be taken for that of the next.
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

/** What every request with a person's token is made with. */
export const tokenFetch: typeof fetch = createTokenFetch({
  fetch: (input, init) => fetch(input, init),
  wallMs: () => Date.now(),
  replaceToken: (refused) => replaceToken(getSupabase().auth, refused),
});

/** The one client of this tab: two would fight over the same stored session. */
export function getSupabase(): Supabase {
  client ??= createClient<Database>(getConfig().supabaseUrl, getConfig().publishableKey, {
    // Links from mails must work in another browser than the one that asked for them, so not PKCE.
    auth: { flowType: 'implicit', detectSessionInUrl: true, persistSession: true, autoRefreshToken: true },
    global: { fetch: tokenFetch },
    realtime: { ...createRealtimeCodec(), reconnectAfterMs, transport: closingWithPage() },
  });
  return client;
}
