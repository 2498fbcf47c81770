import { Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { RequireSession } from '../auth/require-session.tsx';
import { SignInAgainButton } from '../auth/sign-in-again-button.tsx';
import type { AskedTexts } from '../documents/asked-texts.ts';
import { DocumentsList } from '../documents/documents-list.tsx';
import { NewDocumentButton } from '../documents/new-document-button.tsx';
import { useOpenFolder } from '../documents/use-open-folder.ts';
import { documentsQuery, type ListedDocument } from '../data/documents.ts';
import { foldersQuery } from '../data/folders.ts';
import { documentPath } from '../data/paths.ts';
import { loadLater } from '../ui/load-later.tsx';
import { AppFrame } from './app-frame.tsx';
import { ImportButton } from './imports/import-button.tsx';
import { ListImport } from './imports/list-import.tsx';
import { EmptyStart } from './templates/empty-start.tsx';
import { TemplateButton } from './templates/template-button.tsx';
import { PageWaiting } from './page-waiting.tsx';
import { usePage } from './use-page.ts';
import type { SignedInUser } from '../data/session.ts';

const DownloadSelected = loadLater(() =>
  import('./downloads/download-selected.tsx').then((part) => part.DownloadSelected),
);
const FoundTexts = loadLater(() => import('./finding/found-texts.tsx').then((part) => part.FoundTexts));
const ShareDialog = loadLater(() => import('../sharing/share-dialog.tsx').then((part) => part.ShareDialog));

/** The list must not wait for its texts. */
const Texts = (asked: AskedTexts) => (
  <Suspense fallback={null}>
    <FoundTexts {...asked} />
  </Suspense>
);

export function Component() {
  // Loads all texts before rendering.
  useTranslation(['documents', 'documentList']);
  return <RequireSession waiting={<PageWaiting />}>{(user) => <Documents user={user} />}</RequireSession>;
}

function Documents({ user }: { readonly user: SignedInUser }) {
  const { t } = useTranslation('documents');
  const navigate = useNavigate();
  const folder = useOpenFolder();
  usePage(folder?.name ?? t('title'));
  const [files, setFiles] = useState<readonly File[] | null>(null);
  const [shared, setShared] = useState<ListedDocument | null>(null);
  const [downloaded, setDownloaded] = useState<readonly ListedDocument[]>([]);
  const { data: documents } = useQuery(documentsQuery());
  const { data: folders } = useQuery(foldersQuery());
  // The button is in the middle of an empty list.
  const isEmpty = documents?.length === 0 && folders?.length === 0;
  const open = (documentId: string): void => void navigate(documentPath(documentId));
  const making = { userId: user.id, folder, onCreated: open };
  return (
    <AppFrame user={user} folderId={folder?.id} onFiles={setFiles}>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 tabIndex={-1} className="font-serif text-[30px]/9 font-semibold tracking-[-0.01em]">
          {t('title')}
        </h1>
        {isEmpty ? null : (
          <div className="flex flex-wrap gap-2">
            <ImportButton onFiles={setFiles} />
            <div className="flex gap-px *:first:rounded-r-none *:last:rounded-l-none">
              <NewDocumentButton folderId={folder?.id} onCreated={open} />
              <TemplateButton {...making} />
            </div>
          </div>
        )}
      </div>
      <DocumentsList
        userId={user.id}
        signIn={<SignInAgainButton look="primary" />}
        create={<NewDocumentButton folderId={folder?.id} onCreated={open} />}
        starts={
          <EmptyStart {...making}>
            <ImportButton look="quiet" onFiles={setFiles} />
          </EmptyStart>
        }
        Texts={Texts}
        onShare={setShared}
        onDownload={setDownloaded}
      />
      <ListImport files={files} onFiles={setFiles} userId={user.id} folderId={folder?.id} onOpen={open} />
      {downloaded.length > 0 && (
        <Suspense fallback={null}>
          <DownloadSelected documents={downloaded} userId={user.id} onClose={() => setDownloaded([])} />
        </Suspense>
      )}
      {shared && (
        <Suspense fallback={null}>
          <ShareDialog
            documentId={shared.id}
            // It may change meanwhile.
            title={documents?.find(({ id }) => id === shared.id)?.title ?? shared.title}
            userId={user.id}
            owning={shared.role === 'owner'}
            onLeft={() => setShared(null)}
            onClose={() => setShared(null)}
          />
        </Suspense>
      )}
    </AppFrame>
  );
}
