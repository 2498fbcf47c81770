/**
 * The embedded Supabase as a program.
 *
 *     node --import tsx src/embedded-supabase/main.ts --dir DIR --port N --data-dir D [--app DIST] [--watch] [--quiet]
 *
 * Variables: HOST, PORT, DATA_DIR, DATABASE_URL, PUBLIC_URL, TRUST_PROXY, JWT_SECRET, ANON_KEY, SERVICE_ROLE_KEY,
 * PUBLISHABLE_KEY, SECRET_KEY, SMTP_URL, SMTP_FROM, SITE_URL, FUNCTIONS_ALLOW_NET. With VITE_SUPABASE_URL and
 * VITE_SUPABASE_PUBLISHABLE_KEY it serves the app alone. Ends with 0 after SIGINT or SIGTERM (or the end of its input,
 * with STOP_WITH_STDIN=1), with 1 and one sentence when it cannot start.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DataInUseError } from './node/postgres.ts';
import { serveApp } from './node/serve-app.ts';
import { startSupabase, type Supabase } from './node/start-supabase.ts';
import { watchFunctions } from './node/watch-functions.ts';

const { values: args } = parseArgs({
  options: {
    dir: { type: 'string', default: '.' },
    port: { type: 'string' },
    host: { type: 'string' },
    'data-dir': { type: 'string' },
    /** Folder of the built app to serve too. */
    app: { type: 'string' },
    /** Start functions afresh when a file of theirs changes. */
    watch: { type: 'boolean', default: false },
    /** Keep keys and addresses of the parts to itself. */
    quiet: { type: 'boolean', default: false },
  },
});

const { env } = process;
const dataDir = resolve(args['data-dir'] ?? env['DATA_DIR'] ?? join(args.dir, '.spolu'));
const addressFile = join(dataDir, 'address');
const say = (sentence: string) => console.log(sentence);

function describeFailure(error: unknown): string {
  if (error instanceof DataInUseError) {
    const address = existsSync(addressFile) ? readFileSync(addressFile, 'utf8') : '';
    return `${error.message}${address === '' ? '' : ` It serves ${address}.`} Stop it first, or set DATA_DIR to another folder.`;
  }
  const isExpected = error instanceof Error && 'code' in error;
  return isExpected ? error.message : String(error instanceof Error ? error.stack : error);
}

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

function readPort(): number {
  const port = Number(args.port ?? env['PORT'] ?? (args.app === undefined ? 54_321 : 3000));
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw Object.assign(new Error(`PORT must be a number from 0 to 65535, not ${args.port ?? env['PORT']}.`), {
    code: 'port',
  });
}

const address = () => ({
  host: args.host ?? env['HOST'] ?? '127.0.0.1',
  port: readPort(),
  ...(env['PUBLIC_URL'] ? { publicUrl: env['PUBLIC_URL'] } : {}),
});
const onError = (error: unknown) => console.error(error);

/** Ends the process once `close` is done, when it is told to. Returns how to tell it from here. */
function stopWhenTold(close: () => Promise<void>): (code: number) => void {
  let stopping = false;
  const stop = (code: number) => {
    if (stopping) return;
    stopping = true;
    // Something may hang; the database is told to stop by the end of this process anyway.
    setTimeout(() => process.exit(code), 10_000).unref();
    close().then(
      () => process.exit(code),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));
  if (env['STOP_WITH_STDIN'] === '1') process.stdin.resume().once('end', () => stop(0));
  return stop;
}

async function runApp(staticDir: string, supabaseUrl: string, publishableKey: string): Promise<void> {
  const app = await serveApp({ ...address(), dir: staticDir, supabaseUrl, publishableKey, onError });
  stopWhenTold(() => app.close());
  say(`Spolu is at ${env['PUBLIC_URL'] ?? app.url}, with the Supabase at ${supabaseUrl}`);
}

async function runSupabase(): Promise<void> {
  const supabase = await startSupabase({
    ...address(),
    projectDir: resolve(args.dir),
    dataDir,
    env,
    trustProxy: env['TRUST_PROXY'] === '1',
    say,
    onError,
    ...(env['DATABASE_URL'] ? { databaseUrl: env['DATABASE_URL'] } : {}),
    ...(args.app === undefined ? {} : { staticDir: resolve(args.app) }),
  });
  writeFileSync(addressFile, env['PUBLIC_URL'] ?? supabase.url);
  const stopWatching = args.watch
    ? watchFunctions(resolve(args.dir), () => supabase.reloadFunctions())
    : null;
  let isClosing = false;
  const stop = stopWhenTold(async () => {
    isClosing = true;
    stopWatching?.();
    await supabase.close();
  });
  void supabase.failed.then((log) => {
    if (isClosing) return;
    console.error(`The database ended unexpectedly.\n${log}`);
    stop(1);
  });
  if (!args.quiet) printOverview(supabase);
  if (args.app !== undefined) say(`Spolu is at ${env['PUBLIC_URL'] ?? supabase.url}`);
}

async function run(): Promise<void> {
  const { VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: key } = env;
  if (args.app !== undefined && url && key) await runApp(resolve(args.app), url, key);
  else await runSupabase();
}

run().catch((error: unknown) => {
  console.error(describeFailure(error));
  process.exit(1);
});
