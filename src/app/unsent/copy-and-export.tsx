import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { downloadFile } from '../ui/download-file.ts';
import { showToast } from '../ui/toast.tsx';

interface CopyAndExportProps {
  readonly title: string;
  /** Called on click, for the current text. */
  readonly read: () => string;
}

/** Buttons to copy and to export a text. */
export function CopyAndExport({ title, read }: CopyAndExportProps) {
  const { t } = useTranslation('unsent');
  const copy = (): void => {
    navigator.clipboard.writeText(read()).then(
      () => showToast.success(t('copied')),
      () => showToast.error(t('copyFailed')),
    );
  };
  const download = (): void => {
    const name = title.trim() || t('untitled');
    downloadFile({ name, extension: 'txt', content: `${name}\n\n${read()}\n` });
  };
  return (
    <>
      <Button onClick={copy}>{t('copy')}</Button>
      <Button onClick={download}>{t('export')}</Button>
    </>
  );
}
