import { formatExact, formatRelative } from '../i18n/format-date.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { TextSpan } from '../ui/text-span.tsx';

/** Relative time, with the exact time as its title. */
export function RelativeTime({ at, now }: { readonly at: Date; readonly now: Date }) {
  const { language } = useLanguage();
  return (
    <time dateTime={at.toISOString()} title={formatExact(at, language)} className="relative z-1">
      <TextSpan>{formatRelative(at, language, now)}</TextSpan>
    </time>
  );
}
