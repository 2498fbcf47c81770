/** The only module that reads environment variables: those that Supabase sets for every edge function, and our own. */
import { z } from 'zod';

const schema = z
  .object({
    SUPABASE_URL: z.url(),
    SUPABASE_SERVICE_ROLE_KEY: z.string().min(1).optional(),
    /** Newer projects: a JSON object of named secret keys. */
    SUPABASE_SECRET_KEYS: z.string().optional(),
    /** The signing secret of projects with a shared one. Set for self-hosted functions. */
    JWT_SECRET: z.string().optional(),
    /** The key that histories are signed with, as a JWK: `npm run history-key` prints one. */
    HISTORY_SIGNING_KEY: z.string().optional(),
    /** The public keys that histories were signed with before: a JSON array of JWKs, each with `from` and `until`. */
    HISTORY_FORMER_KEYS: z.string().optional(),
    /** The time stamp authority for proofs (`time-stamp.ts`). */
    TIME_STAMP_URL: z.string().optional(),
  })
  .transform((env, context) => {
    const named = env.SUPABASE_SECRET_KEYS
      ? z.record(z.string(), z.string()).parse(JSON.parse(env.SUPABASE_SECRET_KEYS))
      : {};
    // A project with disabled legacy keys still sets SUPABASE_SERVICE_ROLE_KEY, so a named key goes first.
    const serviceKey = named['default'] ?? Object.values(named)[0] ?? env.SUPABASE_SERVICE_ROLE_KEY;
    if (serviceKey === undefined) {
      context.addIssue('Set SUPABASE_SERVICE_ROLE_KEY or SUPABASE_SECRET_KEYS.');
      return z.NEVER;
    }
    const secretKeys = [...Object.values(named), env.SUPABASE_SERVICE_ROLE_KEY ?? []].flat();
    return {
      supabaseUrl: env.SUPABASE_URL,
      serviceKey,
      secretKeys,
      jwtSecret: env.JWT_SECRET || null,
      historyKey: env.HISTORY_SIGNING_KEY || null,
      formerHistoryKeys: env.HISTORY_FORMER_KEYS || null,
      timeStampUrl: env.TIME_STAMP_URL || null,
    };
  });

export type Env = z.infer<typeof schema>;

export const readEnv = (): Env =>
  schema.parse({
    SUPABASE_URL: Deno.env.get('SUPABASE_URL'),
    SUPABASE_SERVICE_ROLE_KEY: Deno.env.get('SUPABASE_SERVICE_ROLE_KEY'),
    SUPABASE_SECRET_KEYS: Deno.env.get('SUPABASE_SECRET_KEYS'),
    JWT_SECRET: Deno.env.get('JWT_SECRET'),
    HISTORY_SIGNING_KEY: Deno.env.get('HISTORY_SIGNING_KEY'),
    HISTORY_FORMER_KEYS: Deno.env.get('HISTORY_FORMER_KEYS'),
    TIME_STAMP_URL: Deno.env.get('TIME_STAMP_URL'),
  });

const MAIL_NAMES = [
  'SUPABASE_URL',
  'FUNCTIONS_URL',
  'APP_URL',
  'MAIL_FROM',
  'SMTP_URL',
  'MAIL_HTTP_URL',
  'MAIL_HTTP_KEY',
  'MAIL_HTTP_STYLE',
  'MAIL_EVENTS_SECRET',
  'MAIL_EVENTS_LOGIN',
] as const;

/** Variables of the functions that have to do with mails. Those that read them check them; an empty one is none. */
export type MailEnv = Readonly<Partial<Record<(typeof MAIL_NAMES)[number], string | undefined>>>;

export const readMailEnv = (): MailEnv =>
  Object.fromEntries(MAIL_NAMES.map((name) => [name, Deno.env.get(name) || undefined]));

/** New secret keys (`sb_…`) are not JWTs, so they go into `apikey` only; the gateway derives a token from it. */
export const serviceHeaders = ({ serviceKey }: Env): Record<string, string> => ({
  apikey: serviceKey,
  ...(serviceKey.startsWith('sb_') ? {} : { authorization: `Bearer ${serviceKey}` }),
});
