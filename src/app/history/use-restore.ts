import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorCodeOf } from '../data/api-error.ts';
import { readHead, refreshVersions, restoreVersion } from '../data/versions.ts';
import { formatWait } from '../i18n/format-wait.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { showToast } from '../ui/toast.tsx';

interface RestoreOptions {
  readonly documentId: string;
  /** Saves what is still on its way, so that the backup holds it. */
  readonly flush: () => Promise<boolean>;
  /** The server has answered; before any message appears, which an open dialog would hide from a screen reader. */
  readonly onAnswer: () => void;
  /** The text has changed on the server; fetch it. `takeBack` is there after a restore that can be taken back. */
  readonly onRestored: (takeBack: TakeBack | null) => void;
}

/** Takes a restore back, once. False when it has been taken back already. */
type TakeBack = () => boolean;

interface Restore {
  /** The person is being asked: what is written from now on, they have not seen, and it will stay. */
  readonly prepare: () => void;
  readonly restore: (versionId: string) => void;
  readonly isRestoring: boolean;
}

interface RestoreCall {
  readonly versionId: string;
  readonly isUndo: boolean;
  readonly seenHead?: number;
}

/** Goes back to a version, and back again when *Undo* is pressed: every restore leaves a version of what was there. */
export function useRestore({ documentId, flush, onAnswer, onRestored }: RestoreOptions): Restore {
  const { t } = useTranslation('history');
  const reasonOf = useReason();
  const client = useQueryClient();
  const seen = useRef<Promise<number> | null>(null);
  const look = async (): Promise<number> => {
    if (!(await flush())) throw new ApiError({ code: 'unreachable', status: 0 });
    return readHead(documentId);
  };
  const { mutate, mutateAsync, isPending } = useMutation({
    mutationFn: async ({ versionId, seenHead }: RestoreCall) =>
      restoreVersion(documentId, versionId, seenHead ?? (await (seen.current ?? look()))),
    onSuccess: ({ head, backupVersionId }, { isUndo }) => {
      onAnswer();
      if (isUndo) {
        onRestored(null);
        showToast.success(t('undone'));
        return;
      }
      const takeBack = once(() => mutateAsync({ versionId: backupVersionId, isUndo: true, seenHead: head }));
      onRestored(takeBack);
      // Not the short success toast: there is something to press in it.
      showToast.plain(t('restored'), { action: { label: t('undo'), onPress: takeBack } });
    },
    onError: (error, { isUndo }) => {
      onAnswer();
      const what = isUndo ? t('undoFailed') : t('restoreFailed');
      showToast.error(`${what} ${reasonOf(error)}`);
    },
    onSettled: () => refreshVersions(client, documentId),
  });
  return {
    prepare: () => {
      seen.current = look();
      // Whoever presses *Restore* is told why it failed.
      seen.current.catch(() => (seen.current = null));
    },
    restore: (versionId) => mutate({ versionId, isUndo: false }),
    isRestoring: isPending,
  };
}

/** A request that fails can be made again; `onError` says why it failed. */
function once(request: () => Promise<unknown>): TakeBack {
  let state: 'open' | 'asked' | 'done' = 'open';
  return () => {
    if (state === 'done') return false;
    if (state === 'open') {
      state = 'asked';
      request().then(
        () => (state = 'done'),
        () => (state = 'open'),
      );
    }
    return true;
  };
}

/** Whoever restores too often waits for seconds; what one may add in a day comes back this slowly (decision 0011). */
const LONG_WAIT_MS = 60_000;

function useReason(): (error: unknown) => string {
  const { t } = useTranslation(['history', 'errors']);
  const { language } = useLanguage();
  return (error) => {
    const wait = error instanceof ApiError && error.code === 'rate_limited' ? (error.retryAfterMs ?? 0) : 0;
    if (wait <= LONG_WAIT_MS) return t(`errors:${errorCodeOf(error)}`);
    return t('history:dailyLimit', { wait: formatWait(wait, language) });
  };
}
