/** Local times as browsers compute them: the database has its own way. */

/** Zones whose clocks change on different days, one of them by half an hour. */
export const ZONES = ['Europe/Prague', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'] as const;

/** Moments shortly before clocks change somewhere. */
export const STARTS = [
  '2026-10-24T12:00:00Z',
  '2026-10-31T20:00:00Z',
  '2027-03-13T18:00:00Z',
  '2027-03-27T12:00:00Z',
  '2026-10-03T03:00:00Z',
  '2027-04-03T03:00:00Z',
].map((text) => Date.parse(text));

export interface LocalTime {
  /** `2026-10-25`. */
  readonly day: string;
  readonly hour: number;
  /** Minutes since midnight, by the clock on the wall. */
  readonly minute: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

export function localTime(atMs: number, zone: string): LocalTime {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  formats.set(zone, format);
  const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
  const [hour, minute] = [Number(parts['hour']), Number(parts['minute'])];
  return { day: `${parts['year']}-${parts['month']}-${parts['day']}`, hour, minute: hour * 60 + minute };
}

/** Whether the clock on the wall is within hours that may span midnight. */
export function isWithin(minute: number, [from, to]: readonly [number, number]): boolean {
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}
