import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { loadEarly } from '../../data/load-early.ts';
import { DOCUMENT_NAMESPACES } from '../../i18n/lazy-messages.ts';
import { DocumentSkeleton } from './document-skeleton.tsx';

/** Stands in for the page of a document while its code loads, and asks for what it needs meanwhile. */
export function DocumentWaiting() {
  const { documentId } = useParams();
  const { i18n } = useTranslation();
  useEffect(() => void i18n.loadNamespaces(DOCUMENT_NAMESPACES), [i18n]);
  useEffect(() => {
    if (documentId !== undefined) void loadEarly(documentId);
  }, [documentId]);
  return <DocumentSkeleton />;
}
