import { Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { PATHS } from '../../data/paths.ts';
import type { Headings } from '../../editor/document-tools/headings.ts';
import type { SearchTexts } from '../../find/use-texts.ts';
import type { FileFormat } from '../../formats/file-formats.ts';
import { loadLater } from '../../ui/load-later.tsx';
import { saveAll } from '../document/save-all.ts';
import type { PartProps } from '../document/use-open-page.ts';
import { AppFinder } from './app-finder.tsx';
import { useFinding } from './finder-state.ts';
import { useDocumentCommands } from './use-document-commands.ts';

const DownloadOpenDialog = loadLater(() =>
  import('../downloads/download-open-dialog.tsx').then((part) => part.DownloadOpenDialog),
);
const DeletedTextPart = loadLater(() =>
  import('../document/deleted-text-part.tsx').then((part) => part.DeletedTextPart),
);
const ShareDialog = loadLater(() =>
  import('../../sharing/share-dialog.tsx').then((part) => part.ShareDialog),
);

type Asked =
  | { readonly kind: 'share' | 'deletedText' }
  | { readonly kind: 'export'; readonly format: FileFormat };

/** *Find* on the page of an open document: also its headings, and what can be done with it. */
export function DocumentFinder({ page }: PartProps) {
  const { room, status, user, title } = page;
  const navigate = useNavigate();
  const [asked, ask] = useState<Asked | null>(null);
  const headings = useHeadings(page);
  const commands = useDocumentCommands({
    page,
    onShare: () => ask({ kind: 'share' }),
    onDeletedText: () => ask({ kind: 'deletedText' }),
    onExport: (format) => ask({ kind: 'export', format }),
  });
  const close = (): void => ask(null);
  const searchHere: SearchTexts = async (query, signal) => {
    const isTextShown = page.history.shown === null && !page.isShutOut;
    const passages = (isTextShown && (await page.editor.current?.findHere(query, signal))) || [];
    return passages.map(({ text, marks }) => ({
      documentId: room.documentId,
      title,
      headings: [],
      text,
      marks,
      isTrashed: false,
      comment: null,
    }));
  };
  return (
    <>
      <AppFinder
        user={user}
        commands={commands}
        openDocument={{
          id: room.documentId,
          headings: headings?.items ?? [],
          goToHeading: (index) => headings?.goTo(index),
          searchHere,
          beforeSignOut: () => saveAll(room),
        }}
      />
      <Suspense fallback={null}>
        {asked?.kind === 'share' && (
          <ShareDialog
            documentId={room.documentId}
            title={title}
            userId={user.id}
            owning={status.role === 'owner'}
            onLeft={() => void navigate(PATHS.documents, { replace: true })}
            onClose={close}
          />
        )}
        {asked?.kind === 'deletedText' && <DeletedTextPart page={page} onClose={close} />}
        {asked?.kind === 'export' && <DownloadOpenDialog page={page} first={asked.format} onClose={close} />}
      </Suspense>
    </>
  );
}

/** Read when *Find* opens; null while a version is shown in place of the text. */
function useHeadings({ editor, history, isShutOut }: PartProps['page']): Headings | null {
  const isOpen = useFinding();
  const isTextShown = history.shown === null && !isShutOut;
  const [headings, setHeadings] = useState<Headings | null>(null);
  useEffect(() => {
    if (isOpen) void editor.current?.headings().then(setHeadings);
  }, [isOpen, editor]);
  return isTextShown ? headings : null;
}
