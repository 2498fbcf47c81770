import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';

export function PrintButton() {
  const { t } = useTranslation('proof');
  return (
    <Button onClick={() => window.print()}>
      <Printer size={16} aria-hidden="true" />
      <span>{t('print')}</span>
    </Button>
  );
}
