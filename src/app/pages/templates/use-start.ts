import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../../data/api-error.ts';
import { refreshDocuments } from '../../data/documents.ts';
import type { Folder } from '../../data/folders.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { startKey, type Start } from '../../templates/start.ts';
import { showToast } from '../../ui/toast.tsx';

/** Where a new document is made, and what follows. */
export interface Starting {
  readonly userId: string;
  /** The open folder. */
  readonly folder: Folder | undefined;
  readonly onCreated: (documentId: string) => void;
}

export interface Making {
  readonly start: (start: Start) => void;
  /** The key of the one that is being made; null: none. */
  readonly busy: string | null;
  /** Nothing stays of a document that is being made. */
  readonly cancel: () => void;
}

/** Makes documents from templates. Most of it needs the editor, so it loads when a template is chosen. */
export function useStart({ userId, folder, onCreated }: Starting): Making {
  const { t } = useTranslation(['documents', 'errors']);
  const { language } = useLanguage();
  const client = useQueryClient();
  const abort = useRef(new AbortController());
  const make = useMutation({
    mutationFn: async (start: Start) => {
      abort.current = new AbortController();
      const { signal } = abort.current;
      const { makeLater } = await import('./make-later.ts');
      return makeLater(start, { language, userId, folderId: folder?.id }, signal);
    },
    onSuccess: (documentId) => onCreated(documentId),
    onError: (error) => {
      if (!abort.current.signal.aborted)
        showToast.error(`${t('documents:createFailed')}. ${t(`errors:${errorCodeOf(error)}`)}`);
    },
    onSettled: () => refreshDocuments(client),
  });
  return {
    start: make.mutate,
    busy: make.isPending ? startKey(make.variables) : null,
    cancel: () => abort.current.abort(),
  };
}
