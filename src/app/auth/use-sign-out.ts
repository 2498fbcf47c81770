import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut } from '../data/auth.ts';
import { showToast } from '../ui/toast.tsx';

/** Signs out of this browser, after `before` (what is not saved yet, say); when the server cannot be told, says so and stays. */
export function useSignOut(): {
  readonly leaving: boolean;
  readonly leave: (before?: () => Promise<unknown>) => Promise<void>;
} {
  const { t } = useTranslation('auth');
  const [leaving, setLeaving] = useState(false);
  const leave = async (before?: () => Promise<unknown>): Promise<void> => {
    setLeaving(true);
    await before?.();
    const outcome = await signOut();
    setLeaving(false);
    if (!outcome.ok) showToast.error(t(`failure.${outcome.failure}`));
  };
  return { leaving, leave };
}
