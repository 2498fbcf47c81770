import { CloudOff } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { SignInAgainButton } from '../../auth/sign-in-again-button.tsx';
import { isApiErrorCode } from '../../data/api-error.ts';
import type { SignedInUser } from '../../data/session.ts';
import { loadLater } from '../../ui/load-later.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AppFrame } from '../app-frame.tsx';
import { DocumentSkeleton } from './document-skeleton.tsx';
import { usePage } from '../use-page.ts';

/** The server has replied, so it can be reached for these too. */
const NoAccess = loadLater(() => import('./no-document.tsx').then((part) => part.NoAccess));
const Gone = loadLater(() => import('./no-document.tsx').then((part) => part.Gone));
const JoinOrRequest = loadLater(() =>
  import('../../sharing/join-or-request.tsx').then((part) => part.JoinOrRequest),
);

interface DocumentFailedProps {
  /** A code of the contract, or `unreachable`. */
  readonly code: string;
  readonly documentId: string;
  readonly user: SignedInUser;
  readonly onRetry: () => void;
}

/** Shown instead of a document that failed to load. Keeps the URL, so that a retry opens the same document. */
export function DocumentFailed(props: DocumentFailedProps) {
  const { code, documentId, user, onRetry } = props;
  if (code !== 'forbidden' && code !== 'not_found')
    return (
      <AppFrame user={user}>
        {code === 'gone' ? (
          <Gone documentId={documentId} userId={user.id} onBack={onRetry} />
        ) : (
          <Failed code={code} onRetry={onRetry} />
        )}
      </AppFrame>
    );
  return (
    <Suspense fallback={<DocumentSkeleton />}>
      <JoinOrRequest documentId={documentId} onIn={onRetry} waiting={<DocumentSkeleton />}>
        {(ask) => (
          <AppFrame user={user}>
            <NoAccess documentId={documentId} user={user} ask={ask} />
          </AppFrame>
        )}
      </JoinOrRequest>
    </Suspense>
  );
}

function Failed({ code, onRetry }: { readonly code: string; readonly onRetry: () => void }) {
  const { t } = useTranslation(['documents', 'common', 'errors']);
  const isOffline = code === 'unreachable' && !navigator.onLine;
  const title = isOffline ? t('common:offline.title') : t('documents:openFailed');
  usePage(title);
  const reason = t(`errors:${isApiErrorCode(code) ? code : 'internal'}`);
  return (
    <EmptyState
      alert
      heading="h1"
      icon={<CloudOff size={32} strokeWidth={1.5} aria-hidden="true" />}
      title={title}
      text={isOffline ? t('common:offline.text') : `${reason} ${t('documents:openFailedHint')}`}
      action={
        code === 'unauthenticated' ? (
          <SignInAgainButton look="primary" />
        ) : (
          <Button look="primary" onClick={onRetry}>
            {t('common:retry')}
          </Button>
        )
      }
    />
  );
}
