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
  const { t } = useTranslation(['list', 'common']);
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={t(isOwner ? 'list:trashTitle' : 'list:leaveTitle', { title })}
      text={t(isOwner ? 'list:trashText' : 'list:leaveText')}
      confirmLabel={t(isOwner ? 'list:moveToTrash' : 'list:leaveYes')}
      cancelLabel={t('common:cancel')}
      danger
      onConfirm={() => {
        onClose();
        onRemove();
      }}
    />
  );
}
