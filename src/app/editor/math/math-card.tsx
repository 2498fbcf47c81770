import type { Editor } from '@tiptap/core';
import { Trash2 } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_ATTRIBUTE_CHARS } from '#contract/limits.ts';

interface MathCardProps {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly editor: Editor;
  readonly latex: string;
  /** Asked for by the person, so the focus goes into it; otherwise it only stands there. */
  readonly wantsFocus: boolean;
  readonly onChange: (latex: string) => void;
  readonly onClosed: () => void;
  /** Back to the text. */
  readonly onLeave: () => void;
}

/** The source of a selected formula. */
export function MathCard({ anchor, editor, latex, wantsFocus, onChange, onClosed, onLeave }: MathCardProps) {
  const { t } = useTranslation('editor');
  const id = useId();
  const [isDismissed, setDismissed] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (wantsFocus) field.current?.focus();
  }, [wantsFocus]);
  const dismiss = (): void => {
    setDismissed(true);
    onClosed();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onClosed();
    onLeave();
  };
  return (
    <Popover.Root open={wantsFocus || !isDismissed} onOpenChange={dismiss}>
      <Popover.Anchor virtualRef={anchor} />
      <Popover.Portal>
        <Popover.Content
          className="link-card math-card appear"
          aria-label={t('math.title')}
          side="bottom"
          align="start"
          sideOffset={8}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            if (wantsFocus) field.current?.focus();
          }}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onEscapeKeyDown={() => {
            onClosed();
            onLeave();
          }}
          // The text decides by its selection whether the card stays.
          onInteractOutside={(event) => {
            if (event.target instanceof Node && editor.view.dom.contains(event.target))
              event.preventDefault();
          }}
        >
          <label htmlFor={id} className="font-medium">
            {t('math.source')}
          </label>
          <textarea
            ref={field}
            id={id}
            className="math-source"
            rows={3}
            maxLength={MAX_ATTRIBUTE_CHARS}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            placeholder="a^2 + b^2 = c^2"
            aria-describedby={`${id}-hint`}
            value={latex}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <p id={`${id}-hint`} className="text-[13px] text-muted">
            {t('math.hint')}
          </p>
          <div className="link-card-actions">
            <button
              type="button"
              onClick={() =>
                editor.chain().deleteSelection().focus(undefined, { scrollIntoView: false }).run()
              }
            >
              <Trash2 size={16} aria-hidden />
              {t('math.remove')}
            </button>
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
