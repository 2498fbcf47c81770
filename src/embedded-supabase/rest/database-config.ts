/**
 * What the REST service goes by: `[api]` of `config.toml`, and over it what the database itself says, as PostgREST reads
 * it: `alter role authenticator [in database …] set pgrst.db_max_rows = '50'`, then `notify pgrst, 'reload config'`.
 */
import { z } from 'zod';
import type { Database } from '../db/database.ts';

/** Named as in the table `[api]` of `supabase/config.toml`. */
export interface RestConfig {
  readonly schemas: readonly string[];
  readonly extra_search_path: readonly string[];
  /** The most rows one request returns. */
  readonly max_rows: number;
}

export interface DatabaseConfig {
  readonly schemas: readonly string[];
  readonly extraSearchPath: readonly string[];
  readonly maxRows: number;
  readonly aggregatesEnabled: boolean;
}

export interface OpenDatabaseConfig {
  /** As of the last `reload config`. Fails only while it could never be read. */
  readonly current: () => Promise<DatabaseConfig>;
  readonly close: () => Promise<void>;
}

/** @param config what holds where the database says nothing. */
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
    // A failure leaves what was known before; the request that finds nothing known meets it again.
    if (payload === 'reload config') load().catch(() => undefined);
  });
  // Whoever closes waits for it; until then a failure to listen only means that nothing is reloaded.
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
const flag = z.enum(['true', 'false']).transform((word) => word === 'true');

/** A value that makes no sense is as none. One for this database wins over one for all. */
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
  const said = new Map(pairs);
  const read = <T>(name: string, shape: z.ZodType<T, string>, otherwise: T): T => {
    const parsed = shape.safeParse(said.get(`pgrst.${name}`));
    return parsed.success ? parsed.data : otherwise;
  };
  return {
    schemas: read<readonly string[]>('db_schemas', schemaNames, config.schemas),
    extraSearchPath: read<readonly string[]>('db_extra_search_path', names, config.extra_search_path),
    maxRows: read('db_max_rows', count, config.max_rows),
    aggregatesEnabled: read('db_aggregates_enabled', flag, false),
  };
}
