import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { WrittenFile } from '#contract/formats/leaving-text.ts';
import type { ListedDocument } from '../../data/documents.ts';
import { DownloadDialog, type Wanted } from '../../formats/download-dialog.tsx';
import { packFiles } from '../../formats/pack-files.ts';

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
    const [{ readListed }, { writeLeaving }] = await Promise.all([
      import('./read-listed.ts'),
      import('./write-leaving.ts'),
    ]);
    const files: WrittenFile[] = [];
    for (const { id } of documents) {
      const state = await readListed(id, userId, wanted.withComments, t('comments:formerMember'));
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
