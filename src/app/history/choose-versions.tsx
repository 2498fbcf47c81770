import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Version } from '../data/versions.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { SelectField } from '../ui/select-field.tsx';
import { filterVersions, listContributors, type VersionFilter } from './filter-versions.ts';

interface ChooseVersionsProps {
  readonly versions: readonly Version[];
  readonly renderVersions: (chosen: readonly Version[]) => ReactNode;
}

/** All versions, named ones, or those of one person. */
export function ChooseVersions({ versions, renderVersions }: ChooseVersionsProps) {
  const { t } = useTranslation('history');
  const { language } = useLanguage();
  const [value, setValue] = useState('all');
  const people = listContributors(versions, language);
  const isKnown = value === 'named' || people.some(({ id }) => id === value);
  const chosen = filterVersions(versions, isKnown ? filterOf(value) : 'all');
  return (
    <>
      <SelectField
        label={t('filter.label')}
        hideLabel
        value={isKnown ? value : 'all'}
        onChange={(event) => setValue(event.currentTarget.value)}
        options={[
          { value: 'all', label: t('filter.all') },
          { value: 'named', label: t('filter.named') },
          ...people.map(({ id, name }) => ({ value: id, label: t('filter.person', { name }) })),
        ]}
      />
      {chosen.length === 0 ? <p className="px-3 text-muted">{t('filter.none')}</p> : renderVersions(chosen)}
    </>
  );
}

const filterOf = (value: string): VersionFilter => (value === 'named' ? value : { personId: value });
