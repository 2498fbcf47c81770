import { useQueryClient } from '@tanstack/react-query';
import { changeList } from '../data/change-list-later.ts';
import { patchFolders, refreshFolders, type Folder } from '../data/folders.ts';
import { refreshDocuments } from '../data/documents.ts';

interface FolderActions {
  /** Creates or renames the folder. */
  readonly save: (folder: Folder) => Promise<void>;
  readonly remove: (folderId: string) => Promise<void>;
}

/** Actions of a folder. The list changes after the server's reply, or once the change waits on this device; a refusal is thrown. */
export function useFolderActions(): FolderActions {
  const client = useQueryClient();
  return {
    save: async (folder) => {
      await changeList({ kind: 'folder', id: folder.id, name: folder.name });
      patchFolders(client, (folders) => [...folders.filter(({ id }) => id !== folder.id), folder]);
      void refreshFolders(client);
    },
    remove: async (folderId) => {
      await changeList({ kind: 'folder', id: folderId, name: null });
      patchFolders(client, (folders) => folders.filter(({ id }) => id !== folderId));
      void refreshFolders(client);
      void refreshDocuments(client);
    },
  };
}
