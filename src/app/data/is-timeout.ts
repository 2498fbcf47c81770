/** Whether the server took too long, which is no sign that there is no line. */
import { ApiError } from './api-error.ts';

export const isTimeout = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unreachable' && isAborted(error.cause);

/** A failed request of the database has lost its error's name; it stands before the message. */
const isAborted = (cause: unknown): boolean =>
  cause instanceof Object &&
  (('name' in cause && NAMES.some((name) => cause.name === name)) ||
    ('message' in cause && NAMES.some((name) => String(cause.message).startsWith(`${name}:`))));

const NAMES = ['TimeoutError', 'AbortError'] as const;
