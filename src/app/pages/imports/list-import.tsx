import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { DropSign } from '../../formats/import/drop-sign.tsx';
import { ImportFiles } from './late-import-files.ts';
import { useDroppedFiles } from './use-dropped-files.ts';

interface ListImportProps {
  /** Chosen or dropped; null: none. */
  readonly files: readonly File[] | null;
  readonly onFiles: (files: readonly File[] | null) => void;
  readonly userId: string;
  readonly folderId: string | undefined;
  readonly onOpen: (documentId: string) => void;
}

/** Files that are dropped anywhere on the list, and the way of files to documents. */
export function ListImport({ files, onFiles, userId, folderId, onOpen }: ListImportProps) {
  const { t } = useTranslation('imports');
  const isOver = useDroppedFiles(files === null ? onFiles : null, true);
  return (
    <>
      {isOver && <DropSign title={t('drop.list')} text={t('drop.listText')} />}
      {files && (
        <Suspense fallback={null}>
          <ImportFiles
            files={files}
            userId={userId}
            folderId={folderId}
            onOpen={onOpen}
            onClose={() => onFiles(null)}
          />
        </Suspense>
      )}
    </>
  );
}
