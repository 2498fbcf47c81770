import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as Y from 'yjs';
import type { WrittenFile } from '#contract/formats/leaving-text.ts';
import type { ListedDocument } from '../../data/documents.ts';
import { errorCodeOf } from '../../data/api-error.ts';
import { commentApi } from '../../data/comments.ts';
import { withRoom } from '../../documents/with-room.ts';
import { DownloadDialog, type Wanted } from '../../formats/download-dialog.tsx';
import { packFiles } from '../../formats/pack-files.ts';
import { trackPlaces } from '../../room/comments/place-tracker.ts';
import { placeThreads } from './place-threads.ts';
import { writeLeaving, type LeavingState } from './write-leaving.ts';

interface DownloadSelectedProps {
  readonly documents: readonly ListedDocument[];
  readonly userId: string;
  readonly onClose: () => void;
}

/** Several documents leave in one archive; one leaves as itself. */
export function DownloadSelected({ documents, userId, onClose }: DownloadSelectedProps) {
  const { t } = useTranslation(['formats', 'documents', 'comments']);
  const client = useQueryClient();
  const [first] = documents;
  const count = documents.length;
  const write = async (wanted: Wanted): Promise<WrittenFile> => {
    const files: WrittenFile[] = [];
    for (const { id } of documents) {
      const state = await readState(id, userId, wanted.withComments, t('comments:formerMember'));
      files.push(await writeLeaving(state, wanted.format, client));
      wanted.onProgress(files.length);
    }
    return files.length === 1 ? files[0]! : packFiles(t('formats:download.archive'), files);
  };
  return (
    <DownloadDialog
      heading={
        count === 1
          ? t('formats:download.one', { title: first?.title.trim() || t('documents:untitled') })
          : t('formats:download.many', { count })
      }
      hasComments
      count={count}
      write={write}
      onClose={onClose}
    />
  );
}

const readState = (
  documentId: string,
  userId: string,
  withComments: boolean,
  formerMember: string,
): Promise<LeavingState> =>
  withRoom(documentId, userId, async (room) => {
    const { threads, people } = withComments ? await listThreads(documentId) : NOTHING;
    const tracker = trackPlaces(room.doc, room.follower);
    const placed = placeThreads(room.doc, threads, tracker);
    tracker.close();
    const seq = await room.seen();
    return {
      updates: [Y.encodeStateAsUpdate(room.doc)],
      origin: seq === null ? null : { documentId, seq },
      threads: placed,
      people: new Map(people.map(({ id, name }) => [id, name])),
      formerMember,
    };
  });

const NOTHING = { threads: [], people: [] } as const;

/** Nothing for a role that sees no comments. */
async function listThreads(documentId: string) {
  try {
    return await commentApi.listThreads(documentId, 0);
  } catch (error) {
    if (errorCodeOf(error) === 'forbidden') return NOTHING;
    throw error;
  }
}
