/**
 * Runs inside Deno: holds all edge functions of a project.
 *
 * In a function, `Deno.serve(handler)` only registers its handler; `export default { fetch }` works too. Functions are
 * loaded one after another, so that each handler can be attributed, and again when a request finds one missing.
 */

interface HostPlan {
  readonly port: number;
  /** Name → URL of its file. */
  readonly entrypoints: Readonly<Record<string, string>>;
}

type Handler = (request: Request) => Response | Promise<Response>;

/** The part of Deno's API used here, because this file is also checked with Node's types. */
interface DenoApi {
  readonly args: readonly string[];
  readonly env: {
    get(name: string): string | undefined;
    set(name: string, value: string): void;
    delete(name: string): void;
  };
  serve: (...args: unknown[]) => unknown;
}

const deno = (globalThis as unknown as { Deno: DenoApi }).Deno;
const plan = JSON.parse(deno.args[0] ?? '{}') as HostPlan;
const READ_BY_DENO = /^(DENO|NODE|NPM)_|_PROXY$/i;
const secret = deno.env.get('EMBEDDED_RELAY_SECRET');
const listen = deno.serve.bind(deno);
setVariables();
const loaded = new Map<string, Handler | null>();
let loading: Promise<unknown> = Promise.resolve();
let offered: Handler | null = null;

/** The project's own variables. They set nothing that the process has already, and nothing that Deno itself reads. */
function setVariables(): void {
  const own = JSON.parse(deno.env.get('EMBEDDED_VARIABLES') ?? '{}') as Record<string, string>;
  deno.env.delete('EMBEDDED_VARIABLES');
  for (const [name, value] of Object.entries(own))
    if (deno.env.get(name) === undefined && !READ_BY_DENO.test(name)) deno.env.set(name, value);
}

deno.serve = (...args) => {
  const [first, second] = args;
  const inOptions = typeof first === 'object' && first !== null && 'handler' in first ? first.handler : null;
  const handler = [first, second, inOptions].find((value) => typeof value === 'function');
  offered = (handler as Handler | undefined) ?? null;
  const finished = Promise.resolve();
  return { finished, shutdown: () => finished, ref: () => undefined, unref: () => undefined };
};

function load(name: string, url: string): Promise<Handler | null> {
  const next = loading.then(async () => {
    const known = loaded.get(name);
    if (known !== undefined) return known;
    offered = null;
    const module: unknown = await import(url).catch((error: unknown) => {
      console.error(`Function ${name} failed to start:`, error);
      return null;
    });
    const handler = offered ?? fetchOf(module);
    loaded.set(name, handler);
    return handler;
  });
  loading = next;
  return next;
}

function fetchOf(module: unknown): Handler | null {
  if (typeof module !== 'object' || module === null || !('default' in module)) return null;
  const exported = module.default;
  if (typeof exported === 'function') return exported as Handler;
  if (typeof exported !== 'object' || exported === null || !('fetch' in exported)) return null;
  const { fetch } = exported;
  return typeof fetch === 'function' ? (request) => fetch.call(exported, request) as Response : null;
}

const refuse = (status: number, code: string, message: string) =>
  Response.json({ code, message }, { status });

/** Prints one line, so that the program that reads it can attribute it to the request. */
const report = (message: string, requestId: string | null) =>
  console.error(JSON.stringify({ level: 'error', message, requestId }));

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

async function answer(request: Request): Promise<Response> {
  // Only the gateway may call, because it verifies tokens.
  if (request.headers.get('x-embedded-relay') !== secret) return new Response('Forbidden', { status: 403 });
  const name = new URL(request.url).pathname.split('/')[1] ?? '';
  // Asked before each request: whether this process answers, or is computing.
  if (name === '') return new Response(null, { status: 204 });
  const url = Object.hasOwn(plan.entrypoints, name) ? plan.entrypoints[name] : undefined;
  if (url === undefined) return new Response('Function not found', { status: 404 });
  const handler = loaded.get(name) ?? (await load(name, url));
  if (handler === null) {
    return refuse(503, 'BOOT_ERROR', 'Worker failed to boot (please check logs)');
  }
  try {
    const headers = new Headers(request.headers);
    headers.delete('x-embedded-relay');
    return await handler(new Request(request, { headers }));
  } catch (error) {
    report(`Function ${name}: ${describe(error)}`, request.headers.get('x-request-id'));
    return refuse(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)');
  }
}

// A function's unhandled rejection must not end the others.
const events = globalThis as unknown as EventTarget;
for (const kind of ['unhandledrejection', 'error']) {
  events.addEventListener(kind, (event) => {
    event.preventDefault();
    console.error(
      'Uncaught in a function:',
      'reason' in event ? event.reason : 'error' in event ? event.error : event,
    );
  });
}

listen({ hostname: '127.0.0.1', port: plan.port, onListen: () => console.log('functions ready') }, answer);
for (const [name, url] of Object.entries(plan.entrypoints)) void load(name, url);
