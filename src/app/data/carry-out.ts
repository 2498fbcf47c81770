/** Asks the server for a change of the list. */
import { ApiError } from './api-error.ts';
import { askDatabase, timeLimit } from './ask-database.ts';
import { createDocument } from './create-document.ts';
import { deleteDocument, restoreDocument, setFavorite } from './documents.ts';
import { deleteFolder, moveToFolder, saveFolder } from './folders.ts';
import { getSupabase } from './supabase.ts';
import { moverSchema } from './trash.ts';
import type { ListAction } from './waiting-actions.ts';

export async function carryOut(action: ListAction): Promise<void> {
  const { kind, id } = action;
  if (kind === 'create') await createDocument(action.language, action.key);
  else if (kind === 'folder')
    await (action.name === null ? deleteFolder(id) : saveFolder({ id, name: action.name }));
  else if (kind === 'move') await moveToFolder(id, action.folderId);
  else if (kind === 'favorite') await setFavorite(id, action.favorite);
  else if (action.isTrashed) await deleteDocument(id);
  else await restore(id);
}

/** The server refuses to restore what is not in the trash: after a change that was never sent, or whose reply was lost. */
async function restore(documentId: string): Promise<void> {
  try {
    await restoreDocument(documentId);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'forbidden') || (await isInTrash(documentId)))
      throw error;
  }
}

const isInTrash = async (documentId: string): Promise<boolean> =>
  (await askDatabase(
    getSupabase().rpc('trashed_by', { p_document: documentId }).abortSignal(timeLimit()),
    moverSchema,
  )) !== null;
