/**
 * The endpoints for operators of a server:
 *
 *     GET /healthz   200 while the process answers at all
 *     GET /readyz    200 when it can serve, else 503 with the parts that fail: {"ready": false, "parts": {…}}
 *     GET /metrics   the counters, in the text format of Prometheus, for this machine or with `METRICS_TOKEN`
 */
import type { Service } from '../service.ts';

export interface OperationsOptions {
  /** Each throws, or rejects, when its part fails. */
  readonly parts: Readonly<Record<string, () => Promise<unknown>>>;
  readonly metrics: () => Promise<string>;
  /** Lets callers of other machines read the metrics. */
  readonly metricsToken: string | null;
  /** Whether the peer is this machine itself. Must return false behind a proxy, where that is unknown. */
  readonly isOwnMachine: (ip: string) => boolean;
  /** Receives the error of a failing part; the response only names the part. */
  readonly onError: (error: unknown) => void;
}

export const OPERATIONS_PATHS = ['/healthz', '/readyz', '/metrics'];

/** A part that takes longer to answer counts as failing. */
const TIMEOUT_MS = 2000;
const NO_STORE = { 'cache-control': 'no-store' };

export function createOperations(options: OperationsOptions): Service {
  let checking: Promise<Response> | null = null;

  /** Concurrent requests share one check, so that a flood of requests costs the server little. */
  const ready = async () => {
    checking ??= checkParts(options).finally(() => {
      checking = null;
    });
    return (await checking).clone();
  };
  return async (request, { ip }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
    }
    const { pathname } = new URL(request.url);
    if (pathname === '/healthz') return Response.json({ alive: true }, { headers: NO_STORE });
    if (pathname === '/readyz') return await ready();
    if (!(await mayRead(request, ip, options))) {
      return Response.json(
        { message: 'Metrics are for this machine, or with METRICS_TOKEN.' },
        { status: 401 },
      );
    }
    const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', ...NO_STORE };
    return new Response(await options.metrics(), { headers });
  };
}

async function checkParts({ parts, onError }: OperationsOptions): Promise<Response> {
  const checked = await Promise.all(
    Object.entries(parts).map(async ([name, check]) => {
      try {
        await withTimeout(name, check());
        return [name, 'ok'] as const;
      } catch (error) {
        onError(error);
        return [name, 'failing'] as const;
      }
    }),
  );
  const ready = checked.every(([, state]) => state === 'ok');
  const body = { ready, parts: Object.fromEntries(checked) };
  return Response.json(body, { status: ready ? 200 : 503, headers: NO_STORE });
}

async function withTimeout(name: string, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`${name} does not answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function mayRead(request: Request, ip: string, options: OperationsOptions): Promise<boolean> {
  const { metricsToken, isOwnMachine } = options;
  if (metricsToken === null) return isOwnMachine(ip);
  const given = /^bearer\s+(\S+)\s*$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (given === undefined) return isOwnMachine(ip);
  const [a, b] = await Promise.all([digest(given), digest(metricsToken)]);
  return a === b;
}

/** Digests are compared, so that the timing reveals nothing about the token. */
async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return new Uint8Array(bytes).join();
}
