import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { useNewDocument, type NewDocumentOptions } from './use-new-document.ts';

export function NewDocumentButton(props: NewDocumentOptions) {
  const { t } = useTranslation('documents');
  const { create, isPending } = useNewDocument(props);
  return (
    <Button look="primary" busy={isPending} onClick={create}>
      {!isPending && <Plus size={17} aria-hidden="true" />}
      <span>{t('create')}</span>
    </Button>
  );
}
