import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pin, unpin } from '../room/pin.ts';
import { textsOf } from '../room/texts-of.ts';
import { showToast } from '../ui/toast.tsx';

interface Pins {
  /** Null while unknown, or where this browser keeps nothing. */
  readonly ids: ReadonlySet<string> | null;
  readonly toggle: (id: string, title: string) => Promise<void>;
}

/** Documents and folders that the user keeps on this device. */
export function usePins(userId: string): Pins {
  const { t } = useTranslation('offline');
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  useEffect(() => {
    const texts = textsOf(userId);
    let isOver = false;
    const read = async (): Promise<void> => {
      const reasons = (await texts?.listReasons()) ?? [];
      if (isOver || !texts) return;
      setIds(new Set(reasons.filter(({ reason }) => reason === 'pinned').map(({ id }) => id)));
    };
    const stop = texts?.subscribe(() => void read());
    void read();
    return () => {
      isOver = true;
      stop?.();
    };
  }, [userId]);
  return {
    ids,
    toggle: async (id, title) => {
      if (ids?.has(id)) await unpin(userId, id);
      else if (await pin(userId, id)) showToast.success(t('keeping', { title }));
      else showToast.error(t('notKept'));
    },
  };
}
