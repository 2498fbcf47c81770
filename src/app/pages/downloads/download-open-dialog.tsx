import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as Y from 'yjs';
import type { WrittenFile } from '#contract/formats/leaving-text.ts';
import { DownloadDialog, type Wanted } from '../../formats/download-dialog.tsx';
import type { FileFormat } from '../../formats/file-formats.ts';
import type { PartProps } from '../document/use-open-page.ts';
import { placeThreads } from './place-threads.ts';
import { writeLeaving } from './write-leaving.ts';

interface DownloadOpenDialogProps extends PartProps {
  /** Chosen at first. */
  readonly first?: FileFormat;
  readonly onClose: () => void;
}

/** Asks for the format in which the open document leaves. */
export function DownloadOpenDialog({ page, ...dialog }: DownloadOpenDialogProps) {
  const { room, comments, title } = page;
  const { t } = useTranslation(['formats', 'documents', 'comments']);
  const client = useQueryClient();
  const threads = comments?.store.threads().filter(({ unsent }) => unsent === null) ?? [];
  const write = async ({ format, withComments }: Wanted): Promise<WrittenFile> => {
    const seq = await room.seen();
    return writeLeaving(
      {
        updates: [Y.encodeStateAsUpdate(room.doc)],
        origin: seq === null ? null : { documentId: room.documentId, seq },
        threads: comments && withComments ? placeThreads(room.doc, threads, comments.tracker) : [],
        people: comments?.store.people() ?? new Map(),
        formerMember: t('comments:formerMember'),
      },
      format,
      client,
    );
  };
  return (
    <DownloadDialog
      heading={t('formats:download.one', { title: title.trim() || t('documents:untitled') })}
      hasComments={threads.length > 0}
      write={write}
      {...dialog}
    />
  );
}
