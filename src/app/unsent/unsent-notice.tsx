import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { UnsentDialog } from './unsent-dialog.tsx';
import { useUnsent } from './use-unsent.ts';

/** Shown on every page after the server has rejected changes permanently. */
export function UnsentNotice({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('unsent');
  const [isOpen, setIsOpen] = useState(false);
  const isRefused = useUnsent(userId).data?.some(({ state }) => state === 'refused') ?? false;
  return (
    <div aria-live="polite" className="print:hidden">
      {isRefused && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-danger/8 px-4 py-2 text-danger">
          <TriangleAlert size={17} aria-hidden="true" />
          <p className="min-w-0 flex-1 basis-64">{t('notice')}</p>
          <Button onClick={() => setIsOpen(true)}>{t('show')}</Button>
        </div>
      )}
      <UnsentDialog userId={userId} open={isOpen} onOpenChange={setIsOpen} />
    </div>
  );
}
