import { Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import type { ButtonLook } from '../../ui/button-look.ts';
import { chooseFiles } from './choose-files.ts';

interface ImportButtonProps {
  readonly look?: ButtonLook;
  readonly onFiles: (files: readonly File[]) => void;
}

/** *Import* beside *New document*. */
export function ImportButton({ look, onFiles }: ImportButtonProps) {
  const { t } = useTranslation(['documents', 'documentList']);
  return (
    <Button {...(look && { look })} title={t('documentList:importHint')} onClick={() => chooseFiles(onFiles)}>
      <Upload size={17} aria-hidden="true" />
      <span>{t('importFiles')}</span>
    </Button>
  );
}
