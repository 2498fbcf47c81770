import { useTranslation } from 'react-i18next';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { UnsentEntry } from './unsent-entry.tsx';
import { useUnsent } from './use-unsent.ts';

interface UnsentDialogProps {
  readonly userId: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Everything that this device keeps because the server does not have it: to be read, saved elsewhere, tried again. */
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
      <Entries userId={userId} />
    </Dialog>
  );
}

function Entries({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('unsent');
  const { data, isError, dataUpdatedAt } = useUnsent(userId);
  if (isError) {
    return (
      <div className="mt-5">
        <Notice>{t('unreadable')}</Notice>
      </div>
    );
  }
  if (data?.length === 0) return <p className="mt-5">{t('empty')}</p>;
  return (
    <ul className="mt-5 flex flex-col gap-5">
      {data?.map((edits) => (
        <UnsentEntry
          key={`${edits.documentId} ${edits.state} ${edits.reason}`}
          edits={edits}
          userId={userId}
          now={new Date(dataUpdatedAt)}
        />
      ))}
    </ul>
  );
}
