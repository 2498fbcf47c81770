import type { useTranslation } from 'react-i18next';
import type { Describe } from './merged-content.ts';

type I18n = Pick<ReturnType<typeof useTranslation>['i18n'], 't' | 'language'>;

/** In the language of the interface. */
export function describeChanges({ t, language }: I18n): Describe {
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  const join = (names: readonly (string | null)[]): string =>
    list.format(names.map((name) => name ?? t('comparison:formerMember')));
  return (kind, names, placers, shorteners) => {
    const name = join(names);
    const said =
      placers.length > 0
        ? t('comparison:placed', { name, placer: join(placers) })
        : t(`comparison:by.${kind}`, { name });
    const shortened = shorteners.length > 0 ? t('comparison:shortened', { name: join(shorteners) }) : null;
    return [said, shortened].filter((one) => one !== null).join('. ');
  };
}
