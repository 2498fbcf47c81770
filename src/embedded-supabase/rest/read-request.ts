/** Parses an HTTP request into a `CallerRequest`: everything that needs no catalogue. */
import type { Claims } from '../keys/tokens.ts';
import type { CallerRequest, Target } from './caller-request.ts';
import { parseQuery } from './parse-query.ts';
import { parsePreferences } from './prefer.ts';
import { quoteIdentifier } from './quote-identifier.ts';
import { readBody } from './read-body.ts';
import { refusePath, refuseSchema } from './refusals.ts';

export interface ReadConfig {
  readonly schemas: readonly string[];
  readonly extraSearchPath: readonly string[];
}

export async function readRequest(
  request: Request,
  claims: Claims | null,
  config: ReadConfig,
): Promise<CallerRequest> {
  const { method } = request;
  const url = new URL(request.url);
  const isRead = method === 'GET' || method === 'HEAD';
  const target = readTarget(url.pathname);
  const schema = readSchema(request.headers.get(isRead ? 'accept-profile' : 'content-profile'), config);
  const preferences = parsePreferences(request.headers.get('prefer'));
  const query = parseQuery(url.searchParams, target.kind === 'routine' && isRead);
  const hasBody = ['POST', 'PATCH', 'PUT'].includes(method);
  return {
    method,
    target,
    schema,
    query,
    search: url.search.slice(1),
    preferences,
    accept: request.headers.get('accept'),
    range: request.headers.get('range'),
    payload: hasBody ? await readBody(request, query.columns) : null,
    contentType: request.headers.get('content-type') ?? 'application/json',
    claims,
    settings: {
      search_path: [...new Set([schema, ...config.extraSearchPath])].map(quoteIdentifier).join(', '),
      'request.method': method,
      'request.path': url.pathname,
      'request.headers': JSON.stringify(Object.fromEntries(request.headers)),
      'request.cookies': JSON.stringify(readCookies(request.headers.get('cookie'))),
      ...(preferences.timezone === null ? {} : { timezone: preferences.timezone }),
    },
  };
}

function readTarget(pathname: string): Target {
  const segments = pathname.split('/').slice(1).map(decodeSegment);
  const [first = '', second] = segments;
  if (segments.length === 1) return first === '' ? { kind: 'root' } : { kind: 'table', name: first };
  if (segments.length === 2 && first === 'rpc' && second !== undefined && second !== '') {
    return { kind: 'routine', name: second };
  }
  throw refusePath();
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) throw refusePath();
    throw error;
  }
}

function readSchema(profile: string | null, { schemas }: ReadConfig): string {
  const wanted = profile ?? schemas[0] ?? 'public';
  if (!schemas.includes(wanted)) throw refuseSchema(wanted, schemas);
  return wanted;
}

function readCookies(header: string | null): Record<string, string> {
  const pairs = (header ?? '').split(';').flatMap((part) => {
    const at = part.indexOf('=');
    return at < 1 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()] as const];
  });
  return Object.fromEntries(pairs);
}
