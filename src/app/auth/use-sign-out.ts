import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { signOut, type SignOutScope } from '../data/auth.ts';
import { PATHS } from '../data/paths.ts';
import type * as LeaveDevice from '../room/leave-device.ts';
import { showToast } from '../ui/toast.tsx';

export interface SignOut {
  readonly leaving: boolean;
  /** Number of documents with changes stored only on this device, while the confirmation is open; else null. */
  readonly unsent: number | null;
  /** Runs `flush` to save the page, then signs out; opens the confirmation if something cannot be saved. True: signed out. */
  readonly leave: (flush?: () => Promise<boolean>) => Promise<boolean>;
  /** Signs out and discards unsaved changes. */
  readonly leaveAnyway: () => Promise<void>;
  readonly stay: () => void;
}

/**
 * Signs out of this browser (`global`: of all) and deletes the user's local data. If the server is unreachable, reports
 * it and stays signed in. Without `leaveTo` the page stays and shows its signed-out form.
 */
export function useSignOut(
  userId: string,
  scope: SignOutScope = 'local',
  leaveTo: string | null = PATHS.signIn,
): SignOut {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const [unsent, setUnsent] = useState<number | null>(null);

  /** Null, and said, where it cannot be loaded: signing out needs the network too. */
  const load = async (): Promise<typeof LeaveDevice | null> => {
    const device = await import('../room/leave-device.ts').catch(() => null);
    if (!device) showToast.error(t('failure.unreachable'));
    return device;
  };

  const finish = async ({ clearDevice }: typeof LeaveDevice): Promise<boolean> => {
    const outcome = await signOut(scope);
    if (!outcome.ok) {
      showToast.error(t(`failure.${outcome.failure}`));
      return false;
    }
    if (!(await clearDevice(userId))) showToast.error(t('signOut.notCleared'), { outlivesPage: true });
    return true;
  };

  return {
    leaving,
    unsent,
    leave: async (flush) => {
      setLeaving(true);
      const device = await load();
      const count = device && (await device.settleDevice(userId, flush));
      if (count) setUnsent(count);
      const isOut = device !== null && count === 0 && (await finish(device));
      setLeaving(false);
      return isOut;
    },
    leaveAnyway: async () => {
      setLeaving(true);
      const device = await load();
      const isOut = device !== null && (await finish(device));
      setLeaving(false);
      setUnsent(null);
      // A page with unsaved changes would wait for this user to sign in again.
      if (isOut && leaveTo !== null) await navigate(leaveTo, { replace: true });
    },
    stay: () => setUnsent(null),
  };
}
