/** Reads settings, migrations and seeds of a folder that contains a `supabase/` folder. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { TemplateError } from '../auth/go-template.ts';
import {
  compileContent,
  compileSubject,
  type MailTemplates,
  type TemplateName,
  templatesByKind,
} from '../auth/mail-templates.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { migrationVersions, type Squash, type SqlFile } from './migrate.ts';

/** Without a `config.toml` all settings have the CLI's defaults. Throws `ConfigError`. */
export function readProjectConfig(projectDir: string, env: NodeJS.ProcessEnv): Config {
  const file = join(projectDir, 'supabase/config.toml');
  return readConfig(existsSync(file) ? readFileSync(file, 'utf8') : '', env);
}

/** Reads the templates that `config.toml` names; the others are GoTrue's. Throws `ConfigError`. */
export function readMailTemplates(projectDir: string, config: Config): MailTemplates {
  const { template } = config.auth.email;
  return templatesByKind((name) => {
    const { subject, content_path: path } = template[name] ?? {};
    const content = path === undefined ? undefined : readTemplate(projectDir, name, path);
    return {
      subject: compileIn(`auth.email.template.${name}.subject`, () => compileSubject(name, subject)),
      content: compileIn(path ?? name, () => compileContent(name, content)),
    };
  });
}

function compileIn<T>(place: string, compile: () => T): T {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw new ConfigError(`${place}, line ${error.line}: ${error.message}`);
  }
}

function readTemplate(projectDir: string, name: TemplateName, path: string): string {
  const file = resolve(projectDir, path);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  throw new ConfigError(
    `supabase/config.toml: auth.email.template.${name}.content_path: there is no ${path}`,
  );
}

export function readMigrationFiles(projectDir: string): SqlFile[] {
  return readSqlFiles(projectDir, './migrations/*.sql');
}

const squashesSchema = z.array(
  z.object({
    baseline: z.array(z.string()),
    squashed: z.array(z.object({ path: z.string(), sql: z.string() })),
  }),
);

/** The migrations that baselines replaced, from `supabase/squashed-migrations.json.gz`; none without that file. */
export function readSquashes(projectDir: string): readonly Squash[] {
  const file = join(projectDir, 'supabase/squashed-migrations.json.gz');
  if (!existsSync(file)) return [];
  return squashesSchema.parse(JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')));
}

/** Versions that a database of this project or of an earlier one can have. */
export function readKnownVersions(projectDir: string): readonly string[] {
  const squashed = readSquashes(projectDir).flatMap((squash) => migrationVersions(squash.squashed));
  return [...squashed, ...migrationVersions(readMigrationFiles(projectDir))];
}

/** SQL files in the order of these paths of `config.toml`. A path without a file is ignored, as in the CLI. */
export function readListedFiles(projectDir: string, paths: readonly string[]): SqlFile[] {
  return paths.flatMap((path) => readSqlFiles(projectDir, path));
}

/** `pattern` is relative to `supabase/`; `*` matches anything in its last part. */
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
