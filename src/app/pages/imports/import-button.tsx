import { Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { chooseFiles } from './choose-files.ts';

/** *Import* beside *New document*. */
export function ImportButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation('documents');
  return (
    <Button title={t('importHint')} onClick={() => chooseFiles(onFiles)}>
      <Upload size={17} aria-hidden="true" />
      <span>{t('importFiles')}</span>
    </Button>
  );
}
