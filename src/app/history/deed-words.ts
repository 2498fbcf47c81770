import { useTranslation } from 'react-i18next';
import type { Version } from '../data/versions.ts';
import type { RestoreDeed } from './join-restores.ts';

/** Words for a restore: "Ann restored “Draft”". */
export function useDeedWords(): (
  name: string,
  deed: RestoreDeed,
  momentOf: (version: Version) => string,
) => string {
  const { t } = useTranslation('history');
  return (name, deed, momentOf) => {
    if (deed.what !== 'version') return t(`deed.${deed.what}`, { name });
    const { version } = deed;
    if (version === null) return t('deed.unknown', { name });
    return version.name === null
      ? t('deed.unnamed', { name, when: momentOf(version) })
      : t('deed.named', { name, version: version.name });
  };
}
