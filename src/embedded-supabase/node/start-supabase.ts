/** Starts the embedded Supabase: database, services, gateway, one port. */
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from './config.ts';
import { migrate } from './migrate.ts';
import { openDatabase, type OpenedDatabase } from './open-database.ts';
import type { ProjectKeys } from '../keys/project-keys.ts';
import { DatabaseAwayError } from '../db/database.ts';
import { keepPostgres } from './keep-postgres.ts';
import { choosePort } from './choose-port.ts';
import { Closers } from './closers.ts';
import { adjustConfig, refuseOpenSignUp } from './adjust-config.ts';
import { isPublic, reachableHost } from './listen-address.ts';
import { openServices } from './open-services.ts';
import { openSweeping } from './open-sweeping.ts';
import type { Metrics } from './metrics.ts';
import type { Postgres } from './postgres.ts';
import { readKeys } from './read-keys.ts';
import {
  readMailTemplates,
  readMigrationFiles,
  readProjectConfig,
  readListedFiles,
  readSquashes,
} from './read-project.ts';
import { readServiceSchemas } from './read-service-schemas.ts';
import { serve } from './serve.ts';
import type { SupabaseOptions } from './supabase-options.ts';

export interface Supabase {
  readonly url: string;
  readonly keys: ProjectKeys;
  readonly database: OpenedDatabase;
  readonly metrics: Metrics;
  /** Settles when the database has ended and could not be started again; nothing works from then on. */
  readonly failed: Promise<string>;
  reloadFunctions(): Promise<void>;
  /** Runs the hourly sweep now: erases the data that the project promises to erase. */
  sweep(): Promise<void>;
  /** Sends the mails that are due now. */
  sendMails(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Throws `DataInUseError`, `PortInUseError`, `MissingRightsError`, `MigrationError`, `ConfigError`, `UnsafeKeysError`,
 * `OpenSignUpError`; leaves nothing open.
 */
export async function startSupabase(options: SupabaseOptions): Promise<Supabase> {
  const closers = new Closers();
  try {
    return await open(options, closers);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function open(options: SupabaseOptions, closers: Closers): Promise<Supabase> {
  const dataDir = resolve(options.dataDir);
  // Other users may pass (PostgreSQL does not run as root) but not list names.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const port = options.port === 0 ? await choosePort() : options.port;
  const address = { ...options, port };
  const read = readProjectConfig(options.projectDir, options.env);
  for (const name of read.notImitated) {
    options.say(`supabase/config.toml enables ${name}, which the embedded Supabase does not imitate.`);
  }
  const { publicUrl, env } = options;
  const hasApp = options.staticDir !== undefined;
  const served = { port, hasApp, publicUrl, env, isPublic: isPublic(address) };
  const config = adjustConfig(options.configure?.(read) ?? read, served);
  refuseOpenSignUp(config, { isPublic: isPublic(address), env });
  const mailTemplates = readMailTemplates(options.projectDir, config);
  const keys = await readKeys({ dataDir, env: options.env, isPublic: isPublic(address), say: options.say });
  const postgres = options.databaseUrl === undefined ? await launch(options, config, closers) : null;
  const onError: SupabaseOptions['onError'] = (error, requestId) => {
    // The end of our own PostgreSQL is in the log, so each request that failed with it need not be.
    if (postgres === null || !(error instanceof DatabaseAwayError)) options.onError(error, requestId);
  };
  const database = await openDatabase({
    url: options.databaseUrl ?? postgres?.url ?? '',
    schemas: readServiceSchemas(),
    onTrouble: onError,
  });
  closers.add(() => database.close());
  await applyMigrations(options, config, database);

  const url = `http://${reachableHost(options.host)}:${port}`;
  const opened = await openServices({
    options: { ...address, onError },
    dataDir,
    config,
    mailTemplates,
    keys,
    database,
    url,
    closers,
  });
  const listeners = [opened.onAnswered];
  const server = await serve({
    ...address,
    onError,
    ...opened,
    onAnswered: (answered) => {
      for (const onAnswered of listeners) onAnswered(answered);
    },
    maxFrameBytes: config.realtime.maxFrameBytes,
  });
  closers.add(async () => {
    // Channels send phx_close before their sockets are closed.
    await opened.realtime.close();
    await server.close();
  });
  const { after } = options;
  const sweeping = openSweeping({ database, url, secretKey: keys.secretKey, after, report: onError });
  listeners.push(sweeping.onAnswered);
  closers.add(() => sweeping.close());
  return {
    url,
    keys,
    database,
    sweep: sweeping.sweep,
    sendMails: sweeping.sendMails,
    metrics: opened.metrics,
    failed: postgres?.ended ?? new Promise(() => undefined),
    reloadFunctions: opened.reloadFunctions,
    close: () => closers.close(),
  };
}

async function launch(options: SupabaseOptions, config: Config, closers: Closers): Promise<Postgres> {
  const { dataDir, say } = options;
  const postgres = await keepPostgres({ dataDir, port: config.db.port, fast: options.fast ?? false, say });
  closers.add(() => postgres.stop());
  return postgres;
}

async function applyMigrations(
  options: SupabaseOptions,
  config: Config,
  database: OpenedDatabase,
): Promise<void> {
  if (!config.db.migrations.enabled) return;
  const seeds = config.db.seed.enabled ? readListedFiles(options.projectDir, config.db.seed.sql_paths) : [];
  const applied = await migrate({
    url: database.projectUrl,
    migrations: readMigrationFiles(options.projectDir),
    squashes: readSquashes(options.projectDir),
    seeds,
    say: options.say,
  });
  if (applied.length > 0) options.say(`Applied ${applied.length} SQL files of supabase/ to the database.`);
}
