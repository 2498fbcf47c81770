import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

interface RemoveDialogProps {
  readonly title: string;
  /** The owner moves a document to the trash, everybody else leaves it. */
  readonly isOwner: boolean;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onRemove: () => void;
}

export function RemoveDialog({ title, isOwner, open, onClose, onRemove }: RemoveDialogProps) {
  const { t } = useTranslation(['documentList', 'common']);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={t(isOwner ? 'documentList:trashTitle' : 'documentList:leaveTitle', { title })}
      text={t(isOwner ? 'documentList:trashText' : 'documentList:leaveText')}
      confirmLabel={t(isOwner ? 'documentList:moveToTrash' : 'documentList:leaveYes')}
      cancelLabel={t('common:cancel')}
      danger
      onConfirm={() => {
        onClose();
        onRemove();
      }}
    />
  );
}
