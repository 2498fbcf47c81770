import { Upload } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';

const ENDINGS = '.docx,.md,.markdown,.html,.htm,.txt,.csv,.zip';

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

/** The field is on no page: the button may have moved to another place while the user chooses. */
function chooseFiles(onFiles: (files: readonly File[]) => void): void {
  const field = document.createElement('input');
  Object.assign(field, { type: 'file', multiple: true, accept: ENDINGS });
  field.addEventListener('change', () => onFiles([...(field.files ?? [])]));
  field.click();
}
