/**
 * Settings of the REST service: `[api]` of `config.toml`, overridden by settings in the database, as in PostgREST:
 * `alter role authenticator [in database …] set pgrst.db_max_rows = '50'`, then `notify pgrst, 'reload config'`.
 */
import { z } from 'zod';
import type { Database } from '../db/database.ts';

/** Named as in the table `[api]` of `supabase/config.toml`. */
export interface RestConfig {
  readonly schemas: readonly string[];
  readonly extra_search_path: readonly string[];
  /** The maximum number of rows per request. */
  readonly max_rows: number;
}

export interface DatabaseConfig {
  readonly schemas: readonly string[];
  readonly extraSearchPath: readonly string[];
  readonly maxRows: number;
  readonly aggregatesEnabled: boolean;
  /** The function that runs before each request, with the caller's role and claims: `schema.name`. */
  readonly preRequest: QualifiedName | null;
}

export interface QualifiedName {
  readonly schema: string;
  readonly name: string;
}

export interface OpenDatabaseConfig {
  /** As of the last `reload config`. Rejects only while it has never been read successfully. */
  readonly current: () => Promise<DatabaseConfig>;
  readonly close: () => Promise<void>;
}

/** @param config the settings that the database does not override. */
export function openDatabaseConfig(database: Database, config: RestConfig): OpenDatabaseConfig {
  let latest: Promise<DatabaseConfig> | null = null;
  const load = (): Promise<DatabaseConfig> => {
    const loading = readDatabaseConfig(database, config);
    const before = latest;
    latest = loading;
    loading.catch(() => {
      if (latest === loading) latest = before;
    });
    return loading;
  };
  const listening = database.listen('pgrst', (payload) => {
    // A failure keeps the previous settings; if there are none, the next request reports it.
    if (payload === 'reload config') load().catch(() => undefined);
  });
  // `close` awaits it. Until then, failing to listen only means that nothing is reloaded.
  listening.catch(() => undefined);
  return {
    current: () => latest ?? load(),
    close: async () => {
      const stop = await listening.catch(() => async () => undefined);
      await stop();
      await latest?.catch(() => undefined);
    },
  };
}

const names = z.string().transform((text) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== ''),
);
const schemaNames = names.refine((list) => list.length > 0);
const count = z.coerce.number<string>().int().positive();
/** Without a schema the function is in `public`, as in PostgREST. */
const qualifiedName = z
  .string()
  .regex(/^[^."]+(?:\.[^."]+)?$/)
  .transform((text): QualifiedName => {
    const [first = '', second] = text.split('.');
    return second === undefined ? { schema: 'public', name: first } : { schema: first, name: second };
  });
const flag = z.enum(['true', 'false']).transform((word) => word === 'true');

/** An invalid value is ignored. A setting of this database overrides one for all databases. */
async function readDatabaseConfig(database: Database, config: RestConfig): Promise<DatabaseConfig> {
  const { rows } = await database.query<{ setting: string }>(
    `select unnest(setconfig) as setting from pg_db_role_setting
     where setrole = 'authenticator'::regrole
       and setdatabase in (0, (select oid from pg_database where datname = current_database()))
     order by setdatabase`,
  );
  const pairs = rows.map(({ setting }) => {
    const at = setting.indexOf('=');
    return [setting.slice(0, at), setting.slice(at + 1)] as const;
  });
  const settings = new Map(pairs);
  const read = <T>(name: string, shape: z.ZodType<T, string>, otherwise: T): T => {
    const parsed = shape.safeParse(settings.get(`pgrst.${name}`));
    return parsed.success ? parsed.data : otherwise;
  };
  return {
    schemas: read<readonly string[]>('db_schemas', schemaNames, config.schemas),
    extraSearchPath: read<readonly string[]>('db_extra_search_path', names, config.extra_search_path),
    maxRows: read('db_max_rows', count, config.max_rows),
    aggregatesEnabled: read('db_aggregates_enabled', flag, false),
    preRequest: read<QualifiedName | null>('db_pre_request', qualifiedName, null),
  };
}
