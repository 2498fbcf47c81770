/** The user's folders, which are private. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { askDatabase, timeLimit } from './ask-database.ts';
import { organize } from './documents.ts';
import { fromDevice, keepOwnList, ownKeptList } from './kept-lists.ts';
import { getSupabase } from './supabase.ts';

const folderSchema = z.object({ id: z.uuid(), name: z.string() });
export type Folder = z.output<typeof folderSchema>;

export const foldersQuery = () =>
  queryOptions({
    queryKey: ['folders'] as const,
    queryFn: async () => {
      const folders = await askDatabase(
        getSupabase().rpc('list_my_folders').abortSignal(timeLimit()),
        z.array(folderSchema),
      );
      keepOwnList({ folders });
      return folders;
    },
    ...fromDevice(() => ownKeptList<unknown, Folder>()?.folders),
  });

export async function refreshFolders(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: foldersQuery().queryKey });
}

/** Creates or renames a folder. The client chooses the id, so a retry is safe. */
export const saveFolder = ({ id, name }: Folder): Promise<void> =>
  organize('save_folder', { p_folder: id, p_name: name });

/** Its documents stay in the list. */
export const deleteFolder = (folderId: string): Promise<void> =>
  organize('delete_folder', { p_folder: folderId });

/** Null removes the document from its folder. */
export const moveToFolder = (documentId: string, folderId: string | null): Promise<void> =>
  // The generated types lack nullable arguments.
  organize('move_to_folder', { p_document: documentId, p_folder: folderId as string });
