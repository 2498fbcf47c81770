/**
 * The auth service on a real database, called by the unmodified supabase-js without a network: its `fetch` calls the
 * service as the gateway does. Tests advance the service's clock.
 */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { type AfterAnswer, createAfterAnswer } from '../../src/embedded-supabase/auth/after-answer.ts';
import { type AuthConfig, authConfigSchema } from '../../src/embedded-supabase/auth/auth-config.ts';
import { createAuth } from '../../src/embedded-supabase/auth/create-auth.ts';
import { createInbox } from '../../src/embedded-supabase/mail/inbox.ts';
import { createInboxMailer } from '../../src/embedded-supabase/mail/inbox-mailer.ts';
import type { MailTemplates } from '../../src/embedded-supabase/auth/mail-templates.ts';
import type { Mailer } from '../../src/embedded-supabase/mail/mailer.ts';
import type { Database } from '../../src/embedded-supabase/db/database.ts';
import { generateSigningKey, openTokens } from '../../src/embedded-supabase/keys/open-tokens.ts';
import { LOCAL_JWT_SECRET } from '../../src/embedded-supabase/keys/project-keys.ts';
import type { Tokens } from '../../src/embedded-supabase/keys/tokens.ts';
import { DEFAULT_TEMPLATES } from './default-mail-templates.ts';
import { openTestDatabase } from './open-test-database.ts';

const ORIGIN = 'http://auth.test';

const inboxReply = z.object({
  mails: z.array(
    z.object({
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      kind: z.string(),
      locale: z.string(),
      action_link: z.string().nullable(),
      otp: z.string(),
      token_hash: z.string(),
    }),
  ),
});
export type InboxMail = z.infer<typeof inboxReply>['mails'][number];

