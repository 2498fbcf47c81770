/** Changes the user's list, now or as soon as the server can be reached. */
import type { Language } from '#contract/languages.ts';
import { newDocumentId } from '#contract/new-document-id.ts';
import type { ApiError } from './api-error.ts';
import { createDocument } from './create-document.ts';
import { sendWaiting } from './send-waiting.ts';
import { carryOut } from './carry-out.ts';
import { signedInUserId } from './signed-in-user.ts';
import { isSame, keepAction, type ListAction, type WaitingAction } from './waiting-actions.ts';

export { sendWaiting };

/** A person who waits longer is not told of the server's reply, but that the change waits. */
const AT_ONCE_MS = 4000;
/** A new document is written into meanwhile. */
const BEGIN_MS = 2000;

/**
 * Resolves when the server has it, or when it waits on this device; rejects if the server refuses it, or if it can neither be
 * sent nor kept. It is on the device before it is sent, so that a tab that is killed meanwhile takes nothing with it.
 */
export async function changeList(action: ListAction): Promise<void> {
  const userId = signedInUserId();
  const waiting = userId === null ? null : keepAction(userId, action);
  if (waiting === null) await carryOut(action);
  else if (navigator.onLine) await sendAtOnce(waiting);
}

async function sendAtOnce(waiting: WaitingAction, waitMs = AT_ONCE_MS): Promise<void> {
  let refusal: ApiError | null = null;
  let isWaitedFor = true;
  // Later than that, a refusal is told like any other.
  const take = (action: WaitingAction, error: ApiError): boolean => {
    if (!isWaitedFor || !isSame(action, waiting)) return false;
    refusal = error;
    return true;
  };
  await Promise.race([sendWaiting(waiting.id, { take }), sleep(waitMs)]);
  isWaitedFor = false;
  if (refusal) throw refusal;
}

/** Resolves to the id of a new document, which may be opened although the server does not have it yet. */
export async function startDocument(language: Language, key: string): Promise<string> {
  const userId = signedInUserId();
  if (userId === null || !canWait()) return createDocument(language, key);
  const id = await newDocumentId(userId, key);
  const waiting = keepAction(userId, { kind: 'create', id, key, language });
  if (waiting === null) return createDocument(language, key);
  if (navigator.onLine) await sendAtOnce(waiting, BEGIN_MS);
  return id;
}

/** The words that are written into it need a place too. Plain http has none. */
const canWait = (): boolean => isSecureContext && 'indexedDB' in globalThis && 'locks' in navigator;

const sleep = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs));
