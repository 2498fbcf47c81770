import { useTranslation } from 'react-i18next';
import { DropSign } from '../../formats/import/drop-sign.tsx';

export function ListDropSign() {
  const { t } = useTranslation('imports');
  return <DropSign title={t('drop.list')} text={t('drop.listText')} />;
}
