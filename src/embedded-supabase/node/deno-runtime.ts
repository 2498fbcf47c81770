/**
 * Keeps one Deno running that holds the project's edge functions, with permissions for no more than they need: the
 * gateway and the database on the network, the functions and `node_modules` to read, variables that are named here.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseEnv } from 'node:util';
import type { Config } from '../config.ts';
import { type FunctionsRuntime, isFunctionName } from '../functions/create-functions.ts';
import { buildImportMap, type ImportSource } from '../functions/import-map.ts';
import type { ProjectKeys } from '../project-keys.ts';
import { choosePort } from './choose-port.ts';
import { type Program, spawnWithParent } from './spawn-with-parent.ts';

export interface DenoOptions {
  /** The folder that holds `supabase/`. */
  readonly projectDir: string;
  /** Where Deno keeps what it compiled. */
  readonly dataDir: string;
  /** Where the gateway listens, as seen from this machine. */
  readonly gatewayUrl: string;
  /** Connection string of the role `postgres`. */
  readonly databaseUrl: string;
  readonly keys: ProjectKeys;
  readonly config: Pick<Config, 'functions'>;
  /** Further `host:port` that functions may talk to. */
  readonly allowNet?: readonly string[];
  readonly maxHeapMb?: number;
  /** What functions print, and what goes wrong with them. */
  readonly onOutput: (line: string) => void;
}

export interface DenoRuntime extends FunctionsRuntime {
  /** Starts afresh, e.g. because a file changed. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** How long a request waits for functions that are just starting. */
const WAIT_MS = 8000;
const BACKOFF_MS = { first: 100, most: 5000 };
/** After so long it is a new failure and not the same one again. */
const STEADY_MS = 30_000;

interface Running {
  readonly program: Program;
  readonly port: number;
  readonly ready: Promise<boolean>;
}

export function startDeno(options: DenoOptions): DenoRuntime {
  const secret = randomBytes(24).toString('base64url');
  let entrypoints = findFunctions(options);
  let running: Promise<Running> | null = null;
  let closed = false;
  let backoffMs = BACKOFF_MS.first;

  const start = (): Promise<Running> => {
    const started = launch(options, entrypoints, secret);
    running = started;
    started.then(
      ({ program }) => {
        const startedAt = Date.now();
        program.once('close', () => {
          if (closed || running !== started) return;
          if (Date.now() - startedAt > STEADY_MS) backoffMs = BACKOFF_MS.first;
          options.onOutput(`The functions ended; they start again in ${backoffMs} ms.`);
          running = sleep(backoffMs).then(() => (closed ? started : start()));
          backoffMs = Math.min(backoffMs * 2, BACKOFF_MS.most);
        });
      },
      (error: unknown) => options.onOutput(String(error)),
    );
    return started;
  };

  const stop = async () => {
    const current = running;
    running = null;
    if (current === null) return;
    const { program } = await current;
    if (program.exitCode !== null || program.signalCode !== null) return;
    const gone = new Promise((done) => program.once('close', done));
    program.stdin.end();
    await gone;
  };

  if (Object.keys(entrypoints).length > 0) void start();
  return {
    has: (name) => Object.hasOwn(entrypoints, name),
    call: async (request) => {
      const deadline = Date.now() + WAIT_MS;
      while (Date.now() < deadline) {
        const current = running;
        if (closed) return null;
        const server = await Promise.race([current, sleep(deadline - Date.now(), null, { ref: false })]);
        if (server === null) return null;
        const isReady = await Promise.race([
          server.ready,
          sleep(deadline - Date.now(), false, { ref: false }),
        ]);
        if (isReady) return await relay(request, server.port, secret);
        if (running === current) await sleep(50);
      }
      return null;
    },
    restart: async () => {
      await stop();
      entrypoints = findFunctions(options);
      if (!closed && Object.keys(entrypoints).length > 0) await (await start()).ready;
    },
    close: async () => {
      closed = true;
      await stop();
    },
  };
}

/** Name → URL of the file. */
function findFunctions({ projectDir, config }: DenoOptions): Record<string, string> {
  const folder = join(projectDir, 'supabase/functions');
  const names = existsSync(folder) ? readdirSync(folder).filter(isFunctionName) : [];
  const found = names.flatMap((name) => {
    const named = config.functions[name]?.entrypoint;
    const file =
      named === undefined ? join(folder, name, 'index.ts') : resolve(projectDir, 'supabase', named);
    return existsSync(file) ? [[name, pathToFileURL(file).href] as const] : [];
  });
  return Object.fromEntries(found);
}

async function launch(
  options: DenoOptions,
  entrypoints: Readonly<Record<string, string>>,
  secret: string,
): Promise<Running> {
  const port = await choosePort();
  const program = spawnWithParent({
    file: findDeno(),
    args: denoArguments(options, port, entrypoints),
    env: denoEnvironment(options, secret),
    cwd: resolve(options.projectDir),
    signal: 'KILL',
  });
  const ready = new Promise<boolean>((done) => {
    program.once('close', () => done(false));
    program.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('functions ready')) done(true);
      print(text.replace('functions ready', ''), options.onOutput);
    });
  });
  program.stderr.setEncoding('utf8').on('data', (text: string) => print(text, options.onOutput));
  program.once('error', (error) => options.onOutput(`Deno does not start: ${error.message}`));
  return { program, port, ready };
}

function print(text: string, onOutput: (line: string) => void): void {
  for (const line of text.split('\n')) if (line.trim() !== '') onOutput(line);
}

