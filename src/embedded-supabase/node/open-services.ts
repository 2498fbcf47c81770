/** Builds the services of an embedded Supabase behind one gateway. */
import { startTimeout } from './start-timeout.ts';
import { join } from 'node:path';
import { createAfterAnswer } from '../auth/after-answer.ts';
import type { AuthDeps } from '../auth/auth-deps.ts';
import { createAuth } from '../auth/create-auth.ts';
import { findEndedSessions } from '../auth/sessions.ts';
import type { MailTemplates } from '../auth/mail-templates.ts';
import type { Config } from './config.ts';
import type { OpenedDatabase } from './open-database.ts';
import { createFunctions } from '../functions/create-functions.ts';
import { DEFAULT_FUNCTION } from '../functions/function-config.ts';
import { createGateway, type Services } from '../gateway/gateway.ts';
import { tokenOfKey } from '../keys/gateway-keys.ts';
import { openTokens } from '../keys/open-tokens.ts';
import type { ProjectKeys } from '../keys/project-keys.ts';
import { createInbox } from '../mail/inbox.ts';
import { createOutbox } from '../mail/outbox.ts';
import { createRealtime, type Realtime } from '../realtime/create-realtime.ts';
import { createRest } from '../rest/create-rest.ts';
import type { Service } from '../service.ts';
import { createStorage } from '../storage/create-storage.ts';
import { seedBuckets } from '../storage/seed-buckets.ts';
import type { Tokens } from '../keys/tokens.ts';
import type { Closers } from './closers.ts';
import { type DenoRuntime, startDeno } from './deno-runtime.ts';
import { readOwnVariables } from './deno-setting.ts';
import { openFileStore } from './file-store.ts';
import { isPublic, openDoors } from './listen-address.ts';
import { REQUEST_ID } from './observe-requests.ts';
import { mailVariables } from './mail-variables.ts';
import { mailLeaves, mailSender, openMailer } from './open-mailer.ts';
import { openOperations } from './open-operations.ts';
import { readSigningKey } from './read-keys.ts';
import { createStaticApp } from './static-app.ts';
import type { SupabaseOptions } from './supabase-options.ts';

export interface Parts {
  readonly options: SupabaseOptions;
  readonly dataDir: string;
  readonly config: Config;
  readonly mailTemplates: MailTemplates;
  readonly keys: ProjectKeys;
  readonly database: OpenedDatabase;
  readonly url: string;
  readonly closers: Closers;
}

export async function openServices(parts: Parts) {
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
  const mailer = await openMailer(options, database, clock);
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
    auth: openAuth(parts, { tokens, clock, afterAnswer, mailer }),
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
    outbox: createOutbox({ mailer, tokens, report: options.onError }),
    ...(!isPublic(options) && { mail: createInbox({ database, settled: afterAnswer.settled }) }),
  };
  const onError = (error: unknown, request: Request) =>
    options.onError(error, request.headers.get(REQUEST_ID));
  const gateway = createGateway({ services, keys, doors: openDoors(options), onError });
  const { metrics, onAnswered } = operations;
  return { gateway, realtime, metrics, onAnswered, reloadFunctions: () => deno.restart() };
}

function openAuth(
  { options, config, mailTemplates, database }: Parts,
  shared: Pick<AuthDeps, 'tokens' | 'clock' | 'afterAnswer' | 'mailer'>,
): Service {
  return createAuth({
    ...shared,
    database,
    config: config.auth,
    mailTemplates,
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
    startTimer: startTimeout,
    database,
    tokens,
    clock,
    config: config.realtime,
    findEndedSessions: (ids) => findEndedSessions(database, ids, clock()),
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
    variables: mailVariables({
      own: readOwnVariables({ dataDir, projectDir: options.projectDir }),
      gatewayUrl: url,
      publicOrigin: openDoors(options).publicOrigin,
      siteUrl: config.auth.site_url,
      from: mailSender(options.env),
      serviceRoleKey: keys.serviceRoleKey,
      leaves: mailLeaves(options.env) || !isPublic(options),
    }),
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
