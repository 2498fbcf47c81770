import { memo, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Room } from '../../room/open-room.ts';
import type { UsedRoom } from '../../room/room-store.ts';
import { useRoom } from '../../room/use-room.ts';
import type { SignedInUser } from '../../data/session.ts';
import { leavePageOfToasts, showToast } from '../../ui/toast.tsx';
import { DocumentFailed } from './document-failed.tsx';
import { DocumentSkeleton } from './document-skeleton.tsx';
import { ComeBack } from './late-loader.ts';
import { LiveDocument } from './live-document.tsx';

interface OpenDocumentProps {
  readonly documentId: string;
  readonly user: SignedInUser;
  /** Called when the page starts or stops having unsaved changes. */
  readonly onUnsaved: (unsaved: boolean) => void;
  /** Reopens the document from scratch. */
  readonly onOpenAgain: () => void;
}

/** Shows a document that is loading, failed or open. Only an open document is shown as text. */
export const OpenDocument = memo(function OpenDocument(props: OpenDocumentProps) {
  const { documentId, user, onUnsaved, onOpenAgain } = props;
  const { room, status, people, reason } = useRoom(documentId);
  useFreshCopyNotice(room, reason);
  useEffect(() => leavePageOfToasts, []);
  const unsaved = status.kind === 'open' && status.hasUnsaved;
  useEffect(() => {
    onUnsaved(unsaved);
    return () => onUnsaved(false);
  }, [unsaved, onUnsaved]);

  // The document was deleted while it was open. Unsaved changes must be on this device.
  const isGone = status.kind === 'open' && status.cause === 'gone' && (!status.hasUnsaved || status.keeps);

  if (status.kind === 'failed') {
    return <DocumentFailed code={status.code} documentId={documentId} user={user} onRetry={onOpenAgain} />;
  }
  if (status.kind === 'loading' || room === null) return <DocumentSkeleton />;
  // A replaced copy of the document needs a new editor.
  return (
    <>
      <LiveDocument key={room.doc.guid} room={room} status={status} people={people} user={user} />
      {isGone && <ComeBack documentId={documentId} onBack={onOpenAgain} />}
    </>
  );
});

/** Explains why the text may jump, or nothing can be undone, when another copy replaces the one of before. */
function useFreshCopyNotice(room: Room | null, reason: UsedRoom['reason']): void {
  const { t } = useTranslation('documentPage');
  const shown = useRef(room);
  useEffect(() => {
    const isExchanged = shown.current !== null && room !== null && room !== shown.current;
    shown.current = room;
    if (isExchanged) showToast.plain(t(reason === 'erased' ? 'erasedCopy' : 'replacedCopy'));
  }, [room, reason, t]);
}
