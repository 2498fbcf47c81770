import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { serverTimeAt } from '../data/session.ts';
import { presentStateQuery, type Version } from '../data/versions.ts';
import { formatMoment } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Button } from '../ui/button.tsx';

interface PresentNoteProps {
  readonly documentId: string;
  readonly versions: readonly Version[];
}

/** Of when the current version of a comparison is. It stays the same under the reader until they ask for newer text. */
export function PresentNote({ documentId, versions }: PresentNoteProps) {
  const { t } = useTranslation('history');
  const { language } = useLanguage();
  const { data, dataUpdatedAt, refetch, isFetching } = useQuery(presentStateQuery(documentId));
  const hasNews = data !== undefined && versions.some(({ seq }) => seq > data.seq);
  const now = serverTimeAt(dataUpdatedAt);
  return (
    <span aria-live="polite" className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>
        {data?.at ? t('present.asOf', { when: formatMoment(data.at, language, now) }) : t('current')}
      </span>
      {hasNews ? (
        <Button busy={isFetching} onClick={() => void refetch()}>
          <RefreshCw size={16} aria-hidden="true" />
          <span>{t('present.refresh')}</span>
        </Button>
      ) : null}
    </span>
  );
}
