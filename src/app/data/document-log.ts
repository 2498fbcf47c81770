/** The provider's document log over the app's requests. */
import * as z from 'zod/mini';
import { createDocumentLog as createLog, type DocumentLog, type Outcome } from '#yjs-supabase';
import { ApiError } from './api-error.ts';
import { askDatabase } from './ask-database.ts';
import { assignAuthorColors } from './author-colors.ts';
import { callFunctionForReply } from './call-function.ts';
import { getSupabase } from './supabase.ts';
import { loadBegun } from './load-begun.ts';

/** `onWeight` receives the document's weight (`limits.ts`) with every head reply. */
export const createDocumentLog = (onWeight: (weight: number) => void = () => undefined): DocumentLog =>
  createLog(
    {
      callFunction: (name, body, options) =>
        settle(async () => {
          // The session is opened, and a closed tab's text loaded, before anything is appended.
          if ('documentId' in body)
            await (await loadBegun(String(body.documentId)))?.createKept(String(body.documentId));
          return callFunctionForReply(name, body, options);
        }),
      callDatabase: (name, args, { signal }) =>
        settle(() =>
          askDatabase(
            getSupabase()
              .rpc(name as never, args as never)
              .abortSignal(signal),
            z.unknown(),
          ),
        ),
    },
    { onWeight, colorsOf: assignAuthorColors },
  );

async function settle<T>(ask: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await ask() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, retryAfterMs } = error;
    if (code === 'unreachable' || code === 'unexpected_reply') {
      return { ok: false, failure: { kind: 'unreachable' } };
    }
    const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
    return { ok: false, failure: { kind: 'refused', code, ...wait } };
  }
}
