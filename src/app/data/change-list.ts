/** Changes the user's list, now or as soon as the server can be reached. */
import type { Language } from '#contract/languages.ts';
import { newDocumentId } from '#contract/new-document-id.ts';
import { errorCodeOf } from './api-error.ts';
import { createDocument } from './create-document.ts';
import { deleteDocument, restoreDocument, setFavorite } from './documents.ts';
import { moveToFolder, saveFolder } from './folders.ts';
import { settle } from './list-queue.ts';
import { signedInUserId } from './signed-in-user.ts';
import {
  dropAction,
  keepAction,
  readActions,
  type ListAction,
  type WaitingAction,
} from './waiting-actions.ts';

/** A new document opens after this time at the latest. */
const AT_ONCE_MS = 4000;

/**
 * Resolves when the server has it, or when it waits on this device; rejects if the server refuses it, or if it can neither be
 * sent nor kept. It is on the device before it is sent, so that a tab that is killed meanwhile takes nothing with it.
 */
export async function changeList(action: ListAction): Promise<void> {
  const userId = signedInUserId();
  // Earlier ones go first.
  const isFirst = userId === null || readActions(userId).length === 0;
  const waiting = userId === null ? null : keepAction(userId, action);
  if (userId === null || waiting === null) await carryOut(action);
  else if (isFirst && navigator.onLine) await sendKept(userId, waiting);
}

async function sendKept(userId: string, waiting: WaitingAction): Promise<void> {
  const error = await carryOut(waiting).then(
    () => null,
    (reason: unknown) => reason,
  );
  const settled = settle(waiting, error === null ? null : errorCodeOf(error));
  if (settled === 'later') return;
  dropAction(userId, waiting);
  if (settled === 'refused') throw error;
}

/** Resolves to the id of a new document, which may be opened although the server does not have it yet. */
export async function startDocument(language: Language, key: string): Promise<string> {
  const userId = signedInUserId();
  if (userId === null || !canWait()) return createDocument(language, key);
  const id = await newDocumentId(userId, key);
  const waiting = keepAction(userId, { kind: 'create', id, key, language });
  if (waiting === null) return createDocument(language, key);
  if (navigator.onLine) await Promise.race([sendKept(userId, waiting), sleep(AT_ONCE_MS)]);
  return id;
}

/** The words that are written into it need a place too. Plain http has none. */
const canWait = (): boolean => isSecureContext && 'indexedDB' in globalThis && 'locks' in navigator;

const sleep = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs));

export async function carryOut(action: ListAction): Promise<void> {
  if (action.kind === 'create') await createDocument(action.language, action.key);
  else if (action.kind === 'folder') await saveFolder(action);
  else if (action.kind === 'move') await moveToFolder(action.id, action.folderId);
  else if (action.kind === 'favorite') await setFavorite(action.id, action.favorite);
  else await (action.isTrashed ? deleteDocument : restoreDocument)(action.id);
}
