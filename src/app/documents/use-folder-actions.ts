import { useQueryClient } from '@tanstack/react-query';
import { deleteFolder, foldersQuery, refreshFolders, saveFolder, type Folder } from '../data/folders.ts';
import { refreshDocuments } from '../data/documents.ts';

interface FolderActions {
  /** Makes the folder, or names it anew. */
  readonly save: (folder: Folder) => Promise<void>;
  readonly remove: (folderId: string) => Promise<void>;
}

/** What can be done with a folder. The list shows it once the server has said yes; a refusal is thrown. */
export function useFolderActions(): FolderActions {
  const client = useQueryClient();
  const show = (change: (folders: readonly Folder[]) => Folder[]): void => {
    client.setQueryData(foldersQuery().queryKey, (folders) => change(folders ?? []));
  };
  return {
    save: async (folder) => {
      await saveFolder(folder);
      show((folders) => [...folders.filter(({ id }) => id !== folder.id), folder]);
      void refreshFolders(client);
    },
    remove: async (folderId) => {
      await deleteFolder(folderId);
      show((folders) => folders.filter(({ id }) => id !== folderId));
      void refreshFolders(client);
      void refreshDocuments(client);
    },
  };
}
