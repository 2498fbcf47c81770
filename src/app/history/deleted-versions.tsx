import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { deletedVersionsQuery, type DeletedVersion } from '../data/deleted-versions.ts';
import { formatDateTime } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';

/** The record of versions that the owner deleted; nothing if there are none. */
export function DeletedVersions({ documentId }: { readonly documentId: string }) {
  const { t } = useTranslation('history');
  const headingId = useId();
  const { data = [] } = useQuery(deletedVersionsQuery(documentId));
  if (data.length === 0) return null;
  return (
    <section className="px-3 text-[13px] text-muted">
      <h3 id={headingId} className="mb-1 font-medium">
        {t('deletion.title')}
      </h3>
      <ul aria-labelledby={headingId} className="flex flex-col gap-1">
        {data.map((record) => (
          <li key={record.id} className="break-words">
            <Record record={record} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Record({ record: { name, savedAt, deletedAt, deletedBy } }: { readonly record: DeletedVersion }) {
  const { t } = useTranslation('history');
  const { language } = useLanguage();
  const values = {
    saved: formatDateTime(savedAt, language),
    when: formatDateTime(deletedAt, language),
    name: deletedBy ?? t('formerMember'),
  };
  return (
    <span>
      {name === null ? t('deletion.unnamed', values) : t('deletion.named', { ...values, version: name })}
    </span>
  );
}
