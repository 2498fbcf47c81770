import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../data/api-error.ts';
import { versionsQuery, type Version } from '../data/versions.ts';
import { formatExact } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';
import type { RestoreRow } from '../room/watch-restores.ts';
import { showToast } from '../ui/toast.tsx';
import { useRestoreSteps } from './use-restore-steps.ts';

interface RestoreNewsProps {
  readonly documentId: string;
  readonly userId: string;
  /** The restore to announce. Use a new key for each row. */
  readonly row: RestoreRow;
  readonly canEdit: boolean;
  readonly onShow: (version: Version) => void;
  readonly onReversed: (id: string) => void;
}

/** Announces another user's restore once. */
export function RestoreNews(props: RestoreNewsProps) {
  const client = useQueryClient();
  const { documentId } = props;
  const tell = useTell(props);
  const latest = useRef(tell);
  useEffect(() => {
    latest.current = tell;
  }, [tell]);
  useEffect(() => {
    const { queryKey, queryFn } = versionsQuery(documentId);
    client.fetchQuery({ queryKey, queryFn, staleTime: 0 }).then(
      (versions) => latest.current(versions),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        latest.current([]);
      },
    );
  }, [client, documentId]);
  return null;
}

/** The restored version; if that is a backup of an earlier restore, also the version restored then, and so on. */
function restoredBy({ restoredId }: Version, versions: readonly Version[]): readonly Version[] {
  const restored = versions.find(({ id }) => id === restoredId);
  return restored ? [restored, ...restoredBy(restored, versions)] : [];
}

function useTell({ documentId, userId, row, canEdit, onShow, onReversed }: RestoreNewsProps) {
  const { t } = useTranslation('history');
  const { language } = useLanguage();
  const stepOf = useRestoreSteps({ documentId, onReversed });
  return (versions: readonly Version[]): void => {
    const backup = versions.find(
      ({ restoreSessionId }) => restoreSessionId !== null && restoreSessionId === row.sessionId,
    );
    const chain = backup ? restoredBy(backup, versions) : [];
    const [first] = chain;
    if (first && first.restoreSessionId !== null) onReversed(first.id);
    if (backup?.author?.id === userId) return;
    const name = backup?.author?.name ?? t('formerMember');
    const restored = chain.at(-1);
    // Restoring a backup undoes that restore; restoring the backup of this undo redoes it.
    const isUndo = chain.filter(({ restoreSessionId }) => restoreSessionId !== null).length % 2 === 1;
    const show = restored && { label: t('show'), onPress: () => onShow(restored) };
    const step = backup && stepOf({ backupVersionId: backup.id, head: row.seq });
    const undo = canEdit && step && { label: t('undo'), onPress: () => void step.takeBack() };
    if (isUndo) return void showToast.plain(t('news.undone', { name }));
    const actions = [show, undo].filter((action) => typeof action === 'object');
    const isPart = backup !== undefined && backup.restoredId === null;
    showToast.plain(isPart ? t('news.part', { name }) : wordsOf(name, restored), { actions });
  };

  function wordsOf(name: string, restored: Version | undefined): string {
    if (!restored) return t('news.unknown', { name });
    if (restored.name !== null) return t('news.named', { name, version: restored.name });
    return t('news.unnamed', { name, when: formatExact(restored.createdAt, language) });
  }
}
