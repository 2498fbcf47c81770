/** Puts the embedded Supabase together: database, services, gateway, one port. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type AfterAnswer, createAfterAnswer } from '../auth/after-answer.ts';
import { createAuth } from '../auth/create-auth.ts';
import { createInboxMailer } from '../auth/inbox-mailer.ts';
import { createInbox } from '../auth/inbox.ts';
import type { MailTemplates } from '../auth/mail-templates.ts';
import { type Config, DEFAULT_FUNCTION } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase, type OpenedDatabase } from '../db/open-database.ts';
import { createFunctions } from '../functions/create-functions.ts';
import { createGateway, type Services } from '../gateway.ts';
import { tokenOfKey } from '../gateway-keys.ts';
import { openTokens } from '../open-tokens.ts';
import type { ProjectKeys } from '../project-keys.ts';
import { createRealtime, type Realtime } from '../realtime/create-realtime.ts';
import { createRest } from '../rest/create-rest.ts';
import type { Service } from '../service.ts';
import { createStorage } from '../storage/create-storage.ts';
import { seedBuckets } from '../storage/seed-buckets.ts';
import type { After } from '../sweeping.ts';
import type { Tokens } from '../tokens.ts';
import { choosePort } from './choose-port.ts';
import { Closers } from './closers.ts';
import { type DenoRuntime, startDeno } from './deno-runtime.ts';
import { openFileStore } from './file-store.ts';
import { adjustConfig, refuseOpenSignUp } from './adjust-config.ts';
import { type Address, isPublic, openDoors, reachableHost } from './listen-address.ts';
import { openSweeping } from './open-sweeping.ts';
import type { Metrics } from './metrics.ts';
import { type Answered, REQUEST_ID } from './observe-requests.ts';
import { openOperations } from './open-operations.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { readKeys, readSigningKey } from './read-keys.ts';
import { readMailTemplates, readMigrationFiles, readProjectConfig, readSeedFiles } from './read-project.ts';
import { readServiceSchemas } from './read-service-schemas.ts';
import { serve } from './serve.ts';
import { createStaticApp } from './static-app.ts';

export interface SupabaseOptions extends Address {
  /** The folder that holds `supabase/`. */
  readonly projectDir: string;
  /** Where everything is kept: database, keys, uploaded files. */
  readonly dataDir: string;
  /** Keys (`JWT_SECRET`, …), mail (`SMTP_URL`, `SMTP_FROM`), and what `env()` in config.toml names. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A PostgreSQL 15 or newer to use instead of an own one; what its role lacks is said (`db/missing-rights.ts`). */
  readonly databaseUrl?: string;
  /** The built app to serve beside the API. */
  readonly staticDir?: string;
  readonly trustProxy?: boolean;
  /** Data that may be lost: for tests. */
  readonly fast?: boolean;
  /** Changes settings after they were read: for tests. */
  readonly configure?: (config: Config) => Config;
  /** What tokens and mails go by, in milliseconds since 1970; the database has a clock of its own: for tests. */
  readonly clock?: () => number;
  /** What the time until the next sweep is measured with: for tests. */
  readonly after?: After;
  /** Sentences for people. */
  readonly say: (sentence: string) => void;
  /** What went wrong while it ran, and in which request if it was in one. */
  readonly onError: (error: unknown, requestId?: string | null) => void;
  /** Lines that edge functions print; `say` is told otherwise. */
  readonly onFunctionLine?: (line: string) => void;
  readonly onAnswered?: (answered: Answered) => void;
}

