import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../data/api-error.ts';
import { serverTimeAt } from '../data/session.ts';
import { versionsQuery, type Version } from '../data/versions.ts';
import { useLanguage } from '../i18n/use-language.ts';
import type { RestoreRow } from '../room/watch-restores.ts';
import { showToast } from '../ui/toast.tsx';
import { useDeedWords } from './deed-words.ts';
import { deedOf, type RestoreDeed } from './join-restores.ts';
import { useRestoreSteps } from './use-restore-steps.ts';
import { momentOf } from './version-times.ts';

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

const UNKNOWN: RestoreDeed = { what: 'version', version: null };

function useTell({ documentId, userId, row, canEdit, onShow, onReversed }: RestoreNewsProps) {
  const { t } = useTranslation('history');
  const { language } = useLanguage();
  const words = useDeedWords();
  const stepOf = useRestoreSteps({ documentId, onReversed });
  return (versions: readonly Version[]): void => {
    const backup = versions.find(
      ({ restoreSessionId }) => restoreSessionId !== null && restoreSessionId === row.sessionId,
    );
    const restored = versions.find(({ id }) => id === backup?.restoredId);
    if (restored && restored.restoreSessionId !== null) onReversed(restored.id);
    if (backup?.author?.id === userId) return;
    const deed = backup ? deedOf(backup, versions) : UNKNOWN;
    const around = { language, now: serverTimeAt(Date.now()) };
    const text = words(backup?.author?.name ?? t('formerMember'), deed, (version) =>
      momentOf(version, versions, around),
    );
    if (deed.what === 'undo') return void showToast.plain(text);
    const shown = deed.what === 'version' ? deed.version : null;
    const show = shown && { label: t('show'), onPress: () => onShow(shown) };
    const step = backup && stepOf({ backupVersionId: backup.id, head: row.seq });
    const undo = canEdit && step && { label: t('undo'), onPress: () => void step.takeBack() };
    const actions = [show, undo].filter((action) => typeof action === 'object' && action !== null);
    showToast.plain(text, { actions });
  };
}
