import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { erasuresQuery } from '../../data/erasures.ts';
import { formatDateTime } from '../../i18n/format-date.ts';
import { useLanguage } from '../../i18n/use-language.ts';

/** Texts that the owner erased from the history, so that playback does not show them. */
export function ErasedTexts({ documentId }: { readonly documentId: string }) {
  const { t, i18n } = useTranslation('playback');
  const { language } = useLanguage();
  const { data = [] } = useQuery(erasuresQuery(documentId));
  if (data.length === 0) return null;
  return (
    <ul className="editor-column text-[13px] text-muted" lang={i18n.language}>
      {data.map(({ id, characters, erasedAt, erasedBy }) => (
        <li key={id}>
          <span>
            {t('erased', {
              count: characters,
              name: erasedBy ?? t('formerMember'),
              when: formatDateTime(erasedAt, language),
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}
