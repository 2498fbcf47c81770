import { useQueryClient } from '@tanstack/react-query';
import { deleteFolder, foldersQuery, refreshFolders, saveFolder, type Folder } from '../data/folders.ts';
import { refreshDocuments } from '../data/documents.ts';

interface FolderActions {
  /** Creates or renames the folder. */
  readonly save: (folder: Folder) => Promise<void>;
  readonly remove: (folderId: string) => Promise<void>;
}

/** Actions of a folder. Not optimistic: the list changes after the server's reply; a refusal is thrown. */
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
