import { ChevronLeft, ChevronRight } from 'lucide-react';
import { DayPicker, type ClassNames } from 'react-day-picker';
import { cs } from 'react-day-picker/locale/cs';
import { enUS } from 'react-day-picker/locale/en-US';
import { serverNow } from '../data/session.ts';
import type { Language } from '#contract/languages.ts';
import { useLanguage } from '../i18n/use-language.ts';

interface VersionCalendarProps {
  /** Days with versions, newest first; other days are disabled. */
  readonly days: readonly Date[];
  readonly selected: Date | null;
  readonly onSelect: (day: Date | null) => void;
}

/** Locale of the week start: Monday in Czech, Sunday in US English. */
const LOCALES = { cs, 'en-US': enUS } as const;

const ARROW =
  'inline-flex size-9 items-center justify-center rounded-control hover:bg-hover pointer-coarse:size-11 ' +
  'aria-disabled:opacity-40 aria-disabled:hover:bg-transparent';
const LOOK: Partial<ClassNames> = {
  root: 'relative',
  month_caption: 'flex h-9 items-center px-3 pointer-coarse:h-11',
  caption_label: 'font-medium',
  nav: 'absolute top-0 right-0 flex',
  button_previous: ARROW,
  button_next: ARROW,
  month_grid: 'mt-1 w-full table-fixed border-collapse',
  weekday: 'h-8 text-[13px] font-normal text-muted',
  day: 'p-0 text-center',
  day_button:
    'tabular h-9 w-full rounded-control font-semibold hover:bg-hover pointer-coarse:h-11 ' +
    'disabled:font-normal disabled:text-muted disabled:opacity-60 disabled:hover:bg-transparent',
  selected: '*:bg-ink *:text-paper *:hover:bg-ink/88 forced-colors:outline-2',
  today: '*:underline *:underline-offset-4',
};

export function VersionCalendar({ days, selected, onSelect }: VersionCalendarProps) {
  const { language } = useLanguage();
  const [newest, oldest] = [days[0], days.at(-1)];
  const known = new Set(days.map((day) => day.toDateString()));
  return (
    <DayPicker
      mode="single"
      locale={LOCALES[language]}
      classNames={LOOK}
      components={{ Chevron }}
      {...(newest && oldest ? { startMonth: oldest, endMonth: newest, defaultMonth: newest } : {})}
      today={serverNow()}
      selected={selected ?? undefined}
      labels={{ labelDayButton: (day, { today }) => nameDay(day, language, today === true) }}
      disabled={(day) => !known.has(day.toDateString())}
      onSelect={(day) => onSelect(day ?? null)}
    />
  );
}

/** "today, Sunday, November 22, 2026". In both languages the name contains the visible number (WCAG 2.5.3). */
function nameDay(day: Date, language: Language, isToday: boolean): string {
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'full' }).format(day);
  const now = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'day');
  return isToday ? `${now}, ${date}` : date;
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  const Arrow = orientation === 'left' ? ChevronLeft : ChevronRight;
  return <Arrow size={18} aria-hidden="true" />;
}
