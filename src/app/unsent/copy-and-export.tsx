import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { downloadFile } from '../ui/download-file.ts';
import { showToast } from '../ui/toast.tsx';

interface CopyAndExportProps {
  readonly title: string;
  /** Called on click, for the current text. */
  readonly read: () => Promise<string>;
}

/** Buttons to copy and to export a text. */
export function CopyAndExport({ title, read }: CopyAndExportProps) {
  const { t } = useTranslation('unsent');
  const copy = (): void => {
    read()
      .then((text) => navigator.clipboard.writeText(text))
      .then(
        () => showToast.success(t('copied')),
        () => showToast.error(t('copyFailed')),
      );
  };
  const download = (): void => {
    const name = title.trim() || t('untitled');
    void read().then((text) => downloadFile({ name, extension: 'txt', content: `${name}\n\n${text}\n` }));
  };
  return (
    <>
      <Button onClick={copy}>{t('copy')}</Button>
      <Button onClick={download}>{t('export')}</Button>
    </>
  );
}
