import { Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { documentPath } from '../../data/paths.ts';
import { storePictures } from '../../documents/make-document.ts';
import { replaceIn } from '../../documents/place-in-nodes.ts';
import { ARRIVING_LINK } from '../../formats/arriving-file.ts';
import { DropSign } from '../../formats/import/drop-sign.tsx';
import { loadLater } from '../../ui/load-later.tsx';
import type { PartProps } from '../document/use-open-page.ts';
import { readPictureOf } from './make-documents.ts';
import type { ReadyText } from './read-files.ts';
import { useDroppedFiles } from './use-dropped-files.ts';

const ImportFiles = loadLater(() => import('./import-files.tsx').then((part) => part.ImportFiles));

/** Files that are dropped on an open document: inserted where they were dropped, or made documents. */
export function TextImport({ page: { room, user, editor } }: PartProps) {
  const { documentId } = room;
  const { t } = useTranslation('imports');
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
    const placed = [];
    for (const text of texts) {
      const tools = {
        readPicture: (path: string) => readPictureOf(text, path),
        signal,
        onProgress: () => undefined,
      };
      const pictures = await storePictures(documentId, text.nodes, tools);
      placed.push(...replaceIn(text.nodes, pictures, (href) => (ARRIVING_LINK.test(href) ? null : href)));
    }
    signal.throwIfAborted();
    const arrivals = await editor.current?.arrivals();
    return arrivals?.insert(placed) ?? false;
  };
  return (
    <>
      {isOver && <DropSign title={t('drop.text')} text={t('drop.textText')} />}
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
