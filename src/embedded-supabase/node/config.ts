/**
 * Reads `supabase/config.toml`: the tables and names of the Supabase CLI, with its defaults. Settings that the embedded
 * Supabase does not imitate are ignored, so that one file serves both.
 */
import { parse, TomlError } from 'smol-toml';
import { z } from 'zod';
import { authConfigSchema } from '../auth/auth-config.ts';
import { functionConfigSchema } from '../functions/function-config.ts';
import { realtimeConfigSchema } from '../realtime/realtime-config.ts';

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  kb: 1000,
  mb: 1000 ** 2,
  gb: 1000 ** 3,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
};

/** `"50MiB"`, `"500KB"` or a number of bytes; converted to bytes. */
const sizeBytes = z.union([z.number(), z.string()]).transform((value, context) => {
  const [, digits = '', unit = ''] = /^([\d.]+)\s*([a-z]*)$/i.exec(String(value)) ?? [];
  const bytes = Number(digits) * (UNITS[unit.toLowerCase()] ?? NaN);
  if (digits !== '' && Number.isFinite(bytes)) return Math.floor(bytes);
  context.issues.push({ code: 'custom', message: `not a size: ${value}`, input: value });
  return z.NEVER;
});

const bucket = z.object({
  public: z.boolean().default(false),
  file_size_limit: sizeBytes.optional(),
  allowed_mime_types: z.array(z.string()).optional(),
});

const configSchema = z.object({
  project_id: z.string().default('supabase'),
  api: z
    .object({
      port: z.int().default(54_321),
      schemas: z.array(z.string()).default(['public', 'graphql_public']),
      extra_search_path: z.array(z.string()).default(['public', 'extensions']),
      max_rows: z.int().positive().default(1000),
    })
    .prefault({}),
  db: z
    .object({
      port: z.int().default(54_322),
      major_version: z.int().default(17),
      migrations: z
        .object({
          enabled: z.boolean().default(true),
          /** Files that together are the present schema, in an order in which they apply. Relative to `supabase`. */
          schema_paths: z.array(z.string()).default([]),
        })
        .prefault({}),
      seed: z
        .object({
          enabled: z.boolean().default(true),
          /** Relative to the folder `supabase`; `*` matches within one folder. */
          sql_paths: z.array(z.string()).default(['./seed.sql']),
        })
        .prefault({}),
    })
    .prefault({}),
  auth: authConfigSchema.prefault({}),
  realtime: realtimeConfigSchema.prefault({}),
  storage: z
    .object({
      enabled: z.boolean().default(true),
      file_size_limit: sizeBytes.prefault('50MiB'),
      buckets: z.record(z.string(), bucket).default({}),
    })
    .prefault({}),
  functions: z.record(z.string(), functionConfigSchema).default({}),
  edge_runtime: z.object({ enabled: z.boolean().default(true) }).prefault({}),
});

export interface Config extends z.output<typeof configSchema> {
  /** Tables that are switched on but not imitated: callers see a difference on a hosted project. */
  readonly notImitated: readonly string[];
}

const NOT_IMITATED =
  /^(auth\.(captcha|passkey|oauth_server|mfa\.(phone|web_authn)|(external|sms|third_party|web3)\.\w+)|storage\.image_transformation)$/;

/** The file is invalid; the message has the place and the reason, in one sentence. */
export class ConfigError extends Error {
  readonly code = 'config';
}

/**
 * Reads the text of a `config.toml`; an empty text gives the defaults. `env(NAME)` is replaced by the variable of
 * `env`. Throws `ConfigError`.
 */
export function readConfig(text: string, env: Readonly<Record<string, string | undefined>> = {}): Config {
  const raw = fillIn(parseToml(text), env);
  const result = configSchema.safeParse(raw);
  if (result.success) return { ...result.data, notImitated: listSwitchedOn(raw, '') };
  const issue = result.error.issues[0];
  throw new ConfigError(
    `supabase/config.toml: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`,
  );
}

function listSwitchedOn(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const isOn = 'enabled' in value && value.enabled === true && NOT_IMITATED.test(path);
  const below = Object.entries(value).flatMap(([name, item]) =>
    listSwitchedOn(item, path === '' ? name : `${path}.${name}`),
  );
  return isOn ? [path, ...below] : below;
}

function parseToml(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof TomlError)
      throw new ConfigError(`supabase/config.toml, line ${error.line}: ${error.message}`);
    throw error;
  }
}

function fillIn(value: unknown, env: Readonly<Record<string, string | undefined>>): unknown {
  if (typeof value === 'string') {
    const name = /^env\((\w+)\)$/.exec(value)?.[1];
    return name === undefined ? value : (env[name] ?? '');
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(item, env));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, env)]));
}