export interface Supabase {
  readonly url: string;
  readonly keys: ProjectKeys;
  readonly database: OpenedDatabase;
  readonly metrics: Metrics;
  /** Settles when the database ended by itself; nothing works from then on. */
  readonly failed: Promise<string>;
  reloadFunctions(): Promise<void>;
  /** What also happens by itself every hour: erases what the project promises to erase. */
  sweep(): Promise<void>;
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
  // Others may pass (PostgreSQL does not run as root) and see no names.
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const port = options.port === 0 ? await choosePort() : options.port;
  const address = { ...options, port };
  const read = readProjectConfig(options.projectDir, options.env);
  for (const name of read.notImitated) {
    options.say(`supabase/config.toml switches ${name} on, which the embedded Supabase does not imitate.`);
  }
  const { publicUrl, env } = options;
  const hasApp = options.staticDir !== undefined;
  const served = { port, hasApp, publicUrl, env, isPublic: isPublic(address) };
  const config = adjustConfig(options.configure?.(read) ?? read, served);
  refuseOpenSignUp(config, { isPublic: isPublic(address), env });
  const mailTemplates = readMailTemplates(options.projectDir, config);
  const keys = await readKeys({ dataDir, env: options.env, isPublic: isPublic(address), say: options.say });
  const postgres = options.databaseUrl === undefined ? await launch(options, config, closers) : null;
  const database = await openDatabase({
    url: options.databaseUrl ?? postgres?.url ?? '',
    schemas: readServiceSchemas(),
    onTrouble: options.onError,
  });
  closers.add(() => database.close());
  await applyMigrations(options, config, database);

  const url = `http://${reachableHost(options.host)}:${port}`;
  const opened = await openServices({
    options: address,
    dataDir,
    config,
    mailTemplates,
    keys,
    database,
    url,
    closers,
  });
  const server = await serve({ ...address, ...opened, maxFrameBytes: config.realtime.maxFrameBytes });
  closers.add(async () => {
    // The channels say goodbye before their sockets are cut.
    await opened.realtime.close();
    await server.close();
  });
  const { after, onError: report } = options;
  const sweeping = openSweeping({ database, url, secretKey: keys.secretKey, after, report });
  closers.add(() => sweeping.close());
  return {
    url,
    keys,
    database,
    sweep: sweeping.sweep,
    metrics: opened.metrics,
    failed: postgres?.ended ?? new Promise(() => undefined),
    reloadFunctions: opened.reloadFunctions,
    close: () => closers.close(),
  };
}

async function launch(options: SupabaseOptions, config: Config, closers: Closers): Promise<Postgres> {
  const { dataDir, say } = options;
  const postgres = await startPostgres({ dataDir, port: config.db.port, fast: options.fast ?? false, say });
  closers.add(() => postgres.stop());
  return postgres;
}

async function applyMigrations(
  options: SupabaseOptions,
  config: Config,
  database: OpenedDatabase,
): Promise<void> {
  if (!config.db.migrations.enabled) return;
  const seeds = config.db.seed.enabled ? readSeedFiles(options.projectDir, config.db.seed.sql_paths) : [];
  const applied = await migrate({
    url: database.projectUrl,
    migrations: readMigrationFiles(options.projectDir),
    seeds,
    say: options.say,
  });
  if (applied.length > 0) options.say(`Applied ${applied.length} SQL files of supabase/ to the database.`);
}

interface Parts {
  readonly options: SupabaseOptions;
  readonly dataDir: string;
  readonly config: Config;
  readonly mailTemplates: MailTemplates;
  readonly keys: ProjectKeys;
  readonly database: OpenedDatabase;
  readonly url: string;
  readonly closers: Closers;
}

