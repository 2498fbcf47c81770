/** Rejects a body that is larger than the service can hold in memory. */

/** Thrown while reading a body that is too large. */
export class BodyTooLargeError extends Error {
  readonly code = 'body_too_large';
}

/**
 * Returns the body, which errors with `BodyTooLargeError` after `maxBytes`. Throws it at once when the content length
 * exceeds the limit.
 */
export function limitBody(
  request: Request,
  maxBytes: number,
): ReadableStream<Uint8Array<ArrayBuffer>> | null {
  // Accessing the body of a request without one makes the server build a whole `Request`.
  if (request.method === 'GET' || request.method === 'HEAD') return null;
  const declared = request.headers.get('content-length');
  if (Number(declared ?? 0) > maxBytes) throw new BodyTooLargeError();
  // The server never reads more than the content length.
  if (request.body === null || declared !== null) return request.body;
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
