import { FileSearch } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { setFinding } from './finder-state.ts';

/** In the menu of an open document, also for those without a keyboard. */
export function FindEntry({ onOpen }: { readonly onOpen: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Button
      look="quiet"
      className="justify-start"
      aria-haspopup="dialog"
      onClick={() => {
        onOpen();
        setFinding(true);
      }}
    >
      <FileSearch size={17} aria-hidden="true" />
      <span>{t('findAnything')}</span>
    </Button>
  );
}
