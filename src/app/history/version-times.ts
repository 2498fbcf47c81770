/** Times of versions, the same in the list and in the banner. Pure: the current time and the time zone are passed in. */
import type { Language } from '#contract/languages.ts';
import type { Version } from '../data/versions.ts';

type Timed = Pick<Version, 'id' | 'createdAt' | 'startedAt'>;

export interface Around {
  readonly language: Language;
  readonly now: Date;
  /** That of the device if it is missing. */
  readonly timeZone?: string | undefined;
}

export interface VersionTime {
  /** Within its day: "12:56 PM", or the span of a stretch. */
  readonly time: string;
  /** With its day, as in a sentence: "today 12:56 PM", "November 20 at 12:56 PM". */
  readonly moment: string;
}

/** By id. Versions of one day that would have the same time get seconds. */
export function versionTimes(versions: readonly Timed[], around: Around): ReadonlyMap<string, VersionTime> {
  const write = writer(around);
  const keyOf = (version: Timed): string => `${write.day(version.createdAt)} ${write.time(version, false)}`;
  const counts = new Map<string, number>();
  for (const version of versions) counts.set(keyOf(version), (counts.get(keyOf(version)) ?? 0) + 1);
  return new Map(
    versions.map((version) => {
      const exact = (counts.get(keyOf(version)) ?? 0) > 1;
      return [version.id, { time: write.time(version, exact), moment: write.moment(version, exact) }];
    }),
  );
}

/** The moment of a version, which the list of others may lack. */
export function momentOf(version: Timed, others: readonly Timed[], around: Around): string {
  const versions = [...others.filter(({ id }) => id !== version.id), version];
  return versionTimes(versions, around).get(version.id)?.moment ?? '';
}

function writer({ language, now, timeZone }: Around) {
  const day = dayIn(timeZone);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const format = formatIn(language, timeZone);
  const isOfTwoDays = ({ createdAt, startedAt }: Timed): boolean =>
    startedAt !== null && day(startedAt) !== day(createdAt);
  const time = (version: Timed, exact: boolean): string =>
    format(version, { ...(isOfTwoDays(version) ? SHORT_DAY : {}), ...clock(exact) });
  const moment = (version: Timed, exact: boolean): string => {
    const age = day(now) - day(version.createdAt);
    if ((age === 0 || age === 1) && !isOfTwoDays(version))
      return `${relative.format(-age, 'day')} ${time(version, exact)}`;
    const isThisYear = yearOf(day(now)) === yearOf(day(version.createdAt));
    return format(version, { ...LONG_DAY, ...(isThisYear ? {} : { year: 'numeric' }), ...clock(exact) });
  };
  return { day, time, moment };
}

const SHORT_DAY = { day: 'numeric', month: 'numeric' } as const;
const LONG_DAY = { day: 'numeric', month: 'long' } as const;

const clock = (exact: boolean): Intl.DateTimeFormatOptions => ({
  hour: 'numeric',
  minute: '2-digit',
  ...(exact ? { second: '2-digit' } : {}),
});

const MS_PER_DAY = 86_400_000;

/** Numbers the calendar days; a day is not always 24 hours long. */
function dayIn(timeZone: string | undefined): (date: Date) => number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', ...SHORT_DAY });
  return (date) => {
    const [month = 1, ofMonth = 1, year = 1970] = parts.format(date).split('/').map(Number);
    return Date.UTC(year, month - 1, ofMonth) / MS_PER_DAY;
  };
}

const yearOf = (day: number): number => new Date(day * MS_PER_DAY).getUTCFullYear();

/** Creating a formatter takes longer than formatting. */
function formatIn(language: Language, timeZone: string | undefined) {
  const made = new Map<string, Intl.DateTimeFormat>();
  return ({ createdAt, startedAt }: Timed, options: Intl.DateTimeFormatOptions): string => {
    const key = JSON.stringify(options);
    const formatter = made.get(key) ?? new Intl.DateTimeFormat(language, { timeZone, ...options });
    made.set(key, formatter);
    return startedAt ? formatter.formatRange(startedAt, createdAt) : formatter.format(createdAt);
  };
}
