import { useTranslation } from 'react-i18next';
import type { Folder } from '../data/folders.ts';
import { Dialog } from '../ui/dialog.tsx';
import { showToast } from '../ui/toast.tsx';
import { FolderNameForm } from './folder-name-form.tsx';

interface FolderNameDialogProps {
  /** Null creates a folder. */
  readonly folder: Folder | null;
  readonly onClose: () => void;
}

export function FolderNameDialog({ folder, onClose }: FolderNameDialogProps) {
  const { t } = useTranslation(['documentList', 'common']);
  const done = ({ name }: Folder): void => {
    showToast.success(t(folder ? 'documentList:folders.renamed' : 'documentList:folders.made', { name }));
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(folder ? 'documentList:folders.rename' : 'documentList:folders.make')}
      closeLabel={t('common:close')}
    >
      <FolderNameForm
        folder={folder}
        label={t('documentList:folders.name')}
        submitLabel={t(folder ? 'common:save' : 'documentList:folders.create')}
        onSaved={done}
      />
    </Dialog>
  );
}
