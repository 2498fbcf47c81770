import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut } from '../data/auth.ts';
import { showToast } from '../ui/toast.tsx';

/** Signs out of this browser; when the server cannot be told, says so and stays. */
export function useSignOut(): { readonly leaving: boolean; readonly leave: () => Promise<void> } {
  const { t } = useTranslation('auth');
  const [leaving, setLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    setLeaving(true);
    const outcome = await signOut();
    setLeaving(false);
    if (!outcome.ok) showToast.error(t(`failure.${outcome.failure}`));
  };
  return { leaving, leave };
}