async function openServices(parts: Parts) {
  const { options, config, keys, database, closers } = parts;
  const clock = options.clock ?? (() => Date.now());
  const tokens = await openTokens({
    signingKey: await readSigningKey(parts.dataDir),
    sharedSecret: keys.jwtSecret,
    now: clock,
  });
  const rest = createRest({ database, tokens, config: config.api });
  closers.add(() => rest.close());
  const storage = config.storage.enabled ? await openStorage(parts, tokens, clock) : undefined;
  const realtime = await openRealtime(parts, tokens, clock);
  const deno = openDeno(parts);
  const afterAnswer = createAfterAnswer(options.onError);
  closers.add(() => afterAnswer.settled());
  const operations = openOperations({
    database,
    realtime,
    isFunction: deno.has,
    projectDir: config.db.migrations.enabled ? options.projectDir : null,
    storageDir: storage ? join(parts.dataDir, 'storage') : null,
    metricsToken: options.env['METRICS_TOKEN'] || null,
    isBehindProxy: options.publicUrl !== undefined || options.trustProxy === true,
    onError: options.onError,
    onAnswered: options.onAnswered,
  });
  const services: Services = {
    auth: await openAuth(parts, tokens, clock, afterAnswer),
    operations: operations.service,
    rest: rest.service,
    realtime: realtime.fetch,
    functions: createFunctions({
      runtime: deno,
      tokens,
      configOf: (name) => config.functions[name] ?? DEFAULT_FUNCTION,
    }),
    ...(storage && { storage }),
    ...(options.staticDir && {
      app: createStaticApp({
        dir: options.staticDir,
        publishableKey: keys.publishableKey,
        eventsPerSecond: config.realtime.maxMessagesPerSecond,
      }),
    }),
    ...(!isPublic(options) && { inbox: createInbox({ database, settled: afterAnswer.settled }) }),
  };
  const onError = (error: unknown, request: Request) =>
    options.onError(error, request.headers.get(REQUEST_ID));
  const gateway = createGateway({ services, keys, doors: openDoors(options), onError });
  const { metrics, onAnswered } = operations;
  return { gateway, realtime, metrics, onAnswered, reloadFunctions: () => deno.restart() };
}

async function openAuth(
  { options, config, mailTemplates, database }: Parts,
  tokens: Tokens,
  clock: () => number,
  afterAnswer: AfterAnswer,
): Promise<Service> {
  return createAuth({
    database,
    afterAnswer,
    tokens,
    config: config.auth,
    mailer: await openMailer(options, database, clock),
    mailTemplates,
    clock,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    report: options.onError,
  });
}

async function openRealtime(
  { options, config, keys, database, closers }: Parts,
  tokens: Tokens,
  clock: () => number,
): Promise<Realtime> {
  const realtime = createRealtime({
    database,
    tokens,
    clock,
    config: config.realtime,
    // Older clients send a JWT as their key.
    resolveApiKey: (key) => tokenOfKey(key, keys) ?? (key.startsWith('sb_') ? null : key),
    log: (level, message) => {
      if (level === 'error') options.onError(new Error(`Realtime: ${message}`));
    },
  });
  closers.add(() => realtime.close());
  await realtime.ready;
  return realtime;
}

function openDeno({ options, dataDir, config, keys, database, url, closers }: Parts): DenoRuntime {
  const deno = startDeno({
    projectDir: options.projectDir,
    dataDir,
    gatewayUrl: url,
    databaseUrl: database.projectUrl,
    keys,
    config,
    allowNet: options.env['FUNCTIONS_ALLOW_NET']?.split(',') ?? [],
    onOutput: options.onFunctionLine ?? ((line) => options.say(`[functions] ${line}`)),
  });
  closers.add(() => deno.close());
  return deno;
}

async function openStorage(
  { dataDir, config, database }: Pick<Parts, 'dataDir' | 'config' | 'database'>,
  tokens: Tokens,
  clock: () => number,
): Promise<Service> {
  await seedBuckets(database, config.storage.buckets);
  const files = await openFileStore(join(dataDir, 'storage'));
  return createStorage({ database, tokens, config: config.storage, files, clock });
}

async function openMailer(options: SupabaseOptions, database: OpenedDatabase, clock: () => number) {
  const smtpUrl = options.env['SMTP_URL'];
  if (smtpUrl === undefined || smtpUrl === '') return createInboxMailer({ database, clock });
  const { createSmtpMailer } = await import('./smtp-mailer.ts');
  return createSmtpMailer({ url: smtpUrl, from: options.env['SMTP_FROM'] ?? 'Spolu <no-reply@localhost>' });
}
