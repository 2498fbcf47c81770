import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { UnsentDialog } from './unsent-dialog.tsx';
import { useUnsent } from './use-unsent.ts';

/** Opens the list of unsent changes, next to the reason in the status bar. Hidden if there are none. */
export function UnsentButton({ userId }: { readonly userId: string }) {
  const { t } = useTranslation('unsent');
  const [isOpen, setIsOpen] = useState(false);
  const count = useUnsent(userId).data?.length ?? 0;
  // An open dialog stays when the last change has been saved.
  if (count === 0 && !isOpen) return null;
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{t('title')}</Button>
      <UnsentDialog userId={userId} open={isOpen} onOpenChange={setIsOpen} />
    </>
  );
}
