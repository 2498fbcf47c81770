import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { versionsQuery, type SavedState } from '../../data/versions.ts';
import { DownloadDialog } from '../../formats/download-dialog.tsx';
import { threadsOfVersion } from '../../room/comments/threads-of-version.ts';
import { endOfState } from '../document/comments/end-of-state.ts';
import type { PartProps } from '../document/use-open-page.ts';
import { writeLeaving, type PlacedThread } from './write-leaving.ts';

interface DownloadVersionProps extends PartProps {
  readonly state: SavedState;
  readonly onClose: () => void;
}

const NONE: readonly PlacedThread[] = [];

/** A version leaves with the threads of its time. */
export function DownloadVersion({ page, state, onClose }: DownloadVersionProps) {
  const { room, comments, title } = page;
  const { t } = useTranslation(['formats', 'documents', 'comments']);
  const client = useQueryClient();
  const { data: versions = [] } = useQuery(versionsQuery(room.documentId));
  const threads = useMemo(() => {
    if (comments === null) return NONE;
    const moment = { seq: state.seq, untilMs: endOfState(state.seq, versions), wanted: null };
    const found = threadsOfVersion(state.updates, comments.store.threads(), moment, comments.tracker.placeOf);
    return found.map(({ thread, painted }) => ({ thread, ranges: painted }));
  }, [comments, state, versions]);
  return (
    <DownloadDialog
      heading={t('formats:download.one', { title: title.trim() || t('documents:untitled') })}
      hasComments={threads.length > 0}
      write={({ format, withComments }) =>
        writeLeaving(
          {
            updates: state.updates,
            origin: { documentId: room.documentId, seq: state.seq },
            threads: withComments ? threads : NONE,
            people: comments?.store.people() ?? new Map(),
            formerMember: t('comments:formerMember'),
          },
          format,
          client,
        )
      }
      onClose={onClose}
    />
  );
}
