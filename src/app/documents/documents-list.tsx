import { useQuery } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useEffect, type ComponentType, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../data/api-error.ts';
import { onDocumentClosed } from '../data/closed-documents.ts';
import { documentsQuery, type ListedDocument } from '../data/documents.ts';
import { foldersQuery } from '../data/folders.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { AskedTexts } from './asked-texts.ts';
import { DocumentsSkeleton } from './documents-skeleton.tsx';
import { DocumentsView } from './documents-view.tsx';

interface DocumentsListProps {
  readonly userId: string;
  /** Button to sign in again. */
  readonly signIn: ReactNode;
  /** Button for a new document, and what else to begin with, for the empty list. */
  readonly create: ReactNode;
  readonly starts?: ReactNode;
  /** Places in texts that a search finds, below the documents. */
  readonly Texts?: ComponentType<AskedTexts>;
  /** Opens the sharing dialog. Must be the same function in each render, because rows are memoized. */
  readonly onShare: (document: ListedDocument) => void;
  readonly onDownload: (documents: readonly ListedDocument[]) => void;
}

/** The signed-in user's documents, with loading and error states. */
export function DocumentsList({
  userId,
  signIn,
  create,
  starts,
  Texts,
  onShare,
  onDownload,
}: DocumentsListProps) {
  const { t } = useTranslation(['documents', 'documentList', 'common', 'errors']);
  const query = useQuery(documentsQuery());
  const { refetch } = query;
  useEffect(() => onDocumentClosed(() => void refetch()), [refetch]);
  const { data: folders, isPending: isWaiting, failureCount, errorUpdateCount } = useQuery(foldersQuery());
  if (query.failureCount > 0 && !query.data && !navigator.onLine) {
    return (
      <EmptyState
        alert
        icon={<CloudOff size={32} strokeWidth={1.5} aria-hidden="true" />}
        title={t('common:offline.title')}
        text={t('common:offline.text')}
      />
    );
  }
  // Shown together, to avoid a layout shift; but a failed request for folders must not hide documents.
  if (query.isPending || (query.data && isWaiting && failureCount + errorUpdateCount === 0)) {
    return (
      <>
        {query.failureCount > 0 && (
          <output className="mb-4 flex items-center gap-2 text-muted">
            <Spinner />
            <span>{`${t('common:unreachable.title')}. ${t('common:retrying')}`}</span>
          </output>
        )}
        <DocumentsSkeleton />
      </>
    );
  }
  if (query.isError && !query.data) {
    const code = errorCodeOf(query.error);
    return (
      <EmptyState
        alert
        icon={<CloudOff size={32} strokeWidth={1.5} aria-hidden="true" />}
        title={t('documentList:listFailed')}
        text={t(`errors:${code}`)}
        action={
          code === 'unauthenticated' ? (
            signIn
          ) : (
            <Button look="primary" busy={query.isFetching} onClick={() => void query.refetch()}>
              {t('common:retry')}
            </Button>
          )
        }
      />
    );
  }
  return (
    <DocumentsView
      documents={query.data}
      folders={folders}
      userId={userId}
      create={create}
      starts={starts}
      Texts={Texts}
      onShare={onShare}
      onDownload={onDownload}
    />
  );
}
