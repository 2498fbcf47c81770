import { useTranslation } from 'react-i18next';

/** An empty page that is on its way; long enough to notice, it says so to screen readers. */
export function PageWaiting() {
  const { t } = useTranslation('common');
  return <output className="sr-only">{t('loading')}</output>;
}
