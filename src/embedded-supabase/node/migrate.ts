/**
 * Applies a project's migrations and seeds as `supabase db push` does: in order of their versions, each in one
 * transaction, as role `postgres`, recorded in `supabase_migrations`.
 */
import { Client, DatabaseError } from 'pg';
import { splitStatements } from '../db/split-statements.ts';

export interface SqlFile {
  /** As shown to users and, for seeds, as recorded: `supabase/migrations/2026…_name.sql`. */
  readonly path: string;
  readonly sql: string;
}

/** Migrations that were squashed into a baseline, for databases that already have some of them. */
export interface Squash {
  /** Versions of the migrations that are the baseline. */
  readonly baseline: readonly string[];
  readonly squashed: readonly SqlFile[];
}

export interface MigrateOptions {
  /** Connection string of the role `postgres`. */
  readonly url: string;
  /** Files not named `<digits>_<name>.sql` are skipped, with a message to `say`. */
  readonly migrations: readonly SqlFile[];
  /** From the oldest to the newest: a later one squashes the baseline of the one before. */
  readonly squashes?: readonly Squash[];
  /** Run only when nothing was recorded before. */
  readonly seeds: readonly SqlFile[];
  readonly say?: (sentence: string) => void;
}

/** The database refused a file. The message has file and line. Nothing of that file was applied. */
export class MigrationError extends Error {
  readonly code = 'migration';
}

/** Returns the paths of the files applied by this call. Throws `MigrationError`. */
export async function migrate(options: MigrateOptions): Promise<readonly string[]> {
  const client = new Client({ connectionString: options.url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('embedded-supabase migrations'))");
    await client.query(RECORDS);
    return await migrateWith(client, options);
  } finally {
    await client.end();
  }
}

const RECORDS = `
  set statement_timeout = 0;
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
  alter table supabase_migrations.schema_migrations add column if not exists statements text[];
  alter table supabase_migrations.schema_migrations add column if not exists name text;
  create table if not exists supabase_migrations.seed_files (path text not null primary key, hash text not null);
`;

interface Migration extends SqlFile {
  readonly version: string;
  readonly name: string;
}

async function migrateWith(client: Client, options: MigrateOptions): Promise<readonly string[]> {
  const say = options.say ?? (() => undefined);
  const local = readMigrations(options.migrations, say);
  const adopted = await adoptBaselines(client, local, options.squashes ?? []);
  const recorded = await readRecorded(client);
  for (const version of recorded) {
    if (local.every((migration) => migration.version !== version)) {
      say(`Migration ${version} is in the database but not among the files.`);
    }
  }
  const pending = local.filter((migration) => !recorded.has(migration.version));
  for (const migration of pending) await applyMigration(client, migration);
  const applied = [...adopted, ...pending].map((migration) => migration.path);
  const isFresh =
    recorded.size === 0 && (await client.query('select from supabase_migrations.seed_files')).rowCount === 0;
  if (!isFresh) return applied;
  for (const seed of options.seeds) await applySeed(client, seed);
  return [...applied, ...options.seeds.map((seed) => seed.path)];
}

async function readRecorded(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version',
  );
  return new Set(rows.map((row) => row.version));
}

/** Returns the migrations that were applied. */
async function adoptBaselines(
  client: Client,
  local: readonly Migration[],
  squashes: readonly Squash[],
): Promise<readonly Migration[]> {
  const earlier = squashes.map(({ squashed }) => readMigrations(squashed, () => undefined));
  const known = [...earlier.flat(), ...local];
  const applied: Migration[] = [];
  for (const [at, { baseline }] of squashes.entries()) {
    const made = known.filter(({ version }) => baseline.includes(version));
    applied.push(...(await adoptBaseline(client, earlier[at] ?? [], made)));
  }
  return applied;
}

/**
 * A database that has some of the squashed migrations gets the rest of them, and then the versions of the baseline in
 * their place. Returns the migrations that were applied.
 */
async function adoptBaseline(
  client: Client,
  squashed: readonly Migration[],
  baseline: readonly Migration[],
): Promise<readonly Migration[]> {
  const recorded = await readRecorded(client);
  const missing = squashed.filter(({ version }) => !recorded.has(version));
  if (missing.length === squashed.length) return [];
  for (const migration of missing) await applyMigration(client, migration);
  await inTransaction(client, { path: 'the baseline', sql: '' }, async () => {
    const forget = 'delete from supabase_migrations.schema_migrations where version = any($1)';
    await client.query(forget, [squashed.map(({ version }) => version)]);
    for (const migration of baseline) await recordMigration(client, migration);
  });
  return missing;
}

/** The versions of the files that are migrations, in order. */
export function migrationVersions(files: readonly SqlFile[]): readonly string[] {
  return readMigrations(files, () => undefined).map(({ version }) => version);
}

function readMigrations(files: readonly SqlFile[], say: (sentence: string) => void): Migration[] {
  const migrations = files.flatMap((file) => {
    const [, version, name] = /(?:^|[/\\])(\d+)_([^/\\]*)\.sql$/.exec(file.path) ?? [];
    if (version !== undefined && name !== undefined) return [{ ...file, version, name }];
    say(`${file.path} is passed over: a migration must be named <timestamp>_name.sql.`);
    return [];
  });
  migrations.sort((a, b) => (a.version < b.version ? -1 : a.version > b.version ? 1 : 0));
  for (const [index, { version, path }] of migrations.entries()) {
    const next = migrations[index + 1];
    if (next?.version === version)
      throw new MigrationError(`${path} and ${next.path} have the same version.`);
  }
  return migrations;
}

function applyMigration(client: Client, migration: Migration): Promise<void> {
  return inTransaction(client, migration, () => recordMigration(client, migration));
}

async function recordMigration(client: Client, { version, name, sql }: Migration): Promise<void> {
  const statements = splitStatements(sql).map((statement) => statement.text);
  const record =
    'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)';
  await client.query(record, [version, name, statements]);
}

async function applySeed(client: Client, seed: SqlFile): Promise<void> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(seed.sql));
  await inTransaction(client, seed, async () => {
    const record = 'insert into supabase_migrations.seed_files (path, hash) values ($1, $2)';
    await client.query(record, [seed.path, Buffer.from(digest).toString('hex')]);
  });
}

async function inTransaction(client: Client, file: SqlFile, record: () => Promise<void>): Promise<void> {
  try {
    await client.query('begin');
    // Statement by statement, so that an error has its place and settings of one file do not leak into the next.
    for (const { text, start } of splitStatements(file.sql)) {
      try {
        await client.query(text);
      } catch (error) {
        throw error instanceof DatabaseError ? describeError(file, start, error) : error;
      }
    }
    await client.query('reset all');
    await client.query('reset role');
    await client.query('set statement_timeout = 0');
    await record();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

function describeError(file: SqlFile, start: number, error: DatabaseError): MigrationError {
  const offset = start + (error.position === undefined ? 0 : Number(error.position) - 1);
  const line = file.sql.slice(0, offset).split('\n').length;
  const details = [error.detail, error.hint, error.where].filter((text) => text !== undefined);
  const text = [`${file.path}, line ${line}: ${error.message} (${error.code})`, ...details].join('\n  ');
  return new MigrationError(text, { cause: error });
}