export interface TestAuth {
  readonly database: Database;
  readonly tokens: Tokens;
  readonly anonKey: string;
  readonly serviceRoleKey: string;
  /** Moves the service's clock. */
  readonly advance: (ms: number) => void;
  readonly now: () => number;
  /** An auth service on the same database and clock with other settings (a partial `[auth]` table). */
  readonly withConfig: (
    config: Readonly<Record<string, unknown>>,
    parts?: Partial<Pick<Parts, 'mailer' | 'mailTemplates' | 'database' | 'afterAnswer'>>,
  ) => AuthOnTest;
  /** Opens all connections of the pool, so that concurrent requests really overlap in the database. */
  readonly warmUp: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface AuthOnTest {
  /** A client with separate storage and a separate IP address, as another browser. */
  readonly newClient: (options?: { flow?: 'implicit' | 'pkce'; key?: string; ip?: string }) => SupabaseClient;
  readonly newAdmin: () => SupabaseClient;
  /** Sends a raw request below `/auth/v1`. */
  readonly call: (
    method: string,
    path: string,
    options?: { body?: unknown; token?: string | null; headers?: Record<string, string>; ip?: string },
  ) => Promise<Response>;
  readonly readMails: (to: string) => Promise<InboxMail[]>;
  readonly readLastMail: (to: string) => Promise<InboxMail>;
  /** Opens the link of a mail and returns the redirect target. */
  readonly followLink: (mail: InboxMail) => Promise<URL>;
}

export async function startTestAuth(): Promise<TestAuth> {
  const { database, close } = await openTestDatabase();
  let offsetMs = 0;
  const now = () => Date.now() + offsetMs;
  const tokens = await openTokens({
    signingKey: await generateSigningKey(),
    sharedSecret: LOCAL_JWT_SECRET,
    now,
  });
  const keyOf = async (role: string) =>
    await tokens.signShared({ iss: 'supabase-demo', role, exp: 4_000_000_000 });
  const anonKey = await keyOf('anon');
  const serviceRoleKey = await keyOf('service_role');

  const parts: Parts = {
    database,
    tokens,
    clock: now,
    anonKey,
    serviceRoleKey,
    mailer: createInboxMailer({ database, clock: now }),
    mailTemplates: DEFAULT_TEMPLATES,
    afterAnswer: createAfterAnswer((error) => {
      throw error;
    }),
  };
  return {
    database,
    tokens,
    anonKey,
    serviceRoleKey,
    advance: (ms) => {
      offsetMs += ms;
    },
    now,
    withConfig: (config, own = {}) => buildAuth({ ...parts, ...own }, authConfigSchema.parse(config)),
    warmUp: async () => {
      await Promise.all(Array.from({ length: 8 }, async () => await database.query('select pg_sleep(0.1)')));
    },
    close,
  };
}

interface Parts {
  readonly mailer: Mailer;
  readonly mailTemplates: MailTemplates;
  readonly afterAnswer: AfterAnswer;
  readonly database: Database;
  readonly tokens: Tokens;
  readonly clock: () => number;
  readonly anonKey: string;
  readonly serviceRoleKey: string;
}

let lastIp = 0;

function nextIp(): string {
  lastIp += 1;
  return `10.0.${lastIp >> 8}.${lastIp & 255}`;
}

function buildAuth(parts: Parts, config: AuthConfig): AuthOnTest {
  const { database, tokens, clock, anonKey, mailer, mailTemplates, afterAnswer } = parts;
  const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
  const auth = createAuth({ database, tokens, config, mailer, mailTemplates, afterAnswer, clock, random });
  const inbox = createInbox({ database, settled: afterAnswer.settled });

  const send = async (request: Request, ip: string) => {
    const url = new URL(request.url);
    url.pathname = url.pathname.replace(/^\/auth\/v1/, '');
    const token = /^Bearer (.+)$/.exec(request.headers.get('Authorization') ?? '')?.[1] ?? null;
    const body = request.method === 'GET' || request.method === 'HEAD' ? null : await request.text();
    const inner = new Request(url, { method: request.method, headers: request.headers, body });
    const reply = await auth(inner, { token, ip, origin: ORIGIN });
    await afterAnswer.settled();
    return reply;
  };

  const newClient: AuthOnTest['newClient'] = ({ flow = 'implicit', key = anonKey, ip = nextIp() } = {}) => {
    const stored = new Map<string, string>();
    return createClient(ORIGIN, key, {
      global: { fetch: async (input, init) => await send(new Request(input, init), ip) },
      realtime: { transport: WebSocket as never },
      auth: {
        flowType: flow,
        autoRefreshToken: false,
        detectSessionInUrl: false,
        storageKey: `test-${ip}`,
        storage: {
          getItem: (name) => stored.get(name) ?? null,
          setItem: (name, value) => void stored.set(name, value),
          removeItem: (name) => void stored.delete(name),
        },
      },
    });
  };

  const call: AuthOnTest['call'] = async (method, path, options = {}) => {
    const headers = new Headers(options.headers);
    if (typeof options.token === 'string') headers.set('Authorization', `Bearer ${options.token}`);
    if (options.body !== undefined) headers.set('Content-Type', 'application/json');
    const body = options.body === undefined ? null : JSON.stringify(options.body);
    return await send(
      new Request(`${ORIGIN}/auth/v1${path}`, { method, headers, body }),
      options.ip ?? nextIp(),
    );
  };

  const readMails = async (to: string) => {
    const request = new Request(`${ORIGIN}/inbox.json?to=${encodeURIComponent(to)}`);
    const reply = await inbox(request, { token: null, ip: '127.0.0.1', origin: ORIGIN });
    return inboxReply.parse(await reply.json()).mails;
  };

  return {
    newClient,
    newAdmin: () => newClient({ key: parts.serviceRoleKey }),
    call,
    readMails,
    readLastMail: async (to) => {
      const [mail] = await readMails(to);
      if (mail === undefined) throw new Error(`No mail for ${to}.`);
      return mail;
    },
    followLink: async (mail) => {
      const link = new URL(mail.action_link ?? '');
      const reply = await call('GET', `${link.pathname.replace('/auth/v1', '')}${link.search}`);
      const location = reply.headers.get('Location');
      if (reply.status !== 303 || location === null) throw new Error(`Not a redirect: ${reply.status}`);
      return new URL(location);
    },
  };
}

/** The parameters after `#` in a redirect target. */
export function readFragment(url: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
}

let people = 0;

/** A unique email address. */
export function newAddress(name = 'ann'): string {
  people += 1;
  return `${name}.${people}@example.test`;
}

export const PASSWORD = 'correct horse battery';
