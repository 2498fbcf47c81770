import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_TITLE_CHARS } from '#contract/limits.ts';
import { cutPaste } from '../ui/cut-paste.ts';

interface RenameFieldProps {
  readonly title: string;
  /** Null if unchanged. */
  readonly onEnd: (title: string | null) => void;
}

/** Inline title input: Enter and blur save, Escape cancels. */
export function RenameField({ title, onEnd }: RenameFieldProps) {
  const { t } = useTranslation(['documents', 'documentList']);
  const field = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const end = (next: string): void => {
    if (ended.current) return;
    ended.current = true;
    onEnd(next.trim() === title.trim() ? null : next.trim());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') end(event.currentTarget.value);
    if (event.key === 'Escape') end(title);
  };
  return (
    <input
      ref={field}
      aria-label={t('documentList:newTitle')}
      defaultValue={title}
      dir="auto"
      maxLength={MAX_TITLE_CHARS}
      onPaste={cutPaste}
      placeholder={t('documents:untitled')}
      className="relative z-1 -my-1 -ml-1 block h-8 w-full text-left rounded-control border border-edge bg-raised px-1 font-serif text-[18px] font-medium"
      onKeyDown={onKeyDown}
      onBlur={(event) => end(event.currentTarget.value)}
    />
  );
}
