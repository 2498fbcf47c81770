/** Gives every request an id, and tells how it was answered. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Nothing in it is a secret: no query, no address of a person, and of the path only what names the kind of request. */
export interface Answered {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  /** 499 when the caller went away before there was an answer, as nginx has it. */
  readonly status: number;
  /** Until the last byte was handed over, so a slow line counts. */
  readonly durationMs: number;
}

export const REQUEST_ID = 'x-request-id';
const CALLER_LEFT = 499;
/** `/rest/v1/rpc/append_updates`: what is behind names rows, files or people. */
const ROUTE_PARTS = 4;

/** An id that a proxy or a caller has given, when it is no more than an id. */
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

/** The id goes on to the services as a header and back to the caller. To be called before anybody reads the headers. */
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

/** Names and values take turns. */
function withoutHeader(raw: readonly string[], name: string): string[] {
  return raw.filter((_, at) => raw[at - (at % 2)]?.toLowerCase() !== name);
}
