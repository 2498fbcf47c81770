import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AuthOutcome } from '../data/auth.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.tsx';

export function SendAgainButton({ send }: { readonly send: () => Promise<AuthOutcome> }) {
  const { t } = useTranslation('auth');
  const [sending, setSending] = useState(false);
  const sendAgain = async (): Promise<void> => {
    setSending(true);
    const outcome = await send();
    setSending(false);
    if (outcome.ok) showToast.success(t('sentAgain'));
    else showToast.error(t(`failure.${outcome.failure}`));
  };
  return (
    <Button busy={sending} onClick={() => void sendAgain()}>
      {t('sendAgain')}
    </Button>
  );
}
