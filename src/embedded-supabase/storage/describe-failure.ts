/** Converts a database error into the service's error. */
import { z } from 'zod';
import {
  alreadyExists,
  invalidRequest,
  refuseAccess,
  relatedNotFound,
  StorageError,
} from './storage-error.ts';

const pgErrorShape = z.object({ code: z.string().length(5), message: z.string(), severity: z.string() });

/** Codes for text that PostgreSQL cannot store: a NUL, in metadata or in a name to look up. */
const UNSTORABLE = new Set(['22P05', '22021']);

/** Null when `error` is neither ours nor the database's, which is a bug. */
export function describeFailure(error: unknown): StorageError | null {
  if (error instanceof StorageError) return error;
  if (error instanceof z.ZodError) return invalidRequest(z.prettifyError(error));
  const pg = pgErrorShape.safeParse(error);
  if (!pg.success) return null;
  const { code, message } = pg.data;
  if (UNSTORABLE.has(code)) return invalidRequest(message);
  switch (code) {
    case '42501':
      return refuseAccess(message);
    case '23505':
      return alreadyExists('KeyAlreadyExists');
    case '23503':
      return relatedNotFound();
    case '22023':
      // The role does not exist, or is not one of the callers' roles.
      return refuseAccess(message);
    case '57014':
      return new StorageError({
        status: 544,
        code: 'DatabaseTimeout',
        message: 'The connection to the database timed out',
      });
    default:
      return new StorageError({ status: 500, code: 'DatabaseError', message });
  }
}
