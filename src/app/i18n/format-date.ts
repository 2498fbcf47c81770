/** Formats dates and times for each language. Pure: the current time is passed in. */
import {
  differenceInDays,
  differenceInHours,
  differenceInMinutes,
  isSameDay,
  isSameYear,
  subDays,
} from 'date-fns';
import type { Language } from '#contract/languages.ts';

/** "21. 11. 2026" · "11/21/2026" */
export function formatDate(date: Date, language: Language): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'numeric', year: 'numeric' }).format(
    date,
  );
}

/** "21. 11. 14:30" · "11/21, 2:30 PM" */
export function formatDateTime(date: Date, language: Language): string {
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(date);
}

/** "14:30:07" · "2:30:07 PM", with the day unless it is today; seconds only where the minute is not enough. */
export function formatMoment(date: Date, language: Language, now: Date, withSeconds = false): string {
  const day = isSameDay(date, now) ? {} : ({ day: 'numeric', month: 'numeric' } as const);
  const second = withSeconds ? ({ second: '2-digit' } as const) : {};
  return new Intl.DateTimeFormat(language, { ...day, hour: 'numeric', minute: '2-digit', ...second }).format(
    date,
  );
}

/** "sobota 21. listopadu 2026 v 14:30" · "Saturday, November 21, 2026 at 2:30 PM" */
export function formatExact(date: Date, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' }).format(date);
}

/** "2026-11-21 14:30:07" in UTC, in every language and time zone: for a record. */
export const formatSeconds = (ms: number): string =>
  new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** "2026-11-21 14:30:07 UTC". */
export const formatUtc = (ms: number): string => `${formatSeconds(ms)} UTC`;

/** Heading of a day in a list: "today", "yesterday", else the date, with the year unless it is the current one. */
export function formatDay(date: Date, language: Language, now: Date): string {
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (isSameDay(date, now)) return startWithCapital(relative.format(0, 'day'), language);
  if (isSameDay(date, subDays(now, 1))) return startWithCapital(relative.format(-1, 'day'), language);
  const year = isSameYear(date, now) ? {} : ({ year: 'numeric' } as const);
  const day = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', ...year });
  return startWithCapital(day.format(date), language);
}

/** "3 minutes ago" · "před 3 minutami"; a date after a month. A future time reads as now. */
export function formatRelative(date: Date, language: Language, now: Date): string {
  const past = date.getTime() > now.getTime() ? now : date;
  const [days, hours, minutes] = [differenceInDays, differenceInHours, differenceInMinutes].map((count) =>
    count(now, past),
  ) as [number, number, number];
  if (days > 30) return formatDate(date, language);
  if (minutes === 0) return JUST_NOW[language];
  const ago = new Intl.RelativeTimeFormat(language);
  if (days > 0) return ago.format(-days, 'day');
  if (hours > 0) return ago.format(-hours, 'hour');
  return ago.format(-minutes, 'minute');
}

/** Unlike that of the browser, as Czechs say it. */
const JUST_NOW: Readonly<Record<Language, string>> = { 'en-US': 'now', cs: 'právě teď' };

export function startWithCapital(text: string, language: Language): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

/** The same calendar day in the reader's time zone. */
export { isSameDay };
