import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { Suspense, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { goToMatch, readFound, replaceAllMatches, replaceMatch, search, selectMatch } from './find-plugin.ts';
import { TextSpan } from '../../ui/text-span.tsx';

interface FindBarProps {
  readonly editor: Editor;
  /** Whether the row for replacing is shown. */
  readonly replacing: boolean;
  /** Absent when replacing is not allowed. */
  readonly onReplacing?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Searches the whole document. Enter goes to the next match, Shift+Enter to the previous, Escape to the text. */
export const FindBar = (props: FindBarProps) => (
  <Suspense fallback={null}>
    <Bar {...props} />
  </Suspense>
);

function Bar({ editor, replacing, onReplacing, onClose }: FindBarProps) {
  const { t } = useTranslation(['lateEditor', 'editor']);
  const [query, setQuery] = useState(() => selectedText(editor));
  const [accents, setAccents] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => search(editor, { query, accents }), [editor, query, accents]);
  useEffect(() => () => endSearch(editor), [editor]);
  useEffect(() => input.current?.select(), []);

  const close = (): void => {
    selectMatch(editor);
    onClose();
    editor.commands.focus(undefined, { scrollIntoView: false });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    close();
  };
  return (
    <search className="find-bar-place print:hidden" aria-label={t('editor:find.label')}>
      <div className="find-bar appear" onKeyDown={onKeyDown} role="presentation">
        <form
          className="find-row"
          onSubmit={(event) => {
            event.preventDefault();
            goToMatch(editor, 1);
          }}
        >
          <input
            ref={input}
            className="find-field"
            aria-label={t('find.query')}
            placeholder={t('find.query')}
            value={query}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !event.shiftKey) return;
              event.preventDefault();
              goToMatch(editor, -1);
            }}
          />
          <FoundCount editor={editor} hasQuery={query !== ''} />
          <IconButton
            type="button"
            label={t('find.previous')}
            icon={<ChevronUp size={18} aria-hidden />}
            onClick={() => goToMatch(editor, -1)}
          />
          <IconButton type="submit" label={t('find.next')} icon={<ChevronDown size={18} aria-hidden />} />
          <IconButton
            type="button"
            label={t('find.close')}
            icon={<X size={18} aria-hidden />}
            onClick={close}
          />
        </form>
        <label className="find-option">
          <input type="checkbox" checked={accents} onChange={(event) => setAccents(event.target.checked)} />
          <span>{t('find.matchAccents')}</span>
        </label>
        {onReplacing && !replacing ? (
          <Button look="quiet" className="self-start" onClick={onReplacing}>
            {`${t('find.replace')}…`}
          </Button>
        ) : null}
        {replacing ? <ReplaceRow editor={editor} /> : null}
      </div>
    </search>
  );
}

function FoundCount({ editor, hasQuery }: { editor: Editor; hasQuery: boolean }) {
  const { t } = useTranslation('lateEditor');
  const { current, count } = useEditorState({
    editor,
    selector: ({ editor: { state } }) => {
      const found = readFound(state);
      return { current: found.current + 1, count: found.matches.length };
    },
  });
  const status = count === 0 ? t('find.nothing') : t('find.place', { current, count });
  return (
    <output className="find-count" aria-live="polite">
      <TextSpan>{hasQuery ? status : ''}</TextSpan>
    </output>
  );
}

function ReplaceRow({ editor }: { editor: Editor }) {
  const { t } = useTranslation('lateEditor');
  const [text, setText] = useState('');
  const [replaced, setReplaced] = useState<number | null>(null);
  return (
    <form
      className="find-row"
      onSubmit={(event) => {
        event.preventDefault();
        setReplaced(null);
        replaceMatch(editor, text);
      }}
    >
      <input
        className="find-field"
        aria-label={t('find.replacement')}
        placeholder={t('find.replacement')}
        value={text}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit">{t('find.replace')}</Button>
      <Button type="button" onClick={() => setReplaced(replaceAllMatches(editor, text))}>
        {t('find.replaceAll')}
      </Button>
      <output className="sr-only">
        <TextSpan>{replaced === null ? '' : t('find.replaced', { count: replaced })}</TextSpan>
      </output>
    </form>
  );
}

/** A selection within one block is the initial query. */
function selectedText({ state: { doc, selection } }: Editor): string {
  const { $from, $to } = selection;
  return $from.sameParent($to) ? doc.textBetween(selection.from, selection.to) : '';
}

function endSearch(editor: Editor): void {
  if (!editor.isDestroyed) search(editor, null);
}
