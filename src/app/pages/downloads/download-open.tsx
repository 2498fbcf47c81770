import { useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as Y from 'yjs';
import type { WrittenFile } from '#contract/formats/leaving-text.ts';
import { DownloadDialog, type Wanted } from '../../formats/download-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import type { PartProps } from '../document/use-open-page.ts';
import { placeThreads } from './place-threads.ts';
import { writeLeaving } from './write-leaving.ts';

/** *Download* in the menu of an open document, which closes with the dialog. */
export function DownloadOpen({ page, close }: PartProps & { readonly close: () => void }) {
  const { room, comments, title } = page;
  const { t } = useTranslation(['formats', 'documents', 'comments']);
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
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
    <>
      <Button look="quiet" className="justify-start" onClick={() => setOpen(true)}>
        <Download size={17} aria-hidden="true" />
        <span>{t('formats:download.menu')}</span>
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <DownloadDialog
            heading={t('formats:download.one', { title: title.trim() || t('documents:untitled') })}
            hasComments={threads.length > 0}
            write={write}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
