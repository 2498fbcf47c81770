/**
 * The single entrance: routes each request by its path to a service, checks API keys, adds CORS headers, and converts errors
 * of a service into replies. All other paths belong to the app.
 */
import { DatabaseAwayError } from '../db/database.ts';
import { checkKeys } from '../keys/gateway-keys.ts';
import { BodyTooLargeError, limitBody } from './limit-body.ts';
import { OPERATIONS_PATHS } from './operations.ts';
import type { ProjectKeys } from '../keys/project-keys.ts';
import type { RequestContext, Service } from '../service.ts';

export interface Services {
  readonly auth?: Service;
  readonly rest?: Service;
  readonly realtime?: Service;
  readonly storage?: Service;
  readonly functions?: Service;
  /** The inbox; absent where others could read it. */
  readonly mail?: Service;
  /** Sends emails of edge functions; absent where none leave. */
  readonly outbox?: Service;
  /** Health and metrics. */
  readonly operations?: Service;
  /** All other paths: the app's files. */
  readonly app?: Service;
}

export interface Doors {
  /**
   * Host names under which this server may be called; `null` allows any. On loopback the keys are public, so a page of
   * another site must not reach the server, neither by DNS rebinding nor by CORS.
   */
  readonly isTrustedHost: ((host: string) => boolean) | null;
  /** The origin for links, when it differs from the request's. */
  readonly publicOrigin: string | null;
}

export interface GatewayOptions {
  readonly services: Services;
  readonly keys: ProjectKeys;
  readonly doors: Doors;
  /** Receives an error thrown by a service. The reply contains only that the request failed. */
  readonly onError: (error: unknown, request: Request) => void;
}

export interface Gateway {
  fetch(request: Request, peer: { readonly ip: string }): Promise<Response>;
  /** Null when the request may proceed. Also called for WebSockets. */
  refuse(url: URL, headers: Headers): Response | null;
}

const PREFIXES = [
  ['/auth/v1', 'auth'],
  ['/rest/v1', 'rest'],
  ['/realtime/v1', 'realtime'],
  ['/storage/v1', 'storage'],
  ['/functions/v1', 'functions'],
  ['/mail/v1', 'outbox'],
] as const;

type ApiName = (typeof PREFIXES)[number][1];
const PATH_OF = Object.fromEntries(PREFIXES.map(([path, name]) => [name, path])) as Record<ApiName, string>;

/** Paths opened from an email, by a browser without supabase-js, or with a signed link. */
const WITHOUT_KEY: Readonly<Record<ApiName, RegExp | null>> = {
  auth: /^\/(verify|authorize|callback|\.well-known\/.*)$/,
  rest: null,
  realtime: null,
  storage: /^\/(object\/(public|sign|upload\/sign)|object\/info\/public|render\/image\/(public|sign))\//,
  functions: /^/,
  // Providers, whose shape it has, know no such header.
  outbox: /^/,
};

/** Services that accept the header `Authorization` with or without `Bearer`. */
const TAKES_BARE_TOKENS: ReadonlySet<ApiName> = new Set(['storage', 'realtime']);

const MB = 1_000_000;
/** Files are streamed to disk, and Storage enforces the limits of its buckets. */
const MAX_BODY_BYTES: Readonly<Record<ApiName, number>> = {
  auth: MB,
  rest: 32 * MB,
  realtime: 8 * MB,
  storage: Infinity,
  functions: 20 * MB,
  outbox: MB,
};

/**
 * Responses of services share the app's origin; this policy keeps them, e.g. an uploaded page, from running scripts
 * there.
 */
const API_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

