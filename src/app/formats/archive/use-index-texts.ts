import { useTranslation } from 'react-i18next';
import { formatExact } from '../../i18n/format-date.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import type { IndexTexts } from './index-page.ts';
import type { ArchivePart } from './write-archive.ts';

/** Sentences of `index.html` for one part of an archive. */
export function useIndexTexts(): (part: ArchivePart, now: Date) => IndexTexts {
  const { t } = useTranslation('archive');
  const { language } = useLanguage();
  return ({ number, of, ids }, now) => {
    const time = (at: Date): string => formatExact(at, language);
    const count = t('page.count', { count: ids.length });
    return {
      title: t('page.title'),
      madeAt: t('page.madeAt', { time: time(now) }),
      count: of === 1 ? count : `${count} · ${t('page.part', { number, of })}`,
      search: t('page.search'),
      noneFound: t('page.noneFound'),
      choose: t('page.choose'),
      untitled: t('page.untitled'),
      text: t('page.text'),
      files: t('page.files'),
      versions: t('page.versions'),
      comments: t('page.comments'),
      resolved: t('page.resolved'),
      deletedComment: t('page.deletedComment'),
      formerMember: t('page.formerMember'),
      unnamedVersion: t('page.unnamedVersion'),
      owner: (name) => t('page.owner', { name }),
      changed: (at) => t('page.changed', { time: time(at) }),
      time,
      missing: (name) => t('page.missing', { name }),
    };
  };
}
