import { useTranslation } from 'react-i18next';
import { Notice } from '../ui/notice.tsx';
import { UnsentEntry } from './unsent-entry.tsx';
import { useUnsent } from './use-unsent.ts';

export function UnsentEntries({ userId }: { readonly userId: string }) {
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
