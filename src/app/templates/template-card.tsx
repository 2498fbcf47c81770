import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Spinner } from '../ui/spinner.tsx';
import { TextSpan } from '../ui/text-span.tsx';

interface TemplateCardProps {
  readonly name: ReactNode;
  readonly text: ReactNode;
  /** The document is being made from it. */
  readonly busy: boolean;
  /** Another one is being used. */
  readonly off: boolean;
  /** Below the text. */
  readonly children?: ReactNode;
  readonly onChoose: () => void;
}

export function TemplateCard({ name, text, busy, off, children, onChoose }: TemplateCardProps) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || off || undefined}
      className="flex h-full w-full flex-col rounded-card border border-line bg-raised px-4 py-3 text-left transition-colors duration-120 hover:not-aria-disabled:border-edge hover:not-aria-disabled:bg-hover aria-disabled:cursor-default aria-disabled:not-aria-busy:opacity-60"
      onClick={() => !busy && !off && onChoose()}
    >
      <span className="flex w-full items-center gap-2 font-medium">
        <span className="min-w-0 flex-1 break-words">
          <TextSpan>{name}</TextSpan>
        </span>
        {busy && <Spinner />}
      </span>
      <span className={clsx('text-[13px]/5 text-muted', children && 'mb-2.5')}>
        <TextSpan>{text}</TextSpan>
      </span>
      {children}
    </button>
  );
}
