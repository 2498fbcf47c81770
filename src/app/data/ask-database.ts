/** Turns what PostgREST answered into a checked value, or throws an ApiError. */
import type * as z from 'zod/mini';
import { ApiError, codeOfStatus, isErrorCode } from './api-error.ts';

interface Reply {
  readonly data: unknown;
  readonly error: { readonly message: string } | null;
  readonly status: number;
}

/** Our own functions refuse with a code as the message; anything else is told by its status. */
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

/** No request of the app may hang for longer. */
export const timeLimit = (): AbortSignal => AbortSignal.timeout(15_000);
