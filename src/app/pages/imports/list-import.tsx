import { Suspense } from 'react';
import { loadLater } from '../../ui/load-later.tsx';
import { useDroppedFiles } from './use-dropped-files.ts';

const ImportFiles = loadLater(() => import('./late-import-files.tsx').then((part) => part.ImportFiles));
const ListDropSign = loadLater(() => import('./list-drop-sign.tsx').then((part) => part.ListDropSign));

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
  const isOver = useDroppedFiles(files === null ? onFiles : null, true);
  return (
    <Suspense fallback={null}>
      {isOver ? <ListDropSign /> : null}
      {files ? (
        <ImportFiles
          files={files}
          userId={userId}
          folderId={folderId}
          onOpen={onOpen}
          onClose={() => onFiles(null)}
        />
      ) : null}
    </Suspense>
  );
}
