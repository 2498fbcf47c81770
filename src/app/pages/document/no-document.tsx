import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileX, Lock } from 'lucide-react';
import { Suspense, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorCodeOf } from '../../data/api-error.ts';
import { documentsQuery, refreshDocuments, restoreDocument } from '../../data/documents.ts';
import { PATHS } from '../../data/paths.ts';
import type { SignedInUser } from '../../data/session.ts';
import { trashedByQuery } from '../../data/trash.ts';
import { buttonLook } from '../../ui/button-look.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { showToast } from '../../ui/toast.tsx';
import { ComeBack } from './come-back.tsx';
import { loseComments } from './comments/lose-comments.ts';
import { usePage } from '../use-page.ts';

interface NoAccessProps {
  readonly documentId: string;
  readonly user: SignedInUser;
  /** Button to request access. */
  readonly ask: ReactNode;
}

/** Somebody else's document. */
export function NoAccess({ documentId, user: { id, email }, ask }: NoAccessProps) {
  const { t } = useTranslation('documents');
  usePage(t('noAccess.title'));
  useEffect(() => loseComments(id, documentId, 'forbidden'), [id, documentId]);
  return (
    <EmptyState
      alert
      heading="h1"
      icon={<Lock size={32} strokeWidth={1.5} aria-hidden="true" />}
      title={t('noAccess.title')}
      text={t('noAccess.text', { email })}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Link to={PATHS.documents} className={buttonLook('primary')}>
            {t('toList')}
          </Link>
          {ask}
        </div>
      }
    />
  );
}

interface GoneProps {
  readonly documentId: string;
  readonly userId: string;
  /** The document can be opened again. */
  readonly onBack: () => void;
}

/** A document that was deleted. It opens when it comes back from the owner's trash. Suspends while its translations load. */
export const Gone = (props: GoneProps) => (
  <Suspense fallback={null}>
    <Trashed {...props} />
  </Suspense>
);

function Trashed({ documentId, userId, onBack }: GoneProps) {
  const { t } = useTranslation(['documents', 'latePresence']);
  const { data: mover } = useQuery(trashedByQuery(documentId));
  // The list may be ahead of a restore that is on its way, so it only has the title.
  const listed = useQuery(documentsQuery()).data?.find(({ id }) => id === documentId);
  const isOwn = mover?.userId === userId && !mover.isErased;
  useEffect(() => loseComments(userId, documentId, 'gone'), [userId, documentId]);
  const name = listed?.title.trim() || t('documents:untitled');
  const about = mover ? t('latePresence:trash.text', { name: mover.name }) : t('latePresence:trash.unknown');
  const [title, text] = mover?.isErased
    ? [t('latePresence:trash.erased'), t('latePresence:trash.erasedText')]
    : [
        t(isOwn ? 'latePresence:trash.own' : 'latePresence:trash.title'),
        isOwn ? t('latePresence:trash.ownText', { title: name }) : about,
      ];
  usePage(title);
  return (
    <EmptyState
      alert
      heading="h1"
      icon={<FileX size={32} strokeWidth={1.5} aria-hidden="true" />}
      title={title}
      text={text}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {isOwn ? <Restore documentId={documentId} onBack={onBack} /> : null}
          <Link to={PATHS.documents} className={buttonLook(isOwn ? 'quiet' : 'primary')}>
            {t('documents:toList')}
          </Link>
          <ComeBack documentId={documentId} onBack={onBack} />
        </div>
      }
    />
  );
}

function Restore({ documentId, onBack }: Omit<GoneProps, 'userId'>) {
  const { t } = useTranslation(['latePresence', 'errors']);
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: () => restoreDocument(documentId),
    onSuccess: async () => {
      await refreshDocuments(client);
      onBack();
    },
    onError: (error) => showToast.error(t(`errors:${errorCodeOf(error)}`)),
  });
  return (
    <Button look="primary" busy={restore.isPending} onClick={() => restore.mutate()}>
      {t('latePresence:trash.restore')}
    </Button>
  );
}