function denoArguments(
  options: DenoOptions,
  port: number,
  entrypoints: Readonly<Record<string, string>>,
): string[] {
  const project = realpathSync(options.projectDir);
  const host = fileURLToPath(new URL('../functions/host.ts', import.meta.url));
  const importMap = writeImportMap(options, entrypoints);
  const net = [
    `127.0.0.1:${port}`,
    new URL(options.gatewayUrl).host,
    hostAndPort(options.databaseUrl),
    ...(options.allowNet ?? []),
  ];
  const modules = findNodeModules(project);
  const read = [host, importMap, join(project, 'supabase/functions'), ...modules];
  return [
    'run',
    '--quiet',
    '--no-prompt',
    '--no-check',
    '--no-lock',
    '--no-config',
    // With installed packages nothing is downloaded; a folder without them gets what hosted functions would get.
    ...(modules.length > 0 ? ['--cached-only', '--no-remote', '--node-modules-dir=manual'] : []),
    // Without it Deno says a sentence about request.signal on every start.
    '--unstable-no-legacy-abort',
    `--import-map=${importMap}`,
    `--v8-flags=--max-old-space-size=${options.maxHeapMb ?? 192}`,
    `--allow-net=${net.join(',')}`,
    `--allow-read=${read.join(',')}`,
    // The variables it is started with are all it has.
    '--allow-env',
    host,
    JSON.stringify({ port, entrypoints }),
  ];
}

function hostAndPort(url: string): string {
  const { hostname, port } = new URL(url);
  return `${hostname}:${port === '' ? 5432 : port}`;
}

/** As Node resolves: the project's own folder, or one above it. */
function findNodeModules(project: string): string[] {
  const paths = createRequire(join(project, 'package.json')).resolve.paths('any-package') ?? [];
  return paths.filter((path) => existsSync(path));
}

function writeImportMap(options: DenoOptions, entrypoints: Readonly<Record<string, string>>): string {
  const folder = join(options.projectDir, 'supabase/functions');
  const inFolder = pathToFileURL(`${realpathSync(folder)}/`).href;
  const sources: ImportSource[] = [];
  const add = (scope: string, file: string) => {
    if (!existsSync(file)) return false;
    return sources.push({ scope, file: pathToFileURL(file).href, text: readFileSync(file, 'utf8') }) > 0;
  };
  for (const name of ['deno.json', 'deno.jsonc', 'import_map.json'])
    if (add(inFolder, join(folder, name))) break;
  for (const name of Object.keys(entrypoints)) {
    const scope = `${inFolder}${name}/`;
    const named = options.config.functions[name]?.import_map;
    if (named !== undefined) add(scope, resolve(options.projectDir, 'supabase', named));
    else for (const file of ['deno.json', 'deno.jsonc']) if (add(scope, join(folder, name, file))) break;
  }
  const file = join(options.dataDir, 'functions-import-map.json');
  mkdirSync(options.dataDir, { recursive: true });
  writeFileSync(file, JSON.stringify(buildImportMap(sources), null, 2));
  return file;
}

/** How to download, where that is needed. */
const PASSED_ON = ['DENO_CERT', 'DENO_TLS_CA_STORE', 'HTTPS_PROXY', 'NO_PROXY', 'NPM_CONFIG_REGISTRY'];

/** The names that hosted functions find, and those of `supabase/functions/.env`. */
function denoEnvironment(options: DenoOptions, secret: string): NodeJS.ProcessEnv {
  const { keys } = options;
  const file = join(options.projectDir, 'supabase/functions/.env');
  const own = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
  const passedOn = PASSED_ON.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...own,
    ...Object.fromEntries(passedOn),
    PATH: process.env['PATH'] ?? '',
    DENO_DIR: join(resolve(options.dataDir), 'deno'),
    DENO_NO_UPDATE_CHECK: '1',
    NO_COLOR: '1',
    EMBEDDED_RELAY_SECRET: secret,
    SUPABASE_URL: options.gatewayUrl,
    SUPABASE_ANON_KEY: keys.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey,
    SUPABASE_DB_URL: options.databaseUrl,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishableKey }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secretKey }),
  };
}

/** npm's wrapper starts the same binary through Node, which costs time and memory. */
function findDeno(): string {
  const platform = {
    linux: `linux-${process.arch}-glibc`,
    darwin: `darwin-${process.arch}`,
    win32: `win32-${process.arch}`,
  };
  const name = `@deno/${platform[process.platform as keyof typeof platform] ?? process.platform}`;
  const file = process.platform === 'win32' ? 'deno.exe' : 'deno';
  const require = createRequire(import.meta.url);
  // npm puts it beside `deno`, or inside it when versions differ.
  const folders = require.resolve.paths(name) ?? [];
  for (const folder of [...folders, ...folders.map((path) => join(path, 'deno/node_modules'))]) {
    if (existsSync(join(folder, name, file))) return join(folder, name, file);
  }
  throw new Error(
    `The npm package ${name} is not installed, so there are no edge functions (npm ci installs it).`,
  );
}

const NOT_FORWARDED = [
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
];

async function relay(request: Request, port: number, secret: string): Promise<Response | null> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  for (const name of NOT_FORWARDED) headers.delete(name);
  headers.set('x-embedded-relay', secret);
  // fetch would unpack it again and leave the header.
  headers.set('accept-encoding', 'identity');
  const { method, body, signal } = request;
  try {
    const response = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
      method,
      headers,
      signal,
      redirect: 'manual',
      ...(body === null ? {} : { body, duplex: 'half' }),
    });
    return new Response(response.body, response);
  } catch (error) {
    // The process ended in the middle; whether the function did its work is unknown, so nothing is sent twice.
    if (error instanceof TypeError) return null;
    throw error;
  }
}
