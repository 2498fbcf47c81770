import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { WrittenFile } from '#contract/formats/leaving-text.ts';
import { mayWrite } from '#contract/roles.ts';
import { versionsQuery } from '../../data/versions.ts';
import { renameFile } from '../../editor/out/name-file.ts';
import { DownloadDialog, type Wanted } from '../../formats/download-dialog.tsx';
import type { ChosenDownload } from '../../history/read-chosen.ts';
import { formatDateTime } from '../../i18n/format-date.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { threadsOfVersion } from '../../room/comments/threads-of-version.ts';
import { endOfState } from '../document/comments/end-of-state.ts';
import type { PartProps } from '../document/use-open-page.ts';
import { useComparisonTexts } from './use-comparison-texts.ts';
import { writeCompared } from './write-compared.ts';
import { writeLeaving, type PlacedThread } from './write-leaving.ts';

interface DownloadVersionProps extends PartProps {
  readonly chosen: ChosenDownload;
  readonly onClose: () => void;
}

const NONE: readonly PlacedThread[] = [];

/** A version leaves with the threads of its time, a comparison with its changes. */
export function DownloadVersion({ page, chosen, onClose }: DownloadVersionProps) {
  const { room, comments, status, title } = page;
  const { state, version, compared } = chosen;
  const texts = useComparisonTexts(chosen);
  const { t } = useTranslation(['formats', 'documents', 'comments']);
  const { language } = useLanguage();
  const client = useQueryClient();
  const { data: versions = [] } = useQuery(versionsQuery(room.documentId));
  const threads = useMemo(() => {
    if (comments === null) return NONE;
    const moment = { seq: state.seq, untilMs: endOfState(state.seq, versions), wanted: null };
    const found = threadsOfVersion(state.updates, comments.store.threads(), moment, comments.tracker.placeOf);
    return found.map(({ thread, painted }) => ({ thread, ranges: painted }));
  }, [comments, state, versions]);
  // Beside the current text its file needs another name.
  const name = (text: string): string =>
    version === null
      ? text
      : t('formats:download.version', {
          title: text,
          version: version.name ?? formatDateTime(version.createdAt, language),
        });
  const write = async ({ format, withComments }: Wanted): Promise<WrittenFile> => {
    const file = await writeLeaving(
      {
        updates: state.updates,
        origin: { documentId: room.documentId, seq: state.seq },
        threads: withComments ? threads : NONE,
        people: comments?.store.people() ?? new Map(),
        formerMember: t('comments:formerMember'),
      },
      format,
      client,
    );
    return { ...file, name: renameFile(file.name, name) };
  };
  const writeComparison = (): Promise<WrittenFile> =>
    writeCompared({ documentId: room.documentId, chosen, texts, mayReadLog: mayWrite(status.role) }, client);
  return (
    <DownloadDialog
      heading={t('formats:download.one', { title: name(title.trim() || t('documents:untitled')) })}
      hasComments={threads.length > 0}
      write={write}
      {...(compared ? { writeComparison } : {})}
      onClose={onClose}
    />
  );
}
