/** Gives every request an id, and reports how it was answered. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Contains no secret: no query, no IP address, and only the part of the path that names the kind of request. */
export interface Answered {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  /** 499 when the caller disconnected before there was an answer, as in nginx. */
  readonly status: number;
  /** Until the last byte was handed over, so a slow connection counts. */
  readonly durationMs: number;
}

export const REQUEST_ID = 'x-request-id';
const CALLER_LEFT = 499;
/** `/rest/v1/rpc/append_updates`: later parts name rows, files or users. */
const ROUTE_PARTS = 4;

/** The id given by a proxy or the caller, if it has the form of an id. */
export function readRequestId(value: string | readonly string[] | undefined): string | null {
  return typeof value === 'string' && /^[\w.-]{8,64}$/.test(value) ? value : null;
}

export function routeOf(url: string): string {
  const [path = ''] = url.split('?');
  return path
    .split('/')
    .slice(0, ROUTE_PARTS + 1)
    .join('/');
}

/** Adds the id as a header for the services and for the caller. Must be called before the headers are read. */
export function observeRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  onAnswered: (answered: Answered) => void,
): void {
  const startedMs = performance.now();
  const requestId = readRequestId(incoming.headers[REQUEST_ID]) ?? randomUUID();
  incoming.rawHeaders = [...withoutHeader(incoming.rawHeaders, REQUEST_ID), REQUEST_ID, requestId];
  outgoing.setHeader(REQUEST_ID, requestId);
  outgoing.once('close', () => {
    onAnswered({
      requestId,
      method: incoming.method ?? '',
      route: routeOf(incoming.url ?? ''),
      status: outgoing.headersSent ? outgoing.statusCode : CALLER_LEFT,
      durationMs: performance.now() - startedMs,
    });
  });
}

/** Raw headers alternate names and values. */
function withoutHeader(raw: readonly string[], name: string): string[] {
  return raw.filter((_, at) => raw[at - (at % 2)]?.toLowerCase() !== name);
}
