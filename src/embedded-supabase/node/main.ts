#!/usr/bin/env node
/**
 * The embedded Supabase as a program; `help.ts` lists its options and variables. Exits with 0 after SIGINT or SIGTERM, and
 * with 1 and one sentence when it cannot start.
 */
import { writeFileSync } from 'node:fs';
import { collectDefaultMetrics } from 'prom-client';
import { addressFile, describeFailure } from './describe-failure.ts';
import { HELP } from './help.ts';
import { openLog } from './open-log.ts';
import { readSettings, type Settings } from './read-settings.ts';
import { serveApp } from './serve-app.ts';
import { startSupabase, type Supabase } from './start-supabase.ts';
import { watchFunctions } from './watch-functions.ts';

const { env } = process;
const isJson = env['LOG'] === 'json';
const log = openLog({
  isJson,
  now: () => Date.now(),
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
});

function printOverview(supabase: Supabase): void {
  const { url, keys, database } = supabase;
  const rows = [
    ['API URL', url],
    ['Publishable key', keys.publishableKey],
    ['Secret key', keys.secretKey],
    ['anon key', keys.anonKey],
    ['service_role key', keys.serviceRoleKey],
    ['Database URL', database.projectUrl],
    ['Mailbox', `${url}/inbox`],
  ];
  for (const [name = '', value] of rows) console.log(`${name.padStart(16)}  ${value}`);
}

/** On a signal, closes and ends the process. Returns a function that does the same. */
function stopOnSignal(close: () => Promise<void>): (code: number) => void {
  let stopping = false;
  const stop = (code: number) => {
    if (stopping) return;
    stopping = true;
    // `close` may hang. The end of this process stops the database anyway.
    setTimeout(() => process.exit(code), 10_000).unref();
    close().then(
      () => process.exit(code),
      (error: unknown) => {
        log.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));
  if (env['STOP_WITH_STDIN'] === '1') process.stdin.resume().once('end', () => stop(0));
  return stop;
}

async function runApp(
  { address, appName }: Settings,
  dir: string,
  supabase: NonNullable<Settings['elsewhere']>,
): Promise<void> {
  const { url, publishableKey } = supabase;
  const app = await serveApp({ ...address, dir, supabaseUrl: url, publishableKey, onError: log.error });
  stopOnSignal(() => app.close());
  log.say(`${appName} is running at ${address.publicUrl ?? app.url}, using the Supabase at ${url}`);
}

async function runSupabase(settings: Settings): Promise<void> {
  const { address, appName, projectDir, dataDir, appDir, databaseUrl } = settings;
  const supabase = await startSupabase({
    ...address,
    projectDir,
    dataDir,
    env,
    trustProxy: env['TRUST_PROXY'] === '1',
    say: log.say,
    onError: log.error,
    onFunctionLine: log.fromFunction,
    onAnswered: log.request,
    ...(databaseUrl === null ? {} : { databaseUrl }),
    ...(appDir === null ? {} : { staticDir: appDir }),
  });
  collectDefaultMetrics({ register: supabase.metrics.registry });
  const url = address.publicUrl ?? supabase.url;
  writeFileSync(addressFile(dataDir), url);
  const stopWatching = settings.watch ? watchFunctions(projectDir, () => supabase.reloadFunctions()) : null;
  let isClosing = false;
  const stop = stopOnSignal(async () => {
    isClosing = true;
    stopWatching?.();
    await supabase.close();
  });
  void supabase.failed.then((lastWords) => {
    if (isClosing) return;
    log.error(`The database stopped unexpectedly.\n${lastWords}`);
    stop(1);
  });
  // Keys are shown in a terminal, but must not end up in stored logs.
  if (!settings.quiet && !isJson) printOverview(supabase);
  if (appDir !== null || isJson) log.say(`${appName} is running at ${url}`);
}

async function run(): Promise<void> {
  if (process.argv.includes('--help')) return console.log(HELP);
  const settings = readSettings(process.argv.slice(2), env);
  const { appDir, elsewhere } = settings;
  if (appDir !== null && elsewhere !== null) await runApp(settings, appDir, elsewhere);
  else await runSupabase(settings);
}

run().catch((error: unknown) => {
  log.error(describeFailure(error));
  process.exit(1);
});