export function createGateway(options: GatewayOptions): Gateway {
  const { services, keys, doors } = options;

  const refuse = (url: URL, headers: Headers): Response | null => {
    if (doors.isTrustedHost === null) return null;
    if (!doors.isTrustedHost(url.hostname)) {
      return reply(421, { message: `This server does not answer under the name ${url.hostname}.` });
    }
    const origin = headers.get('origin');
    if (origin === null || doors.isTrustedHost(hostOf(origin))) return null;
    return reply(403, { message: `Pages of ${origin} may not use this server.` });
  };

  const answerApi = async (name: ApiName, request: Request, url: URL, ip: string): Promise<Response> => {
    const service = services[name];
    if (service === undefined) return reply(404, { message: 'no Route matched with those values' });
    const path = url.pathname.slice(PATH_OF[name].length) || '/';
    const check = checkKeys(
      {
        authorization: request.headers.get('authorization'),
        apikey: request.headers.get('apikey') ?? url.searchParams.get('apikey'),
      },
      keys,
      WITHOUT_KEY[name]?.test(path) ?? false,
    );
    if (!check.ok) return reply(401, { message: check.message, hint: check.hint });
    const token = check.token ?? (TAKES_BARE_TOKENS.has(name) ? check.authorization : null);
    const context: RequestContext = { token, ip, origin: doors.publicOrigin ?? url.origin };
    const body = limitBody(request, MAX_BODY_BYTES[name]);
    return await service(forward(request, url, path, check.authorization, body), context);
  };

  const answer = async (request: Request, url: URL, ip: string): Promise<Response> => {
    const refusal = refuse(url, request.headers);
    if (refusal !== null) return refusal;
    const api = PREFIXES.find(([prefix]) => url.pathname === prefix || url.pathname.startsWith(`${prefix}/`));
    if (api !== undefined) {
      // Hosted functions get no CORS headers from the gateway: they add their own.
      if (api[1] === 'functions')
        return withHeaders(await answerApi('functions', request, url, ip), API_HEADERS);
      if (request.method === 'OPTIONS') return preflight(request);
      return withHeaders(await answerApi(api[1], request, url, ip), { ...API_HEADERS, ...CORS_HEADERS });
    }
    const context: RequestContext = { token: null, ip, origin: doors.publicOrigin ?? url.origin };
    if (url.pathname === '/inbox' || url.pathname.startsWith('/inbox/') || url.pathname === '/inbox.json') {
      const page = await services.mail?.(request, context);
      if (page === undefined) return reply(404, { message: 'There is no local mailbox.' });
      return withHeaders(page, INBOX_HEADERS);
    }
    const { operations } = services;
    if (operations && OPERATIONS_PATHS.includes(url.pathname)) return await operations(request, context);
    return (await services.app?.(request, context)) ?? reply(404, { message: 'There is nothing here.' });
  };

  return {
    refuse,
    fetch: async (request, { ip }) => {
      try {
        return await answer(request, new URL(request.url), ip);
      } catch (error) {
        if (error instanceof BodyTooLargeError) {
          return withHeaders(reply(413, { message: 'The request is too large.' }), CORS_HEADERS);
        }
        // A caller that disconnected gets no reply, and that is no defect.
        if (!request.signal.aborted) options.onError(error, request);
        if (error instanceof DatabaseAwayError)
          return withHeaders(reply(503, { message: 'The database is away.' }), CORS_HEADERS);
        return withHeaders(
          reply(500, { code: 'unexpected_failure', message: 'Internal Server Error' }),
          CORS_HEADERS,
        );
      }
    },
  };
}

const API_HEADERS = { 'content-security-policy': API_POLICY, 'x-content-type-options': 'nosniff' };

/** Inbox links sign the reader in, so nothing may leak them. */
const INBOX_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** As in Kong's CORS plugin. */
const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Link, Location, Preference-Applied, ' +
    'Range-Unit, Retry-After, Server, X-Sb-Error-Code, X-Supabase-Api-Version, X-Total-Count',
};

function preflight(request: Request): Response {
  const headers = {
    ...CORS_HEADERS,
    'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS,TRACE,CONNECT',
    'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
    // Saves a preflight before every request.
    'access-control-max-age': '3600',
    vary: 'Access-Control-Request-Headers',
  };
  return new Response(null, { status: 200, headers });
}

/** The request as the service sees it: the path without the prefix, and the token where the service expects it. */
function forward(
  request: Request,
  url: URL,
  path: string,
  authorization: string | null,
  body: Request['body'],
): Request {
  const target = new URL(url);
  target.pathname = path;
  if (url.searchParams.has('apikey')) target.searchParams.delete('apikey');
  const headers = new Headers(request.headers);
  if (authorization !== null) headers.set('authorization', authorization);
  else headers.delete('authorization');
  const { method, signal } = request;
  return new Request(target, { method, headers, signal, ...(body === null ? {} : { body, duplex: 'half' }) });
}

/** A header set by the service takes precedence. */
function withHeaders(response: Response, added: Readonly<Record<string, string>>): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(added)) if (!headers.has(name)) headers.set(name, value);
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname : '';
}

function reply(status: number, body: unknown): Response {
  return Response.json(body, { status });
}
