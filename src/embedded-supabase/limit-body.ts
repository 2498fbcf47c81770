/** Keeps a body from being larger than the service behind can hold in memory. */

/** Thrown into whoever reads a body that turned out too large. */
export class BodyTooLargeError extends Error {
  readonly code = 'body_too_large';
}

/**
 * The body, which breaks with `BodyTooLargeError` after `maxBytes`. Throws it at once when the request says itself that
 * it is larger.
 */
export function limitBody(
  request: Request,
  maxBytes: number,
): ReadableStream<Uint8Array<ArrayBuffer>> | null {
  // Only asking for the body of a request that has none costs a whole `Request` in the server.
  if (request.method === 'GET' || request.method === 'HEAD') return null;
  const said = request.headers.get('content-length');
  if (Number(said ?? 0) > maxBytes) throw new BodyTooLargeError();
  // A server reads no more than was said.
  if (request.body === null || said !== null) return request.body;
  let seen = 0;
  const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (chunk, controller) => {
      seen += chunk.length;
      if (seen > maxBytes) controller.error(new BodyTooLargeError());
      else controller.enqueue(chunk);
    },
  });
  return request.body.pipeThrough(count);
}
