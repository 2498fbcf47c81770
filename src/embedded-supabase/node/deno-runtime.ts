/**
 * Runs the project's edge functions in Deno, all of them in one process. A second one takes requests while the first does
 * not answer, because a function computes, or took too much memory and ended it. All requests of a caller go to one
 * process, so a costly request delays its caller only.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { decodeJwt, errors } from 'jose';
import { type FunctionsRuntime, isFunctionName } from '../functions/create-functions.ts';
import { keepDenoProcess, type DenoProcess } from './deno-process.ts';
import type { DenoSetting } from './deno-setting.ts';

export interface DenoOptions extends DenoSetting {
  /** Receives output of the functions, and their failures. */
  readonly onOutput: (line: string) => void;
}

export interface DenoRuntime extends FunctionsRuntime {
  /** Restarts the functions, e.g. because a file changed. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** The longest wait of a request for functions that are starting or computing. */
const WAIT_MS = 8000;
/** A process that does not reply within this time is computing, and the request goes to the other one. */
const BUSY_MS = 250;
/** The second process starts after the first seconds, in which users wait, but before it is needed. */
const SPARE_AFTER_MS = 15_000;
/** A caller whose request has ended a process stays with that process for this time. */
const APART_MS = 60_000;

type Body = ArrayBuffer | null;

interface Sent {
  readonly caller: string | null;
  readonly at: number;
}

interface Host {
  readonly process: DenoProcess;
  /** Requests in progress. */
  readonly sent: Set<Sent>;
  usedAt: number;
  /** It did not reply in time to the last check. */
  isBusy: boolean;
}

export function startDeno(options: DenoOptions): DenoRuntime {
  const secret = randomBytes(24).toString('base64url');
  let entrypoints = findFunctions(options);
  const openHost = (): Host => ({
    process: keepDenoProcess({ ...options, secret, entrypoints: () => entrypoints }),
    sent: new Set(),
    usedAt: 0,
    isBusy: false,
  });
  const hosts: readonly [Host, Host] = [openHost(), openHost()];
  const apart = new Map<string, { readonly host: Host; readonly until: number }>();
  /** By caller: resolves when its next request may begin. */
  const turns = new Map<string, Promise<void>>();
  const waiting = new Set<AbortController>();
  let closed = false;

  /** A free process first, the one used last if there are two: its code is warm. */
  const rankOf = (host: Host): number => {
    if (!host.process.isRunning()) return 1;
    const isKept = [...apart.values()].some((one) => one.host === host && one.until > Date.now());
    const isLate = [...host.sent].some(({ at }) => Date.now() - at > BUSY_MS);
    return isKept || host.isBusy || isLate ? 2 : -host.usedAt;
  };

  /** The hosts that may take a request, the preferred one first. */
  const hostsFor = (caller: string | null): readonly Host[] => {
    const known = caller === null ? undefined : apart.get(caller);
    if (known !== undefined && known.until > Date.now()) return [known.host];
    if (caller !== null) apart.delete(caller);
    const own = hosts.find(({ sent }) => caller !== null && [...sent].some((one) => one.caller === caller));
    return own === undefined ? hosts.toSorted((a, b) => rankOf(a) - rankOf(b)) : [own];
  };

  const send = async (host: Host, caller: string | null, request: Request, body: Body) => {
    const sent: Sent = { caller, at: Date.now() };
    host.usedAt = sent.at;
    host.sent.add(sent);
    const outcome = await host.process.send(request, body).finally(() => host.sent.delete(sent));
    if (outcome === null && caller !== null) apart.set(caller, { host, until: Date.now() + APART_MS });
    return outcome;
  };

  /** Calls `pass` when the function only waits for something. */
  const choose = async (caller: string | null, request: Request, body: Body, pass: () => void) => {
    const host = closed ? null : await waitFor((until) => firstToAnswer(hostsFor(caller), until));
    if (host === null) return null;
    const timer = setTimeout(
      () => void waitFor((until) => host.process.answers(until)).then(pass, pass),
      BUSY_MS,
    );
    return await send(host, caller, request, body).finally(() => clearTimeout(timer));
  };

  const stopAll = () => Promise.all(hosts.map(({ process }) => process.stop()));
  /** Runs `work` with a signal that aborts after `WAIT_MS`, and when the functions are closed. */
  const waitFor = async <T>(work: (until: AbortSignal) => Promise<T>): Promise<T> => {
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), closed ? 0 : WAIT_MS);
    waiting.add(over);
    try {
      return await work(over.signal);
    } finally {
      clearTimeout(timer);
      waiting.delete(over);
    }
  };
  const startFirst = async (): Promise<void> => {
    if (Object.keys(entrypoints).length > 0) await waitFor((until) => hosts[0].process.answers(until));
  };

  const startSpare = setTimeout(() => {
    if (Object.keys(entrypoints).length > 0) void waitFor((until) => hosts[1].process.answers(until));
  }, SPARE_AFTER_MS).unref();

  void startFirst();
  return {
    has: (name) => Object.hasOwn(entrypoints, name),
    call: async (request) => {
      const caller = readCaller(request.headers);
      const body = request.body === null ? null : await request.arrayBuffer();
      for (;;) {
        const outcome = await inTurn(turns, caller, (pass) => choose(caller, request, body, pass));
        if (outcome !== 'unreachable') return outcome;
      }
    },
    restart: async () => {
      entrypoints = findFunctions(options);
      await stopAll();
      await startFirst();
    },
    close: async () => {
      closed = true;
      clearTimeout(startSpare);
      for (const over of waiting) over.abort();
      await stopAll();
    },
  };
}

/**
 * Runs the work of a caller after its work before, or when that calls `pass`. Several requests at once could compute one
 * after the other, and another caller's would wait for all of them.
 */
async function inTurn<T>(
  turns: Map<string, Promise<void>>,
  caller: string | null,
  work: (pass: () => void) => Promise<T>,
): Promise<T> {
  if (caller === null) return await work(() => undefined);
  let pass = (): void => undefined;
  const before = turns.get(caller);
  const turn = new Promise<void>((done) => (pass = done));
  turns.set(caller, turn);
  try {
    await before;
    return await work(pass);
  } finally {
    pass();
    if (turns.get(caller) === turn) turns.delete(caller);
  }
}

/** Null when none answers until the signal aborts. */
async function firstToAnswer(hosts: readonly Host[], until: AbortSignal): Promise<Host | null> {
  const found = new AbortController();
  const signal = AbortSignal.any([until, found.signal]);
  const answering = async (host: Host): Promise<Host | null> => {
    const isAnswering = await host.process.answers(signal);
    if (isAnswering) host.isBusy = false;
    return isAnswering ? host : null;
  };
  const [first, second] = hosts;
  if (first === undefined) return null;
  const one = answering(first);
  const early = await Promise.race([one, sleep(BUSY_MS, 'busy' as const)]);
  if (early !== 'busy') return early;
  // A second one would not be there earlier.
  if (first.process.isStarting()) return await one;
  first.isBusy = true;
  void first.process.endIfBlocked();
  const host = second === undefined ? await one : await Promise.race([one, answering(second)]);
  found.abort();
  return host;
}

/** The user of the token, which the function has yet to verify; requests of a forged one are refused before they cost much. */
function readCaller(headers: Headers): string | null {
  const token = /^bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (token === undefined) return null;
  try {
    return decodeJwt(token).sub ?? null;
  } catch (error) {
    if (error instanceof errors.JWTInvalid) return null;
    throw error;
  }
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
