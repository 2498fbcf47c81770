import type { Editor } from '@tiptap/core';
import { Trash2 } from 'lucide-react';
import { Suspense, useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_ATTRIBUTE_CHARS } from '#contract/limits.ts';
import { cutPaste } from '../../ui/cut-paste.ts';
import { NodeCard } from '../context-toolbar/node-card.tsx';
import { TextSpan } from '../../ui/text-span.tsx';

interface MathCardProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly editor: Editor;
  readonly latex: string;
  /** Receives the focus when the user opened the card, not when a selection did. */
  readonly wantsFocus: boolean;
  readonly onChange: (latex: string) => void;
  readonly onClosed: () => void;
  /** Returns to the text. */
  readonly onLeave: () => void;
}

/** Edits the source of the selected formula. */
export const MathCard = (props: MathCardProps) => (
  <Suspense fallback={null}>
    <Card {...props} />
  </Suspense>
);

function Card({ anchor, editor, latex, wantsFocus, onChange, onClosed, onLeave }: MathCardProps) {
  const { t } = useTranslation('lateEditor');
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const isDrawn = useIsDrawn(latex);
  const leave = (): void => {
    onClosed();
    onLeave();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    leave();
  };
  return (
    <NodeCard
      anchor={anchor}
      editor={editor}
      name={t('math.title')}
      className="math-card"
      field={field}
      wantsFocus={wantsFocus}
      onClosed={onClosed}
      onEscape={leave}
    >
      {() => (
        <>
          <label htmlFor={id} className="font-medium">
            {t('math.source')}
          </label>
          <textarea
            ref={field}
            id={id}
            className="math-source"
            rows={3}
            maxLength={MAX_ATTRIBUTE_CHARS}
            onPaste={cutPaste}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            placeholder="a^2 + b^2 = c^2"
            aria-describedby={`${id}-hint`}
            aria-invalid={!isDrawn}
            value={latex}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <p id={`${id}-hint`} className={`text-[13px] ${isDrawn ? 'text-muted' : 'text-danger'}`}>
            <TextSpan>{t(isDrawn ? 'math.hint' : 'math.wrong')}</TextSpan>
          </p>
          <div className="link-card-actions">
            <button
              type="button"
              onClick={() =>
                editor.chain().deleteSelection().focus(undefined, { scrollIntoView: false }).run()
              }
            >
              <Trash2 size={16} aria-hidden />
              <span>{t('math.remove')}</span>
            </button>
          </div>
        </>
      )}
    </NodeCard>
  );
}

function useIsDrawn(latex: string): boolean {
  const [isDrawn, setIsDrawn] = useState(true);
  useEffect(() => {
    let isCurrent = true;
    import('./draw-formula.ts').then(
      ({ canDraw }) => {
        if (isCurrent) setIsDrawn(canDraw(latex));
      },
      // Offline the source cannot be checked.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [latex]);
  return isDrawn;
}
