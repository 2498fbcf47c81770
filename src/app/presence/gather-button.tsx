import { Megaphone } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';
import { useCompany, type LoadCompany } from './use-company.ts';

interface GatherButtonProps {
  readonly loadCompany: LoadCompany;
  readonly onDone: () => void;
}

/** Asks everyone here to come to the user's place in the text. Suspends while its translations load. */
export const GatherButton = (props: GatherButtonProps) => (
  <Suspense fallback={null}>
    <Gather {...props} />
  </Suspense>
);

function Gather({ loadCompany, onDone }: GatherButtonProps) {
  const { t } = useTranslation('latePresence');
  const company = useCompany(loadCompany);
  if (!company) return null;
  const gather = (): void => {
    const place = company.places.middle();
    onDone();
    if (!place) return;
    company.gathering.call(place);
    showToast.success(t('gathered'));
  };
  return (
    <Button onClick={gather}>
      <Megaphone size={16} aria-hidden="true" />
      <span>{t('gather')}</span>
    </Button>
  );
}
