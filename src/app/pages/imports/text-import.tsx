import { Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { documentPath } from '../../data/paths.ts';
import { DropSign } from '../../formats/import/drop-sign.tsx';
import type { PartProps } from '../document/use-open-page.ts';
import { ImportFiles } from './late-import-files.tsx';
import type { ReadyText } from './read-files.ts';
import { useDroppedFiles } from './use-dropped-files.ts';

/** Files that are dropped on an open document: inserted where they were dropped, or made documents. */
export function TextImport({ page: { room, user, editor } }: PartProps) {
  const navigate = useNavigate();
  const [files, setFiles] = useState<readonly File[] | null>(null);
  const take = useCallback(
    (dropped: readonly File[], { left, top }: { readonly left: number; readonly top: number }) => {
      setFiles(dropped);
      void editor.current?.arrivals().then((arrivals) => arrivals.placeCaret(left, top));
    },
    [editor],
  );
  const isOver = useDroppedFiles(files === null ? take : null, false);
  const insert = async (texts: readonly ReadyText[], signal: AbortSignal): Promise<boolean> => {
    const { placeForInsertion } = await import('./place-for-insertion.ts');
    const nodes = await placeForInsertion(room.documentId, texts, signal);
    const arrivals = await editor.current?.arrivals();
    return arrivals?.insert(nodes) ?? false;
  };
  return (
    <>
      {isOver && (
        <Suspense fallback={null}>
          <Sign />
        </Suspense>
      )}
      {files && (
        <Suspense fallback={null}>
          <ImportFiles
            files={files}
            userId={user.id}
            folderId={undefined}
            onOpen={(id) => void navigate(documentPath(id))}
            onInsert={insert}
            onClose={() => setFiles(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Its texts load with the first drag. */
function Sign() {
  const { t } = useTranslation('imports');
  return <DropSign title={t('drop.text')} text={t('drop.textText')} />;
}
