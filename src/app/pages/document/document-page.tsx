import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import * as z from 'zod/mini';
import { RequireSession } from '../../auth/require-session.tsx';
import { DOCUMENT_NAMESPACES } from '../../i18n/lazy-messages.ts';
import { DocumentSkeleton } from './document-skeleton.tsx';
import { Component as NotFound } from '../not-found-page.tsx';
import { OpenDocument } from './open-document.tsx';

export function Component() {
  // Loads all texts before rendering: an editor that suspends during its first render is thrown away.
  useTranslation(DOCUMENT_NAMESPACES);
  const { documentId } = useParams();
  const [unsaved, setUnsaved] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const openAgain = useCallback(() => setAttempt((count) => count + 1), []);
  if (!z.uuid().safeParse(documentId).success || documentId === undefined) return <NotFound />;
  return (
    <RequireSession waiting={<DocumentSkeleton />} holding={unsaved}>
      {(user) => (
        <OpenDocument
          key={`${documentId} ${attempt}`}
          documentId={documentId}
          user={user}
          onUnsaved={setUnsaved}
          onOpenAgain={openAgain}
        />
      )}
    </RequireSession>
  );
}
