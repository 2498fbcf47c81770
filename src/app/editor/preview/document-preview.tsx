import type { JSONContent } from '@tiptap/core';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { childrenOf } from '#contract/text/document-node.ts';
import '../editor.css';
import { nameNodes } from '../text/node-names.ts';
import { NO_THREADS, pickThread, useThreadsIn, type ShownThreads } from './commented-text.tsx';
import { createThreadMarker, THREADS } from './mark-threads.ts';
import { readSaved } from './read-saved.ts';
import { renderText } from './render-text.tsx';

interface DocumentPreviewProps {
  /** The Yjs updates that make up a document. */
  readonly updates: readonly Uint8Array[];
  /** Highlighted in the text. */
  readonly comments?: ShownThreads;
}

/** Shows a saved state without an editor: it cannot be changed and does not touch the live document. */
export function DocumentPreview({ updates, comments = NO_THREADS }: DocumentPreviewProps) {
  const { threads, onPick } = comments;
  const { t, i18n } = useTranslation('editor');
  const text = useRef<HTMLDivElement>(null);
  const saved = useMemo(() => readSaved(updates), [updates]);
  const drawn = useMemo(() => {
    if (saved === null) return null;
    const blocks = childrenOf(saved.text);
    const isMarked = threads.length > 0;
    const content = isMarked ? createThreadMarker(saved.spans, threads, 'comment').mark(blocks) : blocks;
    return renderText({ type: 'doc', content: content as JSONContent[] }, nameNodes(i18n), THREADS);
  }, [saved, threads, i18n]);
  useThreadsIn(text, comments);
  if (saved === null) return <p role="alert">{t('unreadable')}</p>;
  return (
    <article className="editor-column" lang={saved.lang} translate="no">
      <h2 className="title-field">{saved.title === '' ? t('untitled') : saved.title}</h2>
      {/* By keyboard a thread is reached at its card. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div ref={text} className="document-text is-read-only" onClick={(event) => pickThread(event, onPick)}>
        {saved.isEmpty ? <p className="document-empty">{t('emptyDocument')}</p> : drawn}
      </div>
    </article>
  );
}
