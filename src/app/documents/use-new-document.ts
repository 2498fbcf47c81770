import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../data/api-error.ts';
import { changeList, startDocument } from '../data/change-list-later.ts';
import { refreshDocuments } from '../data/documents.ts';
import { newId } from '../data/new-id.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { showToast } from '../ui/toast.tsx';

export interface NewDocumentOptions {
  /** Folder for the new document. */
  readonly folderId?: string | undefined;
  readonly onCreated: (documentId: string) => void;
}

/** Creates a document, and reports a failure. */
export function useNewDocument({ folderId, onCreated }: NewDocumentOptions) {
  const { t } = useTranslation(['documents', 'documentList', 'errors']);
  const { language } = useLanguage();
  const client = useQueryClient();
  // The key is kept until it succeeds: a retry after a lost reply must not create a second document.
  const key = useRef<string | null>(null);
  // Not awaited: the user can write before the document is in its folder.
  const putIntoFolder = async (documentId: string): Promise<void> => {
    try {
      if (folderId !== undefined) await changeList({ kind: 'move', id: documentId, folderId });
    } catch (error) {
      const failed = t('documentList:folders.moveFailed', { title: t('documents:untitled') });
      showToast.error(`${failed}. ${t(`errors:${errorCodeOf(error)}`)}`);
    }
    await refreshDocuments(client);
  };
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      key.current ??= newId();
      return startDocument(language, key.current);
    },
    onSuccess: (documentId) => {
      key.current = null;
      void putIntoFolder(documentId);
      onCreated(documentId);
    },
    onError: (error) =>
      showToast.error(`${t('documents:createFailed')}. ${t(`errors:${errorCodeOf(error)}`)}`),
  });
  return { create: () => mutate(), isPending };
}
