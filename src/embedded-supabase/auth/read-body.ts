import { z } from 'zod';
import { mendSurrogates } from '../text/mend-surrogates.ts';
import { AuthError } from './errors.ts';

const MAX_BODY_BYTES = 1_048_576;

/** A text field: absent and null mean empty, as in GoTrue. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** Free-form metadata; null when absent. */
export const metadata = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? null);

/** Postgres cannot store NUL. Checked before the answer, because a later failure would not reach the caller. */
function refuseNul(name: string, value: unknown): unknown {
  if (!name.includes('\0') && !(typeof value === 'string' && value.includes('\0'))) return value;
  throw new AuthError(400, 'validation_failed', 'The request contains text that cannot be stored');
}

/** Reads a JSON body of at most 1 MB. Throws `bad_json` when it is not JSON or not of the expected types. */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const raw = await request.text();
  if (raw.length > MAX_BODY_BYTES) {
    throw new AuthError(413, 'validation_failed', 'Request body exceeds the limit of 1 MB');
  }
  let json: unknown;
  try {
    json = raw === '' ? {} : JSON.parse(mendSurrogates(raw), refuseNul);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${error.message}`);
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const where = issue === undefined || issue.path.length === 0 ? 'body' : issue.path.join('.');
  throw new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${where}: ${issue?.message}`);
}
