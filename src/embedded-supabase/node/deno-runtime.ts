/**
 * Keeps one Deno process running for the project's edge functions. Its permissions are limited to the gateway and the
 * database on the network, reading the functions and `node_modules`, and the environment that it is given.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type FunctionsRuntime, isFunctionName } from '../functions/create-functions.ts';
import { choosePort } from './choose-port.ts';
import { denoArguments, denoEnvironment, type DenoSetting, findDeno } from './deno-setting.ts';
import { type Program, spawnWithParent } from './spawn-with-parent.ts';

export interface DenoOptions extends DenoSetting {
  /** Receives output of the functions, and their failures. */
  readonly onOutput: (line: string) => void;
}

export interface DenoRuntime extends FunctionsRuntime {
  /** Restarts the process, e.g. because a file changed. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** How long a request waits for functions that are starting. */
const WAIT_MS = 8000;
const BACKOFF_MS = { first: 100, most: 5000 };
/** After this time a failure no longer counts as a repetition. */
const STEADY_MS = 30_000;
/** The end of a process is reported within this time, even on a busy machine. */
const DYING_MS = 1000;

interface Running {
  readonly program: Program;
  readonly port: number;
  readonly ready: Promise<boolean>;
  readonly ended: Promise<void>;
  /** Requests wait for this. Set when a connection broke, which is the first sign that the process is ending. */
  trusted: Promise<unknown>;
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
          options.onOutput(`The functions ended and restart in ${backoffMs} ms.`);
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
      const body = request.body === null ? null : await request.arrayBuffer();
      while (Date.now() < deadline) {
        const current = running;
        if (closed) return null;
        if (current === null) {
          await sleep(20);
          continue;
        }
        const server = await Promise.race([current, sleep(deadline - Date.now(), null, { ref: false })]);
        if (server === null) return null;
        const isReady = await Promise.race([
          server.ready,
          sleep(deadline - Date.now(), false, { ref: false }),
        ]);
        await server.trusted;
        if (running !== current) continue;
        const outcome = isReady ? await relay(request, body, server.port, secret) : 'unreachable';
        if (outcome === null) {
          server.trusted = Promise.race([server.ended, sleep(DYING_MS, undefined, { ref: false })]);
        }
        if (outcome !== 'unreachable') return outcome;
        if (running === current) await sleep(20);
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
  const ended = new Promise<void>((done) => {
    program.once('close', () => done());
  });
  const ready = new Promise<boolean>((done) => {
    program.once('close', () => done(false));
    program.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('functions ready')) done(true);
      print(text.replace('functions ready', ''), options.onOutput);
    });
  });
  program.stderr.setEncoding('utf8').on('data', (text: string) => print(text, options.onOutput));
  program.once('error', (error) => options.onOutput(`Deno failed to start: ${error.message}`));
  return { program, port, ready, ended, trusted: Promise.resolve() };
}

function print(text: string, onOutput: (line: string) => void): void {
  for (const line of text.split('\n')) if (line.trim() !== '') onOutput(line);
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

type Outcome = Response | 'unreachable' | null;

/** `unreachable`: the process had ended before it received the request. Null: it ended while handling it. */
async function relay(
  request: Request,
  body: ArrayBuffer | null,
  port: number,
  secret: string,
): Promise<Outcome> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  for (const name of NOT_FORWARDED) headers.delete(name);
  headers.set('x-embedded-relay', secret);
  // Otherwise fetch would decompress the body but keep the header.
  headers.set('accept-encoding', 'identity');
  const { method, signal } = request;
  try {
    const target = `http://127.0.0.1:${port}${pathname}${search}`;
    const response = await fetch(target, { method, headers, body, signal, redirect: 'manual' });
    return new Response(response.body, response);
  } catch (error) {
    if (isRefused(error)) return 'unreachable';
    // The function may have done its work, so the request is not retried.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof TypeError ? error.cause : null;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}
