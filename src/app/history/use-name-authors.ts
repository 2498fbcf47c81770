import { useTranslation } from 'react-i18next';
import type { Version } from '../data/versions.ts';
import { useLanguage } from '../i18n/use-language.ts';

type Authored = Pick<Version, 'kind' | 'author' | 'authors' | 'startedAt'>;

/** Names the authors of a stretch, or the user who saved a version. */
export function useNameAuthors(): (version: Authored) => string {
  const { t } = useTranslation('history');
  const { language } = useLanguage();
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  return ({ kind, author, authors, startedAt }) => {
    if (!startedAt) return author?.name ?? (kind === 'automatic' ? t('bySpolu') : t('formerMember'));
    const names = authors.map((person) => person.name ?? t('formerMember'));
    return list.format(names.length > 0 ? names : [t('formerMember')]);
  };
}
