import { Download } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import type { PartProps } from '../document/use-open-page.ts';
import { DownloadOpenDialog } from './download-open-dialog.tsx';

/** *Download* in the menu of an open document, which closes with the dialog. */
export function DownloadOpen({ page, close }: PartProps & { readonly close: () => void }) {
  const { t } = useTranslation('formats');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" className="justify-start" onClick={() => setOpen(true)}>
        <Download size={17} aria-hidden="true" />
        <span>{t('download.menu')}</span>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <DownloadOpenDialog page={page} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
