import { useId, type ReactNode } from 'react';
import { formatExact, formatRelative } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { TextSpan } from '../ui/text-span.tsx';

interface UnsentFrameProps {
  readonly title: string;
  readonly at: Date;
  readonly now: Date;
  readonly children: ReactNode;
}

/** An entry of the list, headed by title and time. */
export function UnsentFrame({ title, at, now, children }: UnsentFrameProps) {
  const { language } = useLanguage();
  const headingId = useId();
  return (
    <li aria-labelledby={headingId} className="rounded-card border border-line p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={headingId} translate="no" dir="auto" className="min-w-0 font-medium break-words">
          {title}
        </h3>
        <time
          dateTime={at.toISOString()}
          title={formatExact(at, language)}
          className="tabular text-[13px] text-muted"
        >
          <TextSpan>{formatRelative(at, language, now)}</TextSpan>
        </time>
      </div>
      {children}
    </li>
  );
}

/** Focusable, because long text scrolls. */
export function UnsentText({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <section
      aria-label={label}
      translate="no"
      dir="auto"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="mt-2 max-h-40 overflow-y-auto rounded-control bg-hover px-3 py-2 font-serif break-words whitespace-pre-wrap"
    >
      {text}
    </section>
  );
}
