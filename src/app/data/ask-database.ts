/** Turns a PostgREST reply into a checked value, or throws an ApiError. */
import type * as z from 'zod/mini';
import { ApiError, codeOfStatus, isErrorCode } from './api-error.ts';

interface Reply {
  readonly data: unknown;
  readonly error: { readonly message: string } | null;
  readonly status: number;
}

/** Our SQL functions refuse with a code as the message; other errors are classified by status. */
export async function askDatabase<Schema extends z.ZodMiniType>(
  request: PromiseLike<Reply>,
  schema: Schema,
): Promise<z.output<Schema>> {
  const { data, error, status } = await request;
  if (error) {
    const code = isErrorCode(error.message) ? error.message : codeOfStatus(status);
    throw new ApiError({ code, status, cause: error });
  }
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw new ApiError({ code: 'unexpected_reply', status, cause: parsed.error });
  return parsed.data;
}

/** Timeout of the app's requests. */
export const timeLimit = (): AbortSignal => AbortSignal.timeout(15_000);
