/** A document with changes that wait on this device: it may have been begun here, without a line. */
import { SCHEMA_MAJOR } from '#contract/document-schema.ts';
import { seedOf } from '#contract/seed.ts';
import { ApiError } from './api-error.ts';
import { isTimeout } from './is-timeout.ts';
import { sendWaiting } from './send-waiting.ts';
import { signedInUserId } from './signed-in-user.ts';
import { readCreation } from './waiting-actions.ts';

/** Before anything is in its log. */
const NOTHING_LOGGED = { generation: 1, seq: 0, chain: '', role: 'owner', mayEdit: true } as const;

/** The text of a document that was begun on this device, without what was written into it; null for any other. */
export function readBegun(documentId: string) {
  const userId = signedInUserId();
  const creation = userId === null ? null : readCreation(userId, documentId);
  return creation && { ...NOTHING_LOGGED, schema: SCHEMA_MAJOR, state: seedOf(creation.language) };
}

/** Before its text is read or written, a document is created, or restored from the trash, if that waits on this device. */
export async function createKept(documentId: string): Promise<void> {
  const sent = sendWaiting(documentId, {
    may: (action) => action.kind === 'create' || (action.kind === 'trash' && !action.isTrashed),
  });
  const error = await Promise.race([
    sent,
    new Promise<ApiError>((resolve) => setTimeout(() => resolve(SLOW), SLOW_MS)),
  ]);
  if (error) throw isTimeout(error) ? SLOW : error;
}

/** The provider takes a call that takes longer for a sign that there is no line. */
const SLOW_MS = 2000;
const SLOW = new ApiError({ code: 'rate_limited', status: 429, retryAfterMs: 1000 });
