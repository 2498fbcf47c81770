import { useEffect } from 'react';
import { useRoom } from '../room/use-room.ts';
import type { SignedInUser } from '../data/session.ts';
import { DocumentFailed } from './document-failed.tsx';
import { DocumentSkeleton } from './document-skeleton.tsx';
import { LiveDocument } from './live-document.tsx';

interface OpenDocumentProps {
  readonly documentId: string;
  readonly user: SignedInUser;
  /** Told whether the page has words that the server does not have yet. */
  readonly onUnsaved: (unsaved: boolean) => void;
  /** Opens the document from the start. */
  readonly onOpenAgain: () => void;
}

/** A document is loading, failed, or open; only an open one is ever shown as text. */
export function OpenDocument({ documentId, user, onUnsaved, onOpenAgain }: OpenDocumentProps) {
  const { room, status, people } = useRoom(documentId);
  const unsaved = status.kind === 'open' && status.hasUnsaved;
  useEffect(() => {
    onUnsaved(unsaved);
    return () => onUnsaved(false);
  }, [unsaved, onUnsaved]);

  if (status.kind === 'failed') {
    return <DocumentFailed code={status.code} user={user} onRetry={onOpenAgain} />;
  }
  if (status.kind === 'loading' || room === null) return <DocumentSkeleton />;
  // A fresh copy of the document needs a fresh editor.
  return <LiveDocument key={room.doc.guid} room={room} status={status} people={people} user={user} />;
}
