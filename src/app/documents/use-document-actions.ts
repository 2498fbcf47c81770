import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../data/api-error.ts';
import { afterWaiting, changeList } from '../data/change-list-later.ts';
import { eraseDocument, patchDocument, refreshDocuments, type ListedDocument } from '../data/documents.ts';
import type { Folder } from '../data/folders.ts';
import { removeMember } from '../data/members.ts';
import { serverNow } from '../data/session.ts';
import { showToast } from '../ui/toast.tsx';
import type { RowChange } from './row-change.ts';

export interface DocumentActions {
  /** A slow action is running. */
  readonly busy: boolean;
  readonly rename: (title: string) => void;
  /** Asks first where there are open comments. */
  readonly copy: () => void;
  /** The question whether a copy has them; null unless it is open. */
  readonly copying: Copying | null;
  readonly setFavorite: (favorite: boolean) => void;
  /** Null removes it from its folder. */
  readonly moveToFolder: (folder: Folder | null) => void;
  readonly moveToTrash: () => void;
  readonly restore: () => void;
  readonly erase: () => void;
  readonly leave: () => void;
  /** Makes another change of the row, in the same way. */
  readonly change: (change: RowChange) => void;
}

export interface Copying {
  readonly comments: number;
  readonly copy: (withComments: boolean) => void;
  readonly cancel: () => void;
}

/** Actions of a document's row. Updates are optimistic; a refusal is shown and rolled back. */
export function useDocumentActions(document: ListedDocument, userId: string): DocumentActions {
  const { t } = useTranslation(['documents', 'documentList', 'errors']);
  const client = useQueryClient();
  const { id } = document;
  const title = document.title.trim() || t('documents:untitled');
  const change = useMutation({
    mutationFn: ({ ask }: RowChange) => ask(),
    onMutate: ({ shown }) => {
      if (shown) patchDocument(client, id, shown);
    },
    onSuccess: (_done, { onDone }) => onDone?.(),
    onError: (error, { failed }) =>
      showToast.error(`${failed}. ${t(`errors:${errorCodeOf(error)}`)}`, { outlivesPage: true }),
    onSettled: () => refreshDocuments(client),
  });
  const failed = t('documentList:changeFailed', { title });
  const [comments, setComments] = useState<number | null>(null);
  const copy = (withComments: boolean): void => {
    setComments(null);
    change.mutate({
      ask: async () => {
        const part = await import('./copy-document.ts');
        const nameCopy = (name: string): string =>
          t('documentList:copyOf', { title: name.trim() || t('documents:untitled') });
        const copyId = await part.copyDocument(id, userId, { nameCopy, withComments });
        // Next to the original; if the move fails, the copy still counts.
        const { folderId } = document;
        if (folderId !== null) await changeList({ kind: 'move', id: copyId, folderId }).catch(tellMove);
      },
      failed: t('documentList:duplicateFailed', { title }),
      onDone: () => showToast.success(t('documentList:duplicated', { title }), { outlivesPage: true }),
      slow: true,
    });
  };
  const askToCopy = async (): Promise<void> => {
    // If they can't be counted, the copy fails too, and says why.
    const open = await import('../data/comments.ts').then((part) => part.listOpenThreads(id)).catch(() => []);
    if (open.length > 0) setComments(open.length);
    else copy(false);
  };
  const restore = (): void =>
    change.mutate({
      ask: () => changeList({ kind: 'trash', id, isTrashed: false }),
      shown: { deletedAt: null },
      failed,
    });
  const tellMove = (error: unknown): void =>
    void showToast.error(
      `${t('documentList:folders.moveFailed', { title })}. ${t(`errors:${errorCodeOf(error)}`)}`,
    );
  const move = (folderId: string | null, onDone?: () => void): void =>
    change.mutate({
      ask: () => changeList({ kind: 'move', id, folderId }),
      shown: { folderId },
      failed: t('documentList:folders.moveFailed', { title }),
      ...(onDone && { onDone }),
    });
  return {
    busy: change.isPending && change.variables.slow === true,
    rename: (next) =>
      change.mutate({
        // Loaded on demand: it needs the room, which the list does not.
        ask: () => import('./rename-document.ts').then((part) => part.renameDocument(id, next)),
        shown: { title: next },
        failed: t('documentList:renameFailed', { title }),
        slow: true,
      }),
    copy: () => void askToCopy(),
    copying: comments === null ? null : { comments, copy, cancel: () => setComments(null) },
    setFavorite: (favorite) =>
      change.mutate({
        ask: () => changeList({ kind: 'favorite', id, favorite }),
        shown: { favorite },
        failed,
      }),
    moveToFolder: (folder) =>
      move(folder?.id ?? null, () =>
        showToast.plain(
          folder
            ? t('documentList:folders.moved', { title, name: folder.name })
            : t('documentList:folders.takenOut', { title }),
          {
            actions: [{ label: t('documentList:undo'), onPress: () => move(document.folderId) }],
            outlivesPage: true,
          },
        ),
      ),
    moveToTrash: () =>
      change.mutate({
        ask: () => changeList({ kind: 'trash', id, isTrashed: true }),
        shown: { deletedAt: serverNow() },
        failed,
        onDone: () =>
          showToast.plain(t('documentList:trashed', { title }), {
            actions: [{ label: t('documentList:undo'), onPress: restore }],
            outlivesPage: true,
          }),
      }),
    restore,
    erase: () =>
      change.mutate({
        ask: () => afterWaiting(id, () => eraseDocument(id)),
        failed,
        onDone: () => showToast.success(t('documentList:deletedForever', { title })),
      }),
    leave: () =>
      change.mutate({
        ask: () => afterWaiting(id, () => removeMember(id, userId)),
        failed,
        onDone: () => showToast.success(t('documentList:left', { title }), { outlivesPage: true }),
      }),
    change: change.mutate,
  };
}
