import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../data/api-error.ts';
import { readHead, refreshVersions, restoreVersion } from '../data/versions.ts';
import { showToast } from '../ui/toast.tsx';
import { useRestoreProblem } from './use-restore-problem.ts';
import { useRestoreSteps, type RestoreStep } from './use-restore-steps.ts';

interface RestoreOptions {
  readonly documentId: string;
  /** Saves what is still on its way, so that the backup holds it. */
  readonly flush: () => Promise<boolean>;
  /** The server has answered; before any message appears, which an open dialog would hide from a screen reader. */
  readonly onAnswer: () => void;
  /** The text has changed on the server; fetch it. */
  readonly onRestored: (step: RestoreStep) => void;
  readonly onReversed: (id: string) => void;
}

interface Restore {
  /** The person is being asked: what is written from now on, they have not seen, and it will stay. */
  readonly prepare: () => void;
  readonly restore: (versionId: string) => void;
  readonly isRestoring: boolean;
}

/** Goes back to a version, and back again when *Undo* is pressed: every restore leaves a version of what was there. */
export function useRestore(options: RestoreOptions): Restore {
  const { documentId, flush, onAnswer, onRestored, onReversed } = options;
  const { t } = useTranslation('history');
  const problemOf = useRestoreProblem();
  const stepOf = useRestoreSteps({ documentId, onReversed });
  const client = useQueryClient();
  const seen = useRef<Promise<number> | null>(null);
  const look = async (): Promise<number> => {
    if (!(await flush())) throw new ApiError({ code: 'unreachable', status: 0 });
    return readHead(documentId);
  };
  const { mutate, isPending } = useMutation({
    mutationFn: async (versionId: string) =>
      restoreVersion(documentId, versionId, await (seen.current ?? look())),
    onSuccess: (restored) => {
      const step = stepOf(restored);
      onAnswer();
      onRestored(step);
      // Not the short success toast: there is something to press in it.
      showToast.plain(t('restored'), {
        actions: [{ label: t('undo'), onPress: () => void step.takeBack() }],
      });
    },
    onError: (error) => {
      onAnswer();
      showToast.error(`${t('restoreFailed')} ${problemOf(error)}`);
    },
    onSettled: () => refreshVersions(client, documentId),
  });
  return {
    prepare: () => {
      seen.current = look();
      // Whoever presses *Restore* is told why it failed.
      seen.current.catch(() => (seen.current = null));
    },
    restore: (versionId) => mutate(versionId),
    isRestoring: isPending,
  };
}
