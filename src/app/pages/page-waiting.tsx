import { useTranslation } from 'react-i18next';

/** Empty while loading, with a status for screen readers. */
export function PageWaiting() {
  const { t } = useTranslation('common');
  return <output className="sr-only">{t('loading')}</output>;
}
