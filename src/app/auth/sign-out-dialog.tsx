import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import type { SignOut } from './use-sign-out.ts';

/** Confirms a sign-out that would delete changes stored only on this device. */
export function SignOutDialog({ signOut }: { readonly signOut: SignOut }) {
  const { t } = useTranslation(['auth', 'common']);
  return (
    <ConfirmDialog
      open={signOut.unsent !== null}
      onOpenChange={signOut.stay}
      title={t('auth:signOut.title')}
      text={t('auth:signOut.text', { count: signOut.unsent ?? 0 })}
      confirmLabel={t('auth:signOut.confirm')}
      cancelLabel={t('common:cancel')}
      danger
      busy={signOut.leaving}
      onConfirm={() => void signOut.leaveAnyway()}
    />
  );
}
