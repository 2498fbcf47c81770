/** One Deno process that holds all edge functions of a project, and is started again when it ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import { resolve } from 'node:path';
import { choosePort } from './choose-port.ts';
import { denoArguments, denoEnvironment, type DenoSetting, findDeno } from './deno-setting.ts';
import { type Program, spawnWithParent } from './spawn-with-parent.ts';

export interface DenoProcessOptions extends DenoSetting {
  /** Receives output of the functions, and their failures. */
  readonly onOutput: (line: string) => void;
  /** Shared by all processes: only the gateway may call them. */
  readonly secret: string;
  readonly entrypoints: () => Readonly<Record<string, string>>;
}

export interface DenoProcess {
  isRunning(): boolean;
  /** True after the start, until the first reply. */
  isStarting(): boolean;
  /** Starts the process if necessary. True as soon as it answers; false once the signal aborts. */
  answers(signal: AbortSignal): Promise<boolean>;
  /** `unreachable`: the process had ended before it received the request. Null: it ended while handling it. */
  send(request: Request, body: ArrayBuffer | null): Promise<Response | 'unreachable' | null>;
  /** Ends the process if it does not answer within `MAX_BLOCKED_MS`; it then starts again. */
  endIfBlocked(): Promise<void>;
  stop(): Promise<void>;
}

const BACKOFF_MS = { first: 100, most: 5000 };
/** After this time a failure no longer counts as a repetition. */
const STEADY_MS = 30_000;
/** The end of a process is reported within this time, even on a busy machine. */
const DYING_MS = 1000;
/** The longest time a function may compute without a pause. The slowest one, a restore, takes a fraction of it. */
const MAX_BLOCKED_MS = 20_000;
/** The same limit as on hosted Supabase. */
const MAX_REQUEST_MS = 150_000;

interface Running {
  readonly program: Program;
  readonly port: number;
  readonly ready: Promise<boolean>;
  readonly ended: Promise<void>;
  /** Requests wait for this. Set when a connection broke, which is the first sign that the process is ending. */
  trusted: Promise<unknown>;
}

export function keepDenoProcess(options: DenoProcessOptions): DenoProcess {
  const { secret, onOutput } = options;
  let running: Promise<Running> | null = null;
  let backoffMs = BACKOFF_MS.first;
  let isChecked = false;
  let starting: Promise<Running> | null = null;

  const start = (): Promise<Running> => {
    const started = launch(options);
    running = started;
    starting = started;
    started.then(
      ({ program, ready }) => {
        void ready.then(() => (starting = starting === started ? null : starting));
        const startedAt = Date.now();
        program.once('close', () => {
          if (running !== started) return;
          if (Date.now() - startedAt > STEADY_MS) backoffMs = BACKOFF_MS.first;
          onOutput(`The functions ended and restart in ${backoffMs} ms.`);
          const restarted: Promise<Running> = sleep(backoffMs).then(() =>
            running === restarted ? start() : started,
          );
          running = restarted;
          backoffMs = Math.min(backoffMs * 2, BACKOFF_MS.most);
        });
      },
      (error: unknown) => onOutput(String(error)),
    );
    return started;
  };

  return {
    isRunning: () => running !== null,
    isStarting: () => running !== null && running === starting,
    answers: async (signal) => {
      while (!signal.aborted) {
        const current = running ?? start();
        const server = await unlessAborted(current, signal);
        if (server === null) return false;
        const isReady = await unlessAborted(
          server.ready.then(async (ready) => {
            await server.trusted;
            return ready;
          }),
          signal,
        );
        if (isReady === true && running === current && (await ping(server.port, secret, signal))) return true;
        await sleep(20);
      }
      return false;
    },
    send: async (request, body) => {
      const server = await running;
      if (server === null) return 'unreachable';
      const outcome = await relay(request, body, server.port, secret);
      if (outcome === null)
        server.trusted = Promise.race([server.ended, sleep(DYING_MS, undefined, { ref: false })]);
      return outcome;
    },
    endIfBlocked: async () => {
      const current = running;
      if (current === null || isChecked) return;
      isChecked = true;
      const { program, port, ready } = await current;
      const limit = AbortSignal.timeout(MAX_BLOCKED_MS);
      const isAlive = !(await ready) || (await ping(port, secret, limit));
      isChecked = false;
      if (isAlive || !limit.aborted || running !== current || hasEnded(program)) return;
      onOutput(`A function used the processor for ${MAX_BLOCKED_MS / 1000} s without a pause, and is ended.`);
      program.stdin.end();
    },
    stop: async () => {
      const current = running;
      running = null;
      if (current === null) return;
      const { program } = await current;
      if (hasEnded(program)) return;
      const gone = new Promise((done) => program.once('close', done));
      program.stdin.end();
      await gone;
    },
  };
}

const hasEnded = ({ exitCode, signalCode }: Program): boolean => exitCode !== null || signalCode !== null;

async function launch(options: DenoProcessOptions): Promise<Running> {
  const port = await choosePort();
  const program = spawnWithParent({
    file: findDeno(),
    args: denoArguments(options, port, options.entrypoints()),
    env: denoEnvironment(options, options.secret),
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

/** Null once the signal aborts. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return new Promise((done, fail) => {
    const onAbort = () => done(null);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    promise.then(done, fail).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

const RELAY_SECRET = 'x-embedded-relay';

/** Whether the process replies. It does not while a function computes. */
async function ping(port: number, secret: string, signal: AbortSignal): Promise<boolean> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/`, { headers: { [RELAY_SECRET]: secret }, signal });
    await reply.body?.cancel();
    return true;
  } catch (error) {
    if (signal.aborted || error instanceof TypeError) return false;
    throw error;
  }
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

async function relay(
  request: Request,
  body: ArrayBuffer | null,
  port: number,
  secret: string,
): Promise<Response | 'unreachable' | null> {
  const { pathname, search } = new URL(request.url);
  const headers = new Headers(request.headers);
  for (const name of NOT_FORWARDED) headers.delete(name);
  headers.set(RELAY_SECRET, secret);
  // Otherwise fetch would decompress the body but keep the header.
  headers.set('accept-encoding', 'identity');
  const { method } = request;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), MAX_REQUEST_MS);
  const signal = AbortSignal.any([request.signal, limit.signal]);
  try {
    const target = `http://127.0.0.1:${port}${pathname}${search}`;
    const response = await fetch(target, { method, headers, body, signal, redirect: 'manual' });
    return new Response(response.body, response);
  } catch (error) {
    if (limit.signal.aborted)
      return Response.json({ code: 'IDLE_TIMEOUT', message: 'The function took too long' }, { status: 504 });
    if (isRefused(error)) return 'unreachable';
    // The function may have done its work, so the request is not retried.
    if (error instanceof TypeError) return null;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function isRefused(error: unknown): boolean {
  const cause = error instanceof TypeError ? error.cause : null;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}
