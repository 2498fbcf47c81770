import { useCallback, useSyncExternalStore } from 'react';
import type * as Y from 'yjs';
import { TITLE_ROOT } from '#contract/document-schema.ts';
import { isLanguage, type Language } from '../i18n/language.ts';

/** An attribute of the shared title: it belongs to everyone who opens the document, and no undo takes it back. */
const ATTRIBUTE = 'lang';

/** The language that the text is written in; null while nobody has said. */
export function useDocumentLanguage(doc: Y.Doc): Language | null {
  const title = doc.getText(TITLE_ROOT);
  const subscribe = useCallback(
    (changed: () => void) => {
      title.observe(changed);
      return () => title.unobserve(changed);
    },
    [title],
  );
  return useSyncExternalStore(subscribe, () => readDocumentLanguage(doc));
}

export function readDocumentLanguage(doc: Y.Doc): Language | null {
  const value: unknown = doc.getText(TITLE_ROOT).getAttribute(ATTRIBUTE);
  return isLanguage(value) ? value : null;
}

export function setDocumentLanguage(doc: Y.Doc, language: Language): void {
  if (readDocumentLanguage(doc) !== language) doc.getText(TITLE_ROOT).setAttribute(ATTRIBUTE, language);
}
