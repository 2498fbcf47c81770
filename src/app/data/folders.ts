/** The user's folders, which are private. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { askDatabase, timeLimit } from './ask-database.ts';
import { organize } from './documents.ts';
import { fromDevice, keepOwnList, ownKeptList } from './kept-lists.ts';
import { keepChangedList, loadWaiting } from './load-waiting.ts';
import { getSupabase } from './supabase.ts';

const folderSchema = z.pipe(
  // Older servers have no templates.
  z.object({ id: z.uuid(), name: z.string(), template_id: z._default(z.nullable(z.uuid()), null) }),
  z.transform(({ template_id, ...folder }) => ({
    ...folder,
    /** The document that is offered first for a new one in it. */
    templateId: template_id,
  })),
);
export type Folder = z.output<typeof folderSchema>;

export const foldersQuery = () =>
  queryOptions({
    queryKey: ['folders'] as const,
    queryFn: async () => {
      const listed = await askDatabase(
        getSupabase().rpc('list_my_folders').abortSignal(timeLimit()),
        z.array(folderSchema),
      );
      const part = await loadWaiting();
      const folders = part ? part.showWaitingFolders(listed, part.ownActions()) : listed;
      keepOwnList({ folders });
      return folders;
    },
    ...fromDevice(() => ownKeptList<unknown, Folder>()?.folders),
  });

/** Shown until the server's reply replaces it. */
export function patchFolders(client: QueryClient, change: (folders: readonly Folder[]) => Folder[]): void {
  const folders = client.setQueryData(foldersQuery().queryKey, (shown) => change(shown ?? []));
  if (folders) keepChangedList({ folders });
}

export async function refreshFolders(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: foldersQuery().queryKey });
}

/** Creates or renames a folder. The client chooses the id, so a retry is safe. */
export const saveFolder = ({ id, name }: Pick<Folder, 'id' | 'name'>): Promise<void> =>
  organize('save_folder', { p_folder: id, p_name: name });

/** Its documents stay in the list. */
export const deleteFolder = (folderId: string): Promise<void> =>
  organize('delete_folder', { p_folder: folderId });

/** Null: the folder has none. */
export const setFolderTemplate = (folderId: string, documentId: string | null): Promise<void> =>
  // The generated types lack nullable arguments.
  organize('set_folder_template', { p_folder: folderId, p_document: documentId as string });

/** Null removes the document from its folder. */
export const moveToFolder = (documentId: string, folderId: string | null): Promise<void> =>
  organize('move_to_folder', { p_document: documentId, p_folder: folderId as string });
