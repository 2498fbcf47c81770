import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { CloudOff, Pin } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { errorCodeOf } from '../data/api-error.ts';
import { documentsQuery, type ListedDocument } from '../data/documents.ts';
import { isTimeout } from '../data/is-timeout.ts';
import { createdHere, onWaitingActions, ownActions } from '../data/waiting-actions.ts';
import { documentPath } from '../data/paths.ts';
import { textsOf } from '../room/texts-of.ts';
import { showToast } from '../ui/toast.tsx';
export { PinFolder } from './pin-item.tsx';
import type { ListedDevice } from './device-marks.ts';

/** One lost request is no reason to change the list. */
const LOST_REQUESTS = 2;

interface DeviceWatchProps {
  readonly userId: string;
  /** A document that is not on this device and was chosen; another object each time. */
  readonly asked: ListedDocument | null;
  readonly onChange: (device: ListedDevice) => void;
}

/** Tells the list what is on this device, and says above it when there is nothing else. */
export function DeviceWatch({ userId, asked, onChange }: DeviceWatchProps) {
  const { t } = useTranslation(['offline', 'documents']);
  const navigate = useNavigate();
  const reach = useReach();
  const kept = useKept(userId);
  const waiting = useWaitingDocuments();
  useEffect(() => onChange({ isAway: reach !== null, ...kept, waiting }), [onChange, reach, kept, waiting]);
  const told = useRef(asked);
  useEffect(() => {
    if (!asked || told.current === asked) return;
    told.current = asked;
    const open = (): void => void navigate(documentPath(asked.id));
    showToast.plain(t('offline:notHere', { title: asked.title.trim() || t('documents:untitled') }), {
      id: 'not-here',
      actions: [{ label: t('offline:tryToOpen'), onPress: open }],
    });
  }, [asked, navigate, t]);
  return (
    <output className="absolute inset-x-4 top-0 flex h-8 items-center gap-2 text-[13px]/4 text-muted sm:inset-x-6 sm:h-12">
      {reach && (
        <>
          <CloudOff size={16} aria-hidden="true" className="shrink-0" />
          <span>{t(`offline:line.${reach}`)}</span>
        </>
      )}
    </output>
  );
}

/** In the second line of a row: the document cannot be opened now. */
export function MissingMark() {
  const { t } = useTranslation('offline');
  return (
    <span className="font-medium">
      <CloudOff size={14} aria-hidden="true" className="mr-1 mb-0.5 inline" />
      <span>{t('missing')}</span>
      <span>{' · '}</span>
    </span>
  );
}

/** In the second line of a row: a change of it is only on this device. */
export function WaitingMark() {
  const { t } = useTranslation('offline');
  return (
    <span>
      <span>{t('waiting')}</span>
      <span>{' · '}</span>
    </span>
  );
}

/** Behind the title. */
export function PinnedMark() {
  const { t } = useTranslation('offline');
  return (
    <span title={t('pinned')} className="relative shrink-0 text-muted">
      <Pin size={15} aria-hidden="true" />
      <span className="sr-only">{t('pinned')}</span>
    </span>
  );
}

/** Why the list is the one of this device; null while the server can be reached. */
function useReach(): 'offline' | 'unreachable' | null {
  // Observes the query of the list, and sends nothing.
  const query = useQuery({ ...documentsQuery(), refetchOnMount: false, refetchInterval: false });
  const hasNetwork = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  if (!hasNetwork) return 'offline';
  return isFailing(query) ? 'unreachable' : null;
}

/** A slow server is there. If it answers none of the tries, nobody can tell it from one that is not. */
const isFailing = ({
  dataUpdatedAt,
  error,
  errorUpdatedAt,
  failureCount,
  failureReason,
}: UseQueryResult): boolean => {
  const reason = failureReason ?? error;
  if (errorCodeOf(reason) !== 'unreachable') return false;
  return errorUpdatedAt > dataUpdatedAt || (failureCount >= LOST_REQUESTS && !isTimeout(reason));
};

function watchNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** A change that is sent at once is not marked. */
const SOON_MS = 5000;

function useWaitingDocuments(): ReadonlySet<string> {
  const [waiting, setWaiting] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = (): void => {
      const since = new Map(ownActions().actions.map(({ id, atMs }) => [id, atMs]));
      const isLate = ([, atMs]: readonly [string, number]): boolean =>
        !navigator.onLine || Date.now() - atMs >= SOON_MS;
      const ids = [...since].filter(isLate).map(([id]) => id);
      setWaiting((before) =>
        before.size === ids.length && ids.every((id) => before.has(id)) ? before : new Set(ids),
      );
      clearTimeout(timer);
      if (ids.length < since.size) timer = setTimeout(read, SOON_MS);
    };
    const stops = [onWaitingActions(read), watchNetwork(read)];
    read();
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, []);
  return waiting;
}

type Kept = Pick<ListedDevice, 'here' | 'pins'>;

const NOTHING_KEPT: Kept = { here: new Set(), pins: new Set() };

function useKept(userId: string): Kept {
  const [kept, setKept] = useState<Kept>({ here: null, pins: new Set() });
  useEffect(() => {
    const stop = new AbortController();
    const texts = textsOf(userId);
    const read = async (): Promise<void> => {
      if (!texts) return setKept(NOTHING_KEPT);
      const [facts, reasons] = await Promise.all([texts.list(), texts.listReasons()]);
      if (stop.signal.aborted) return;
      const idsOf = (reason: string): string[] =>
        reasons.filter((row) => row.reason === reason).map(({ id }) => id);
      const texted = facts.map(({ documentId }) => documentId);
      setKept({ here: new Set([...texted, ...createdHere(userId)]), pins: new Set(idsOf('pinned')) });
    };
    const stopTexts = texts?.subscribe(() => void read());
    const stopCreated = onWaitingActions(() => void read());
    // Another tab may have opened a document.
    document.addEventListener('visibilitychange', () => void read(), { signal: stop.signal });
    void read();
    return () => {
      stop.abort();
      stopTexts?.();
      stopCreated();
    };
  }, [userId]);
  return kept;
}
