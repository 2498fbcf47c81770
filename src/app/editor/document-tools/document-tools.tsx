import type { Editor } from '@tiptap/core';
import { ListTree, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Awareness } from 'y-protocols/awareness';
import { IconButton } from '../../ui/icon-button.tsx';
import { usePrintedLinks } from '../links/print-links.ts';
import { usePrintedTitle } from '../title/print-title.ts';
import { OutlinePanel } from './outline-panel.tsx';
import { countDocument, countSelection, type TextSize } from './count-words.ts';
import { TextSpan } from '../../ui/text-span.tsx';

/** Debounce of counting… */
const REST_MS = 400;
/** …and its upper limit. */
const MAX_WAIT_MS = 5000;

interface DocumentToolsProps {
  readonly editor: Editor;
  readonly awareness: Awareness;
  readonly onFind: () => void;
}

/** Outline, search and word count; also for readers. */
export function DocumentTools({ editor, awareness, onFind }: DocumentToolsProps) {
  const { t } = useTranslation('editor');
  usePrintedLinks();
  usePrintedTitle();
  const [outline, setOutline] = useState(false);
  const toggle = (): void => setOutline((open) => !open);
  return (
    <>
      {outline ? <OutlinePanel editor={editor} awareness={awareness} onClose={toggle} /> : null}
      <IconButton
        label={t('outline.label')}
        icon={<ListTree size={18} aria-hidden />}
        aria-expanded={outline}
        onClick={toggle}
      />
      <IconButton label={t('find.label')} icon={<Search size={18} aria-hidden />} onClick={onFind} />
      <WordCount editor={editor} />
    </>
  );
}

interface Sizes {
  readonly all: TextSize;
  /** Null while no text is selected. */
  readonly selected: TextSize | null;
}

function WordCount({ editor }: { editor: Editor }) {
  const { t } = useTranslation('editor');
  const { all, selected } = useSizes(editor);
  const { words, characters } = selected ?? all;
  return (
    <p className="word-count">
      {selected ? <span>{t('count.selected')}</span> : null}
      <TextSpan>{t('count.words', { count: words })}</TextSpan>
      <TextSpan>{t('count.characters', { count: characters })}</TextSpan>
    </p>
  );
}

function readSizes({ state: { doc, selection } }: Editor): Sizes {
  const part = selection.empty ? null : countSelection(doc, selection);
  return { all: countDocument(doc), selected: part && part.characters > 0 ? part : null };
}

function useSizes(editor: Editor): Sizes {
  const [sizes, setSizes] = useState(() => readSizes(editor));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let restsFromMs = 0;
    let latestMs = 0;
    const look = (): void => {
      const leftMs = Math.min(restsFromMs, latestMs) - performance.now();
      timer = leftMs > 0 ? setTimeout(look, leftMs) : undefined;
      if (leftMs <= 0) setSizes(readSizes(editor));
    };
    // One timer for many changes.
    const later = (): void => {
      const nowMs = performance.now();
      restsFromMs = nowMs + REST_MS;
      if (timer !== undefined) return;
      latestMs = nowMs + MAX_WAIT_MS;
      timer = setTimeout(look, REST_MS);
    };
    editor.on('transaction', later);
    return () => {
      clearTimeout(timer);
      editor.off('transaction', later);
    };
  }, [editor]);
  return sizes;
}
