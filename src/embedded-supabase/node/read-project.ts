/** Reads what a folder with a `supabase/` in it asks for: settings, migrations, seeds. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Config, readConfig } from '../config.ts';
import type { SqlFile } from '../db/migrate.ts';

/** Without a `config.toml` all settings have the CLI's defaults. Throws `ConfigError`. */
export function readProjectConfig(projectDir: string, env: NodeJS.ProcessEnv): Config {
  const file = join(projectDir, 'supabase/config.toml');
  return readConfig(existsSync(file) ? readFileSync(file, 'utf8') : '', env);
}

export function readMigrationFiles(projectDir: string): SqlFile[] {
  return readSqlFiles(projectDir, './migrations/*.sql');
}

/** In the order of `db.seed.sql_paths`; a path without a file is passed over, as the CLI does. */
export function readSeedFiles(projectDir: string, paths: readonly string[]): SqlFile[] {
  return paths.flatMap((path) => readSqlFiles(projectDir, path));
}

/** `pattern` is relative to `supabase/`; `*` stands for anything in the last part. */
function readSqlFiles(projectDir: string, pattern: string): SqlFile[] {
  const folder = join('supabase', dirname(pattern));
  const parts = basename(pattern)
    .split('*')
    .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const matches = new RegExp(`^${parts.join('.*')}$`);
  const full = join(projectDir, folder);
  const names = existsSync(full) ? readdirSync(full).filter((name) => matches.test(name)) : [];
  return names.sort().map((name) => ({
    path: join(folder, name).replaceAll('\\', '/'),
    sql: readFileSync(join(full, name), 'utf8'),
  }));
}
