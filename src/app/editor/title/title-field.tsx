import { clsx } from 'clsx';
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type * as Y from 'yjs';
import { TITLE_ROOT } from '#contract/document-schema.ts';
import { bindTitle } from './bind-title.ts';
import '../editor.css';

interface TitleFieldProps {
  readonly doc: Y.Doc;
  readonly editable: boolean;
  /** Enter moves on to the text. */
  readonly onEnter?: () => void;
  readonly autoFocus?: boolean;
  readonly className?: string;
}

const TITLE_ID = 'document-title';

/** Moves the focus into the title and selects it, to be renamed. */
export function selectTitle(): void {
  const field = document.getElementById(TITLE_ID);
  if (!(field instanceof HTMLTextAreaElement)) return;
  field.focus();
  field.select();
}

/** The title of a document, edited live like its text. */
export function TitleField({ doc, editable, onEnter, autoFocus = false, className }: TitleFieldProps) {
  const { t } = useTranslation('editor');
  const field = useRef<HTMLTextAreaElement>(null);

  useLayoutEffect(() => {
    if (!field.current) return undefined;
    return bindTitle(field.current, doc.getText(TITLE_ROOT));
  }, [doc]);

  useLayoutEffect(() => {
    if (autoFocus) field.current?.focus();
  }, [autoFocus]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter?.();
  };

  return (
    <textarea
      ref={field}
      id={TITLE_ID}
      className={clsx('title-field', className)}
      translate="no"
      dir="auto"
      aria-label={t('title')}
      placeholder={t('untitled')}
      rows={1}
      readOnly={!editable}
      enterKeyHint="next"
      autoComplete="off"
      onKeyDown={onKeyDown}
    />
  );
}
