/** The user's documents. */
import { readAgain } from './read-again.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { askDatabase, timeLimit } from './ask-database.ts';
import type { Database } from './database.types.ts';
import { fromDevice, keepOwnList, ownKeptList } from './kept-lists.ts';
import { listPollMs } from './list-polling.ts';
import { listedDocumentSchema, type ListedDocument } from './listed-document.ts';
import { keepChangedList, loadWaiting } from './load-waiting.ts';
import { getSupabase } from './supabase.ts';

export type { ListedDocument };

const DOCUMENTS_KEY = ['documents'] as const;

let isTold = false;

/** Whether the user's topic tells this tab of changes. */
export const setTold = (told: boolean): void => {
  isTold = told;
};

/** Documents the user is a member of, newest change first, and those in the user's trash. */
export const documentsQuery = () =>
  queryOptions({
    queryKey: DOCUMENTS_KEY,
    refetchInterval: ({ state }) => listPollMs(state.data, isTold),
    queryFn: async ({ client }) => {
      const listed = await askDatabase(
        getSupabase().rpc('list_my_documents').abortSignal(timeLimit()),
        z.array(listedDocumentSchema),
      );
      const part = await loadWaiting();
      const documents = part
        ? part.showWaiting(listed, part.ownActions(), client.getQueryData(DOCUMENTS_KEY))
        : listed;
      keepOwnList({ documents });
      return documents;
    },
    ...fromDevice(() => ownKeptList<ListedDocument, unknown>()?.documents),
  });

export const setFavorite = (documentId: string, favorite: boolean): Promise<void> =>
  organize('set_favorite', { p_document: documentId, p_favorite: favorite });

/** In the user's own list only. */
export const setTemplate = (documentId: string, isTemplate: boolean): Promise<void> =>
  organize('set_template', { p_document: documentId, p_is_template: isTemplate });

/** Moves it to the owner's trash for 30 days; no one can read or edit it there. */
export const deleteDocument = (documentId: string): Promise<void> =>
  organize('delete_document', { p_document: documentId });

export const restoreDocument = (documentId: string): Promise<void> =>
  organize('restore_document', { p_document: documentId });

/** Deletes it from the trash permanently. */
export const eraseDocument = (documentId: string): Promise<void> =>
  organize('erase_document', { p_document: documentId });

type Organizing =
  | 'set_favorite'
  | 'delete_document'
  | 'restore_document'
  | 'erase_document'
  | 'save_folder'
  | 'delete_folder'
  | 'move_to_folder'
  | 'set_template'
  | 'set_folder_template';

export async function organize<Name extends Organizing>(
  name: Name,
  args: Database['public']['Functions'][Name]['Args'],
): Promise<void> {
  await askDatabase(getSupabase().rpc(name, args).abortSignal(timeLimit()), z.unknown());
}

/** Optimistic update; the server's reply replaces it. */
export function patchDocument(
  client: QueryClient,
  documentId: string,
  change: Partial<ListedDocument>,
): void {
  patchList(client, (documents) =>
    documents.map((one) => (one.id === documentId ? { ...one, ...change } : one)),
  );
}

/** On the device too, which may be all that a later page can read. */
export function patchList(
  client: QueryClient,
  change: (documents: readonly ListedDocument[]) => ListedDocument[],
): void {
  const documents = client.setQueryData(documentsQuery().queryKey, (shown) => shown && change(shown));
  if (documents) keepChangedList({ documents });
}

/** `now`: else when the tab is shown again. */
export async function refreshDocuments(client: QueryClient, now = true): Promise<void> {
  await readAgain(client, DOCUMENTS_KEY, now ? 'active' : 'none');
}
