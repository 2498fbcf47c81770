import { PostgrestClient } from '@supabase/postgrest-js';
import { RealtimeClient } from '@supabase/realtime-js';
import { createRealtimeCodec } from '#yjs-supabase/realtime-codec';
import { timeLimit } from './ask-database.ts';
import { SteadyAuthClient } from './steady-auth-client.ts';
import { readPageConfig, type Config } from './config.ts';
import type { Database } from './database.types.ts';
import { takeEarly } from './early-answers.ts';
import { replaceToken } from './replace-token.ts';
import { createTokenFetch } from './token-fetch.ts';

type Rest = PostgrestClient<Database>;

/** The parts of supabase-js that the app uses. Images and functions are plain requests. */
export interface Supabase
  extends Pick<Rest, 'rpc' | 'from'>, Pick<RealtimeClient, 'channel' | 'removeChannel'> {
  readonly auth: SteadyAuthClient;
  readonly realtime: RealtimeClient;
}

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
 * A WebSocket that closes on `pagehide`, because an open one keeps the page out of the back/forward cache. supabase-js would
 * first wait until its buffer is sent, but a closing WebSocket sends it anyway. The close is reported at once: after the page
 * returns, it would be mistaken for the close of the next socket.
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
  fetch: (input, init) => takeEarly(input, init) ?? fetch(input, init),
  wallMs: () => Date.now(),
  timeLimit,
  replaceToken: (refused) => replaceToken(getSupabase().auth, refused),
  line: () => getSupabase().auth,
});

/** One client per tab: two would compete for the same stored session. */
export function getSupabase(): Supabase {
  client ??= connect(getConfig());
  return client;
}

/** Under which the library stores the session. */
export const getSessionKey = (): string =>
  `sb-${new URL(getConfig().supabaseUrl).hostname.split('.')[0]}-auth-token`;

/** Connects the parts as supabase-js does, with the key under which it stores a session. */
function connect({ supabaseUrl: url, publishableKey: apikey }: Config): Supabase {
  const auth = new SteadyAuthClient({
    url: `${url}/auth/v1`,
    headers: { apikey, Authorization: `Bearer ${apikey}` },
    storageKey: getSessionKey(),
    // Links from mails must work in a browser other than the one that requested them, so not PKCE.
    flowType: 'implicit',
    detectSessionInUrl: true,
    persistSession: true,
    autoRefreshToken: true,
    fetch: tokenFetch,
  });
  const accessToken = async (): Promise<string> =>
    (await auth.getSession()).data.session?.access_token ?? apikey;
  const realtime = new RealtimeClient(`${url.replace(/^http/, 'ws')}/realtime/v1`, {
    params: { apikey },
    accessToken,
    ...createRealtimeCodec(),
    reconnectAfterMs,
    transport: closingWithPage(),
  });
  keepRealtimeSignedIn(auth, realtime);
  const rest: Rest = new PostgrestClient<Database>(`${url}/rest/v1`, {
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set('apikey', apikey);
      headers.set('Authorization', `Bearer ${await accessToken()}`);
      return tokenFetch(input, { ...init, headers });
    },
  });
  return {
    auth,
    realtime,
    rpc: rest.rpc.bind(rest),
    from: rest.from.bind(rest),
    channel: (name, options) => realtime.channel(name, options),
    removeChannel: (channel) => realtime.removeChannel(channel),
  };
}

/** Sends each new token to the open channels. */
function keepRealtimeSignedIn(auth: SteadyAuthClient, realtime: RealtimeClient): void {
  let sent: string | undefined;
  auth.onAuthStateChange((event, session) => {
    const token = event === 'SIGNED_OUT' ? undefined : session?.access_token;
    const isNew = ['TOKEN_REFRESHED', 'SIGNED_IN', 'INITIAL_SESSION'].includes(event) && token !== sent;
    if (!isNew && event !== 'SIGNED_OUT') return;
    sent = token;
    void realtime.setAuth(token);
  });
}
