import { useTranslation } from 'react-i18next';
import { Notice } from '../ui/notice.tsx';
import { isComment } from './list-unsent.ts';
import { UnsentCommentEntry } from './unsent-comment.tsx';
import { UnsentEntry } from './unsent-entry.tsx';
import { useUnsent } from './use-unsent.ts';

export function UnsentEntries({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('unsent');
  const { data, isError, dataUpdatedAt } = useUnsent(userId);
  const now = new Date(dataUpdatedAt);
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
      {data?.map((entry) =>
        isComment(entry) ? (
          <UnsentCommentEntry key={entry.kept.comment} entry={entry} userId={userId} now={now} />
        ) : (
          <UnsentEntry
            key={`${entry.documentId} ${entry.state} ${entry.reason}`}
            edits={entry}
            userId={userId}
            now={now}
          />
        ),
      )}
    </ul>
  );
}
