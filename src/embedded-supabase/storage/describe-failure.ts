/** Turns what the database raised into storage's words. */
import { z } from 'zod';
import {
  alreadyExists,
  invalidRequest,
  refuseAccess,
  relatedNotFound,
  StorageError,
} from './storage-error.ts';

const pgErrorShape = z.object({ code: z.string().length(5), message: z.string(), severity: z.string() });

/** Text that PostgreSQL cannot store: a NUL, in metadata or in a name to look for. */
const UNSTORABLE = new Set(['22P05', '22021']);

/** Null when `error` is neither ours nor the database's, that is: a defect. */
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
      // A role that is not there, or no role of callers.
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
