import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PRESENT, PREVIOUS, readStateAt, stateAt } from '../data/paths.ts';
import { serverTimeAt } from '../data/session.ts';
import { versionsQuery } from '../data/versions.ts';
import { formatMoment } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { SelectField } from '../ui/select-field.tsx';
import { useNarrow } from '../ui/use-narrow.ts';
import { earlierChoices, type Choice } from './earlier-choices.ts';
import type { OpenVersionProps } from './open-version.ts';
import { useNameAuthors } from './use-name-authors.ts';

/** Since when the changes are shown, or from where they are played. */
export function ChangesSince({ documentId, shown, onShow, found: { version }, versions }: OpenVersionProps) {
  const { t } = useTranslation('history');
  const { dataUpdatedAt } = useQuery(versionsQuery(documentId));
  const nameChoice = useChoiceNames(serverTimeAt(dataUpdatedAt));
  const isNarrow = useNarrow();
  const { beforeId, isPlayed = false } = shown;
  const { named, automatic } = earlierChoices(versions, version?.seq ?? Infinity, beforeId);
  const seen = beforeId !== null && (readStateAt(beforeId) ?? 0) > 0;
  const since = isNarrow ? ('since.alone' as const) : ('since' as const);
  const choose = (value: string): void =>
    onShow(
      value === PRESENT ? { versionId: PRESENT, beforeId: shown.versionId } : { ...shown, beforeId: value },
    );
  const groups = [
    { label: t('since.named'), options: named.map(nameChoice) },
    { label: t('since.automatic'), options: automatic.map(nameChoice) },
  ];
  return (
    <SelectField
      label={t(isPlayed ? 'playFrom' : 'since.label')}
      beside
      hideLabel={isNarrow}
      quiet
      className="max-w-80 min-w-0 max-sm:flex-1"
      value={beforeId ?? PREVIOUS}
      onChange={(event) => choose(event.currentTarget.value)}
      options={[
        ...(seen ? [{ value: beforeId, label: t(`${since}.lastVisit`) }] : []),
        ...(version ? [{ value: PREVIOUS, label: t(`${since}.previous`) }] : []),
        ...groups.filter(({ options }) => options.length > 0),
        { value: stateAt(0), label: t(`${since}.start`) },
        ...(version && !isPlayed ? [{ value: PRESENT, label: t('since.present') }] : []),
      ]}
    />
  );
}

/** Such as “First draft · Anna · 12:56:07”: its name or kind, the people, and a time that no other has. */
function useChoiceNames(now: Date): (choice: Choice) => { readonly value: string; readonly label: string } {
  const { t } = useTranslation('history');
  const { language } = useLanguage();
  const nameAuthors = useNameAuthors();
  return ({ version, needsSeconds }) => {
    const { id, name, kind, createdAt } = version;
    const title = name ?? (kind === 'automatic' ? null : t(`kind.${kind}`));
    const when = formatMoment(createdAt, language, now, needsSeconds);
    return {
      value: id,
      label: [title, nameAuthors(version), when].filter((word) => word !== null).join(' · '),
    };
  };
}
