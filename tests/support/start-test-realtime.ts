/** Realtime alone behind a real WebSocket server, with signed user tokens and a table of access rights. */
import { startTimeout } from '../../src/embedded-supabase/node/start-timeout.ts';
import type { JWK } from 'jose';
import { Client } from 'pg';
import type { Database } from '../../src/embedded-supabase/db/database.ts';
import type { OpenedDatabase } from '../../src/embedded-supabase/node/open-database.ts';
import { tokenOfKey } from '../../src/embedded-supabase/keys/gateway-keys.ts';
import { createGateway } from '../../src/embedded-supabase/gateway/gateway.ts';
import { serve } from '../../src/embedded-supabase/node/serve.ts';
import { generateSigningKey, openTokens } from '../../src/embedded-supabase/keys/open-tokens.ts';
import {
  LOCAL_JWT_SECRET,
  readProjectKeys,
  type ProjectKeys,
} from '../../src/embedded-supabase/keys/project-keys.ts';
import { createRealtime, type Realtime } from '../../src/embedded-supabase/realtime/create-realtime.ts';
import type { FindEndedSessions } from '../../src/embedded-supabase/realtime/ports.ts';
import type { RealtimeSettings } from '../../src/embedded-supabase/realtime/realtime-config.ts';
import type { Tokens } from '../../src/embedded-supabase/keys/tokens.ts';

export interface TestRealtime {
  /** `http://127.0.0.1:PORT`; Realtime is below `/realtime/v1`. */
  readonly url: string;
  readonly keys: ProjectKeys;
  readonly tokens: Tokens;
  readonly realtime: Realtime;
  readonly logged: string[];
  /** Signs a token of the role `authenticated`. */
  signUser(sub: string, lifeSeconds?: number, claims?: Readonly<Record<string, unknown>>): Promise<string>;
  close(): Promise<void>;
}

/** Short delays; on a real server they are five seconds and more. */
const QUICK: RealtimeSettings = { refusedJoinDelayMs: 50, refusedConnectionDelayMs: 20 };

export interface TestRealtimeOptions {
  readonly database: Database;
  readonly config?: RealtimeSettings;
  /** Milliseconds since 1970, for rate limits and tokens. */
  readonly clock?: () => number;
  readonly findEndedSessions?: FindEndedSessions;
  /** Signs users' tokens; a new key by default. */
  readonly signingKey?: JWK;
}

export async function startTestRealtime(options: TestRealtimeOptions): Promise<TestRealtime> {
  const keys = await readProjectKeys({});
  const clock = options.clock ?? Date.now;
  const signingKey = options.signingKey ?? (await generateSigningKey());
  const tokens = await openTokens({ signingKey, sharedSecret: LOCAL_JWT_SECRET, now: clock });
  const logged: string[] = [];
  const realtime = createRealtime({
    startTimer: startTimeout,
    database: options.database,
    tokens,
    resolveApiKey: (apiKey) => tokenOfKey(apiKey, keys),
    config: { ...QUICK, ...options.config },
    ...(options.findEndedSessions && { findEndedSessions: options.findEndedSessions }),
    log: (level, message) => logged.push(`${level}: ${message}`),
    clock,
  });
  await realtime.ready;
  const onError = (error: unknown) => logged.push(`gateway: ${String(error)}`);
  const gateway = createGateway({
    services: { realtime: realtime.fetch },
    keys,
    doors: { isTrustedHost: null, publicOrigin: null },
    onError,
  });
  const server = await serve({ host: '127.0.0.1', port: 0, gateway, realtime, onError });
  return {
    url: `http://127.0.0.1:${server.port}`,
    keys,
    tokens,
    realtime,
    logged,
    signUser: (sub, lifeSeconds = 3_600, claims = {}) =>
      tokens.sign({
        role: 'authenticated',
        sub,
        exp: Math.floor(clock() / 1_000) + lifeSeconds,
        ...claims,
      }),
    close: async () => {
      await realtime.close();
      await server.close();
    },
  };
}

/** Policies as an application defines them: a row of `room_rights` holds the rights of one user on one topic. */
const ROOM_RIGHTS = `
  create table public.room_rights (
    topic text, user_id text,
    reads_broadcast boolean default true, reads_presence boolean default true,
    writes_broadcast boolean default true, writes_presence boolean default true,
    primary key (topic, user_id)
  );
  grant select on public.room_rights to authenticated;
  create policy "read" on realtime.messages for select to authenticated using (
    exists (
      select from public.room_rights as r
      where r.topic = realtime.topic() and r.user_id = current_setting('request.jwt.claims')::jsonb ->> 'sub'
        and ((extension = 'broadcast' and r.reads_broadcast) or (extension = 'presence' and r.reads_presence))
    )
  );
  create policy "write" on realtime.messages for insert to authenticated with check (
    exists (
      select from public.room_rights as r
      where r.topic = realtime.topic() and r.user_id = current_setting('request.jwt.claims')::jsonb ->> 'sub'
        and ((extension = 'broadcast' and r.writes_broadcast) or (extension = 'presence' and r.writes_presence))
    )
  );
  create policy "uuid" on realtime.messages for select to authenticated using (
    case when realtime.topic() like 'cast:%' then split_part(realtime.topic(), ':', 2)::uuid is not null else false end
  );
  create policy "private rows only" on realtime.messages for select to authenticated using (
    realtime.topic() like 'private-rows:%' and private
  );
  create policy "by header" on realtime.messages for select to authenticated using (
    realtime.topic() = 'header' and current_setting('request.headers', true)::jsonb ->> 'x-door' = 'open'
  );
`;

/** Creates the table and its policies as the role `postgres`, as a migration would. */
export async function createRoomRights(database: OpenedDatabase): Promise<void> {
  const client = new Client({ connectionString: database.projectUrl });
  await client.connect();
  try {
    await client.query(ROOM_RIGHTS);
  } finally {
    await client.end();
  }
}

export type Rights = Partial<
  Record<'reads_broadcast' | 'reads_presence' | 'writes_broadcast' | 'writes_presence', boolean>
>;

export async function grantRoom(
  database: OpenedDatabase,
  topic: string,
  user: string,
  rights: Rights = {},
): Promise<void> {
  await database.query(
    `insert into public.room_rights values ($1, $2, $3, $4, $5, $6)
     on conflict (topic, user_id) do update set reads_broadcast = $3, reads_presence = $4,
       writes_broadcast = $5, writes_presence = $6`,
    [
      topic,
      user,
      rights.reads_broadcast ?? true,
      rights.reads_presence ?? true,
      rights.writes_broadcast ?? true,
      rights.writes_presence ?? true,
    ],
  );
}
