import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../data/api-error.ts';
import { createDocument, refreshDocuments } from '../data/documents.ts';
import { newId } from '../data/new-id.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';

export function NewDocumentButton({ onCreated }: { readonly onCreated: (documentId: string) => void }) {
  const { t } = useTranslation(['documents', 'errors']);
  const client = useQueryClient();
  // Kept until it worked: pressing again after a lost reply must not make a second document.
  const key = useRef<string | null>(null);
  const create = useMutation({
    mutationFn: () => {
      key.current ??= newId();
      return createDocument(key.current);
    },
    onSuccess: (documentId) => {
      key.current = null;
      void refreshDocuments(client);
      onCreated(documentId);
    },
    onError: (error) =>
      showToast.error(`${t('documents:createFailed')}. ${t(`errors:${errorCodeOf(error)}`)}`),
  });
  return (
    <Button look="primary" busy={create.isPending} onClick={() => create.mutate()}>
      {!create.isPending && <Plus size={17} aria-hidden="true" />}
      {t('documents:create')}
    </Button>
  );
}
