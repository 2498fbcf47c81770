import type { JSONContent } from '@tiptap/core';
import { MoveDown, MoveUp } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { compareDocuments } from '#contract/comparison/compare-documents.ts';
import type { DocumentNode } from '#contract/comparison/document-node.ts';
import '../editor.css';
import { IconButton } from '../../ui/icon-button.tsx';
import { nameNodes } from '../text/node-names.ts';
import './comparison.css';
import { CHANGES, mergeContent } from './merged-content.ts';
import { readSaved, type SavedDocument } from './read-saved.ts';
import { renderText } from './render-text.tsx';

interface DocumentComparisonProps {
  /** The Yjs updates that make up each document; none for an empty one. */
  readonly before: readonly Uint8Array[];
  readonly after: readonly Uint8Array[];
}

/**
 * Shows what changed between two saved states, without an editor. N and P go to the next and previous change. Use a new
 * key for each comparison.
 */
export function DocumentComparison({ before, after }: DocumentComparisonProps) {
  const { t, i18n } = useTranslation('editor');
  const text = useRef<HTMLDivElement>(null);
  const compared = useMemo(() => compare(readSaved(before), readSaved(after)), [before, after]);
  if (compared === null) return <p role="alert">{t('unreadable')}</p>;
  const { saved, titleBefore, content, count } = compared;
  const title = saved.title === '' ? t('untitled') : saved.title;
  return (
    <article className="editor-column" lang={saved.lang} translate="no">
      <Steps count={count} text={text} />
      <h2 className="title-field">
        {titleBefore === saved.title ? (
          <span>{title}</span>
        ) : (
          <>
            <del className="change change-removed me-2">{titleBefore}</del>
            <ins className="change change-added">{title}</ins>
          </>
        )}
      </h2>
      <div ref={text} className="document-text is-read-only">
        {renderText({ type: 'doc', content: content as JSONContent[] }, nameNodes(i18n), CHANGES)}
      </div>
    </article>
  );
}

function compare(before: SavedDocument | null, after: SavedDocument | null) {
  if (before === null || after === null) return null;
  const comparison = compareDocuments(before.text as DocumentNode, after.text as DocumentNode);
  return {
    saved: after,
    titleBefore: before.title,
    content: mergeContent(comparison),
    count: comparison.changes.length,
  };
}

interface StepsProps {
  readonly count: number;
  readonly text: RefObject<HTMLElement | null>;
}

/** The number of changes, and the way from one to the next. */
function Steps({ count, text }: StepsProps) {
  const { t, i18n } = useTranslation('editor');
  const [at, setAt] = useState(0);
  const go = (step: 1 | -1): void => {
    const next = ((at - 1 + step + count) % count) + 1;
    setAt(at === 0 && step === -1 ? count : next);
  };
  useEffect(() => {
    const parts = text.current?.querySelectorAll('[data-change]') ?? [];
    for (const part of parts)
      part.toggleAttribute('data-current', part.getAttribute('data-change') === String(at));
    text.current?.querySelector(`[data-change="${at}"]`)?.scrollIntoView({ block: 'center' });
  }, [at, text]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.closest('input, select, textarea');
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || count === 0) return;
      if (event.key === 'n') go(1);
      if (event.key === 'p') go(-1);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  if (count === 0) return <output className="block text-muted">{t('changes.none')}</output>;
  return (
    <div className="change-steps" lang={i18n.language} translate="yes">
      <output className="tabular">
        {at === 0 ? t('changes.count', { count }) : t('changes.at', { at, total: count })}
      </output>
      <IconButton
        label={t('changes.previous')}
        icon={<MoveUp size={18} aria-hidden="true" />}
        onClick={() => go(-1)}
      />
      <IconButton
        label={t('changes.next')}
        icon={<MoveDown size={18} aria-hidden="true" />}
        onClick={() => go(1)}
      />
    </div>
  );
}
