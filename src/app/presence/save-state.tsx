import { clsx } from 'clsx';
import { Check, CloudOff, Eye, MessageSquare, RefreshCw, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoomStatus, SaveState as State } from '../room/room-status.ts';
import { TextSpan } from '../ui/text-span.tsx';

type Save = Exclude<State, 'ended'>;

const WORDS = {
  saved: 'saved',
  saving: 'saving',
  offline: 'offline',
  'signed-out': 'signedOut',
  'not-saved': 'notSaved',
  'view-only': 'viewOnly',
} as const;

const ICONS: Record<Save, LucideIcon> = {
  saved: Check,
  saving: RefreshCw,
  offline: CloudOff,
  'signed-out': CloudOff,
  'not-saved': TriangleAlert,
  'view-only': Eye,
};

/**
 * The save state of the user's changes. It changes often, so it is not announced; the status bar announces problems.
 */
export function SaveState({ status }: { readonly status: RoomStatus }) {
  const { t } = useTranslation('presence');
  const save = useCalm(status.kind === 'open' ? status.save : 'ended');
  if (save === 'ended') return null;
  const mayComment = save === 'view-only' && status.kind === 'open' && status.role === 'commenter';
  const Icon = mayComment ? MessageSquare : ICONS[save];
  return (
    <output
      aria-live="off"
      className={clsx(
        'inline-flex items-center gap-1.5 text-[13px]/4 max-sm:text-[12px]/[15px]',
        isWaiting(save) && 'text-amber',
        save === 'not-saved' && 'font-medium text-danger',
        (save === 'saved' || save === 'saving' || save === 'view-only') && 'text-muted',
      )}
    >
      <Icon size={14} className="shrink-0" aria-hidden="true" />
      <TextSpan>{t(mayComment ? 'canComment' : WORDS[save])}</TextSpan>
    </output>
  );
}

/** Changes are stored on this device only. */
const isWaiting = (save: State): boolean => save === 'offline' || save === 'signed-out';

/** Storing a change on the device takes less than this. */
const BLIP_MS = 50;

/** While offline each keystroke is stored separately; the short *Saving…* in between is suppressed. */
function useCalm(save: State): State {
  const [before, setBefore] = useState(save);
  const isBlip = isWaiting(before) && save === 'saving';
  useEffect(() => {
    const timer = setTimeout(() => setBefore(save), isBlip ? BLIP_MS : 0);
    return () => clearTimeout(timer);
  }, [save, isBlip]);
  return isBlip ? before : save;
}
