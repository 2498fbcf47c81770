import { useTranslation } from 'react-i18next';
import { describeChanges } from '../../editor/preview/describe-changes.ts';
import type { ComparisonTexts } from '../../editor/out/write-comparison.ts';
import type { ChosenDownload } from '../../history/read-chosen.ts';
import { formatExact } from '../../i18n/format-date.ts';
import { useLanguage } from '../../i18n/use-language.ts';

/** Words of the file with the changes, in the language of the interface. */
export function useComparisonTexts({ version, compared }: ChosenDownload): ComparisonTexts {
  const { t, i18n } = useTranslation(['formats', 'comparison']);
  const { language } = useLanguage();
  const nameVersion = (name: string | null, at: Date): string => {
    const when = formatExact(at, language);
    return name === null ? when : t('formats:changes.version', { name, when });
  };
  const nameBefore = (): string => {
    const earlier = compared?.earlier ?? null;
    if (earlier === null || earlier === 0) return t('formats:changes.start');
    if (typeof earlier === 'number') return t('formats:changes.visit');
    return nameVersion(earlier.name, earlier.createdAt);
  };
  const nameAfter = (): string => {
    const at = compared?.at ?? new Date();
    if (version) return nameVersion(version.name, at);
    return t('formats:changes.current', { when: formatExact(at, language) });
  };
  return {
    language,
    name: (title) => t('formats:changes.name', { title }),
    untitled: t('formats:file.untitled'),
    heading: t('formats:changes.heading'),
    between: t('formats:changes.between', { before: nameBefore(), after: nameAfter() }),
    none: t('comparison:none'),
    looks: {
      added: t('formats:changes.added'),
      removed: t('formats:changes.removed'),
      moved: t('formats:changes.moved'),
      formatted: t('formats:changes.formatted'),
    },
    describe: describeChanges(i18n),
    person: (name, count) =>
      t('formats:changes.person', { name: name ?? t('comparison:formerMember'), count }),
    nobody: t('formats:changes.nobody'),
    picture: t('formats:file.picture'),
  };
}
