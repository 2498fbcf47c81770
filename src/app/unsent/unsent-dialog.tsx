import { useTranslation } from 'react-i18next';
import { Dialog } from '../ui/dialog.tsx';
import { loadLater } from '../ui/load-later.tsx';

const UnsentEntries = loadLater(() => import('./unsent-entries.tsx').then((part) => part.UnsentEntries));

interface UnsentDialogProps {
  readonly userId: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Lists the changes stored only on this device, to read, export, retry or delete. */
export function UnsentDialog({ userId, open, onOpenChange }: UnsentDialogProps) {
  const { t } = useTranslation(['unsent', 'common']);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('unsent:title')}
      description={t('unsent:text')}
      closeLabel={t('common:close')}
    >
      <UnsentEntries userId={userId} />
    </Dialog>
  );
}
