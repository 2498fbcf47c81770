import type { JSONContent } from '@tiptap/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import '../editor.css';
import { nameNodes } from '../text/node-names.ts';
import { readSaved } from './read-saved.ts';
import { renderText } from './render-text.tsx';

interface DocumentPreviewProps {
  /** The Yjs updates that make up a document. */
  readonly updates: readonly Uint8Array[];
}

/** Shows a saved state without an editor: it cannot be changed and does not touch the live document. */
export function DocumentPreview({ updates }: DocumentPreviewProps) {
  const { t, i18n } = useTranslation('editor');
  const saved = useMemo(() => readSaved(updates), [updates]);
  if (saved === null) return <p role="alert">{t('unreadable')}</p>;
  return (
    <article className="editor-column" lang={saved.lang} translate="no">
      <h2 className="title-field">{saved.title === '' ? t('untitled') : saved.title}</h2>
      <div className="document-text is-read-only">
        {saved.isEmpty ? (
          <p className="document-empty">{t('emptyDocument')}</p>
        ) : (
          renderText(saved.text as JSONContent, nameNodes(i18n))
        )}
      </div>
    </article>
  );
}
