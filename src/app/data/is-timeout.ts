/** Whether the server took too long, which is no sign that there is no line. */
import { ApiError } from './api-error.ts';

export const isTimeout = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unreachable' && isAborted(error.cause);

const NAMES = ['TimeoutError', 'AbortError'];

/** A failed request of the database has lost its error's name; it stands before the message. */
function isAborted(cause: unknown): boolean {
  if (typeof cause !== 'object' || cause === null) return false;
  const { name, message } = cause as { name?: unknown; message?: unknown };
  return NAMES.some((one) => name === one || String(message).startsWith(`${one}:`));
}
