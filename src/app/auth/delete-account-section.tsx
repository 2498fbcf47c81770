import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignedInUser } from '../data/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { loadLater } from '../ui/load-later.tsx';

const Form = loadLater(() => import('./delete-account-form.tsx').then((part) => part.DeleteAccountForm));

export function DeleteAccountSection({ user }: { readonly user: SignedInUser }) {
  const { t } = useTranslation(['account', 'common']);
  const [open, setOpen] = useState(false);
  return (
    <div className="flex flex-col items-start gap-5">
      <p className="text-muted">{t('remove.text')}</p>
      <Button onClick={() => setOpen(true)}>{t('remove.open')}</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={t('remove.dialogTitle')}
        description={t('remove.dialogText')}
        closeLabel={t('common:close')}
      >
        <Form user={user} />
      </Dialog>
    </div>
  );
}
