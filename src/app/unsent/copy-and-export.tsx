import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';
import { exportText } from './export-text.ts';

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
  return (
    <>
      <Button onClick={copy}>{t('copy')}</Button>
      <Button onClick={() => exportText(title.trim() || t('untitled'), read())}>{t('export')}</Button>
    </>
  );
}
