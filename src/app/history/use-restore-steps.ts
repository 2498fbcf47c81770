import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../data/api-error.ts';
import { refreshVersions, takeBackRestore, type Restored } from '../data/versions.ts';
import { showToast } from '../ui/toast.tsx';
import { useRestoreProblem } from './use-restore-problem.ts';

/** A restore that can be undone. */
export interface RestoreStep {
  readonly id: string;
  readonly takeBack: () => Promise<Reversed>;
}

type Reversed = { readonly ok: false } | { readonly ok: true; readonly again: RestoreStep | null };

interface Options {
  readonly documentId: string;
  /** The step with this id was undone, so the text has changed on the server. */
  readonly onReversed: (id: string) => void;
}

/** Makes the undo of a restore, which restores its backup; undone in turn, it redoes the restore. */
export function useRestoreSteps({ documentId, onReversed }: Options): (restored: Restored) => RestoreStep {
  const { t } = useTranslation('history');
  const problemOf = useRestoreProblem();
  const client = useQueryClient();
  const stepOf = (restored: Restored, undoes: boolean): RestoreStep => ({
    id: restored.backupVersionId,
    takeBack: async () => {
      try {
        const next = await insist(() => takeBackRestore(documentId, restored));
        onReversed(restored.backupVersionId);
        showToast.success(t(undoes ? 'undone' : 'restored'));
        return { ok: true, again: next && stepOf(next, !undoes) };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        showToast.error(`${t('undoFailed')} ${problemOf(error)}`);
        return { ok: false };
      } finally {
        void refreshVersions(client, documentId);
      }
    },
  });
  return (restored) => stepOf(restored, true);
}

const ATTEMPTS = 8;
const PAUSE_MS = 500;

/** Retries: another user may be undoing it at the same moment. */
async function insist<T>(ask: () => Promise<T>, attempts = ATTEMPTS): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const isBusy = error instanceof ApiError && error.code === 'restore_in_progress';
    if (!isBusy || attempts <= 1) throw error;
  }
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  return insist(ask, attempts - 1);
}
