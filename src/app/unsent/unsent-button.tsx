import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { UnsentDialog } from './unsent-dialog.tsx';
import { useUnsent } from './use-unsent.ts';

/** Beside the reason why something is not saved: what it is. Only when there is something. */
export function UnsentButton({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('unsent');
  const [isOpen, setIsOpen] = useState(false);
  const count = useUnsent(userId).data?.length ?? 0;
  // The dialog stays while it is looked at, also when the last of them has just been saved.
  if (count === 0 && !isOpen) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('title')}</Button>
      <UnsentDialog userId={userId} open={isOpen} onOpenChange={setIsOpen} />
    </>
  );
}
