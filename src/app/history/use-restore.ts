import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../data/api-error.ts';
import { restorePart, type PartRestore } from '../data/restore-part.ts';
import { refreshVersions, restoreVersion, type Restored } from '../data/versions.ts';
import { showToast } from '../ui/toast.tsx';
import { useRestoreProblem } from './use-restore-problem.ts';
import { useRestoreSteps, type RestoreStep } from './use-restore-steps.ts';

interface RestoreOptions {
  readonly documentId: string;
  /** `seen` of the room. It saves pending changes, so that the backup contains them. */
  readonly seen: () => Promise<number | null>;
  /** Called on the server's reply, before a message is shown: an open dialog would hide it from screen readers. */
  readonly onAnswer: () => void;
  /** The text has changed on the server; pull it. */
  readonly onRestored: (step: RestoreStep) => void;
  readonly onReversed: (id: string) => void;
  /** Returns to the live text. */
  readonly onBack: () => void;
}

interface Restore {
  /** Call when the confirmation opens: changes made after that were not seen by the user and will stay. */
  readonly prepare: () => void;
  /** Restores the version, and returns to the live text. */
  readonly restore: (versionId: string) => void;
  /** Reverts a part with `count` changes. */
  readonly revert: (part: PartRestore, count: number) => void;
  readonly isRestoring: boolean;
}

interface Run {
  readonly run: () => Promise<Restored | null>;
  readonly count: number | null;
}

/** Restores a version or a part of one, and its backup when *Undo* is pressed: every restore first saves the current text. */
export function useRestore(options: RestoreOptions): Restore {
  const { documentId, seen, onAnswer, onRestored, onReversed, onBack } = options;
  const { t } = useTranslation('history');
  const problemOf = useRestoreProblem();
  const stepOf = useRestoreSteps({ documentId, onReversed });
  const client = useQueryClient();
  const seenHead = useRef<Promise<number> | null>(null);
  const look = async (): Promise<number> => {
    const seq = await seen();
    if (seq === null) throw new ApiError({ code: 'unreachable', status: 0 });
    return seq;
  };
  const { mutate, isPending } = useMutation({
    mutationFn: ({ run }: Run) => run(),
    onSuccess: (restored, { count }) => {
      onAnswer();
      if (restored === null) return void showToast.plain(t('revertedBefore'));
      const step = stepOf(restored);
      onRestored(step);
      if (count === null) onBack();
      const undo = { label: t('undo'), onPress: () => void step.takeBack() };
      // A plain toast stays longer than a success toast and has buttons.
      if (count === null) showToast.plain(t('restored'), { actions: [undo] });
      else showToast.plain(t('reverted', { count }), { actions: [undo] });
    },
    onError: (error, { count }) => {
      onAnswer();
      showToast.error(`${t(count === null ? 'restoreFailed' : 'revertFailed')} ${problemOf(error)}`);
    },
    onSettled: () => refreshVersions(client, documentId),
  });
  return {
    prepare: () => {
      seenHead.current = look();
      // The error is reported when *Restore* is pressed.
      seenHead.current.catch(() => (seenHead.current = null));
    },
    restore: (versionId) =>
      mutate({
        run: async () => restoreVersion(documentId, versionId, await (seenHead.current ?? look())),
        count: null,
      }),
    revert: (part, count) => mutate({ run: () => restorePart(documentId, part), count }),
    isRestoring: isPending,
  };
}
