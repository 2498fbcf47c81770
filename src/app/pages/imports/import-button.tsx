import { Upload } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';

const ENDINGS = '.docx,.md,.markdown,.html,.htm,.txt,.csv,.zip';

/** *Import* beside *New document*. */
export function ImportButton({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation('imports');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = input.current!;
    const take = (): void => {
      onFiles([...(field.files ?? [])]);
      // The same file again may have other content.
      field.value = '';
    };
    field.addEventListener('change', take);
    return () => field.removeEventListener('change', take);
  }, [onFiles]);
  return (
    <>
      <input ref={input} type="file" multiple hidden accept={ENDINGS} aria-label={t('choose')} />
      <Button title={t('chooseHint')} onClick={() => input.current?.click()}>
        <Upload size={17} aria-hidden="true" />
        <span>{t('choose')}</span>
      </Button>
    </>
  );
}
