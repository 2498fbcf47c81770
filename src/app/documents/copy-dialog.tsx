import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { Copying } from './use-document-actions.ts';

interface CopyDialogProps {
  readonly title: string;
  readonly copying: Copying;
}

/** Asks whether a copy has the open comments. */
export function CopyDialog({ title, copying: { comments, copy, cancel } }: CopyDialogProps) {
  const { t } = useTranslation(['documentList', 'common']);
  return (
    <Dialog
      open
      onOpenChange={cancel}
      title={t('documentList:copyComments.title', { title })}
      description={t('documentList:copyComments.text', { count: comments })}
      closeLabel={t('common:close')}
    >
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={() => copy(true)}>{t('documentList:copyComments.with')}</Button>
        <Button look="primary" onClick={() => copy(false)}>
          {t('documentList:copyComments.without')}
        </Button>
      </div>
    </Dialog>
  );
}
