import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { afterWaiting, changeList } from '../data/change-list-later.ts';
import { eraseDocument, type ListedDocument } from '../data/documents.ts';
import type { Folder } from '../data/folders.ts';
import { removeMember } from '../data/members.ts';
import { serverNow } from '../data/session.ts';
import { showToast } from '../ui/toast.tsx';
import { changeDocuments, type Changed } from './change-documents.ts';

/** Actions for all selected documents. */
export interface SelectedActions {
  readonly setFavorite: (favorite: boolean) => void;
  /** Null removes the documents from their folders. */
  readonly moveToFolder: (folder: Folder | null) => void;
  /** Moves the user's documents to the trash, and leaves those of others. */
  readonly remove: () => void;
  readonly restore: () => void;
  readonly erase: () => void;
}

export function useSelectedActions(documents: readonly ListedDocument[], userId: string): SelectedActions {
  const { t } = useTranslation(['documentList', 'errors']);
  const client = useQueryClient();
  const report = (
    { done, refused, code }: Changed,
    text?: (count: number) => string,
    undo?: () => void,
  ): void => {
    if (text && done.length > 0) {
      const actions = undo ? [{ label: t('documentList:undo'), onPress: undo }] : [];
      showToast.plain(text(done.length), { actions });
    }
    if (code)
      showToast.error(`${t('documentList:selected.failed', { count: refused })} ${t(`errors:${code}`)}`);
  };
  const restore = (of: readonly ListedDocument[]): Promise<Changed> =>
    changeDocuments(
      client,
      of,
      ({ id }) => changeList({ kind: 'trash', id, isTrashed: false }),
      () => ({ deletedAt: null }),
    );
  const remove = async (): Promise<void> => {
    const changed = await changeDocuments(
      client,
      documents,
      ({ id, role }) =>
        role === 'owner'
          ? changeList({ kind: 'trash', id, isTrashed: true })
          : afterWaiting(id, () => removeMember(id, userId)),
      ({ role }) => (role === 'owner' ? { deletedAt: serverNow() } : {}),
    );
    const trashed = changed.done.filter(({ role }) => role === 'owner');
    if (trashed.length === 0) return report(changed, (count) => t('documentList:selected.left', { count }));
    report(
      changed,
      () => t('documentList:selected.trashed', { count: trashed.length }),
      () => void restore(trashed).then((undone) => report(undone)),
    );
  };
  const move = async (folder: Folder | null): Promise<void> => {
    const folderId = folder?.id ?? null;
    const changed = await changeDocuments(
      client,
      documents,
      ({ id }) => changeList({ kind: 'move', id, folderId }),
      () => ({ folderId }),
    );
    const back = (): Promise<Changed> =>
      changeDocuments(
        client,
        changed.done,
        ({ id, folderId: before }) => changeList({ kind: 'move', id, folderId: before }),
        ({ folderId: before }) => ({ folderId: before }),
      );
    report(
      changed,
      (count) =>
        folder
          ? t('documentList:selected.moved', { count, name: folder.name })
          : t('documentList:selected.takenOut', { count }),
      () => void back().then((undone) => report(undone)),
    );
  };
  return {
    setFavorite: (favorite) =>
      void changeDocuments(
        client,
        documents,
        ({ id }) => changeList({ kind: 'favorite', id, favorite }),
        () => ({ favorite }),
      ).then((changed) => report(changed)),
    moveToFolder: (folder) => void move(folder),
    remove: () => void remove(),
    restore: () =>
      void restore(documents).then((changed) =>
        report(changed, (count) => t('documentList:selected.restored', { count })),
      ),
    erase: () =>
      void changeDocuments(client, documents, ({ id }) => afterWaiting(id, () => eraseDocument(id))).then(
        (changed) => report(changed, (count) => t('documentList:selected.erased', { count })),
      ),
  };
}
