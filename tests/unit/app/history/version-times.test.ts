import { expect, test } from 'vitest';
import { momentOf, versionTimes } from '../../../../src/app/history/version-times.ts';

const PRAGUE = 'Europe/Prague';
/** Intl uses several kinds of space, which differ between ICU versions. */
const plain = (text: string) => text.replaceAll(/\s/gu, ' ');

const at = (id: string, createdAt: string, startedAt?: string) => ({
  id,
  createdAt: new Date(createdAt),
  startedAt: startedAt === undefined ? null : new Date(startedAt),
});

const NOON = new Date('2026-11-27T12:00:00Z');

/** The moment of one version. */
const moment = (createdAt: string, { language = 'en-US' as const, now = NOON, timeZone = PRAGUE } = {}) =>
  plain(momentOf(at('v', createdAt), [], { language, now, timeZone }));
const czech = { language: 'cs' } as unknown as { language: 'en-US' };

const times = (versions: readonly ReturnType<typeof at>[], language: 'en-US' | 'cs' = 'en-US') =>
  [...versionTimes(versions, { language, now: NOON, timeZone: PRAGUE }).values()].map((one) => [
    plain(one.time),
    plain(one.moment),
  ]);

test.each([
  ['2026-11-27T11:56:20Z', 'today 12:56 PM', 'dnes 12:56'],
  ['2026-11-26T08:30:00Z', 'yesterday 9:30 AM', 'včera 9:30'],
  ['2026-11-20T08:30:00Z', 'November 20 at 9:30 AM', '20. listopadu v 9:30'],
  ['2025-12-31T08:30:00Z', 'December 31, 2025 at 9:30 AM', '31. prosince 2025 v 9:30'],
  // The clock of the server can be ahead of that of a stored time.
  ['2026-11-28T08:30:00Z', 'November 28 at 9:30 AM', '28. listopadu v 9:30'],
])('a version of %s: %s, %s', (createdAt, english, inCzech) => {
  expect(moment(createdAt)).toBe(english);
  expect(moment(createdAt, czech)).toBe(inCzech);
});

test.each([
  // Half past midnight in Prague is the evening before in London, and the afternoon before in New York.
  ['Europe/Prague', 'today 12:30 AM'],
  ['Europe/London', 'yesterday 11:30 PM'],
  ['America/New_York', 'yesterday 6:30 PM'],
])('the day begins at the midnight of the time zone: %s', (timeZone, expected) => {
  expect(moment('2026-11-26T23:30:00Z', { language: 'en-US', now: NOON, timeZone })).toBe(expected);
});

test.each([
  // The clock goes back in this night: the day has 25 hours.
  ['2026-10-25T22:30:00Z', '2026-10-24T20:00:00Z', 'yesterday 10:00 PM'],
  // It goes forward: 23 hours.
  ['2026-03-29T22:10:00Z', '2026-03-28T22:30:00Z', 'March 28 at 11:30 PM'],
])('yesterday is the calendar day before, however long it was: now %s', (now, createdAt, expected) => {
  expect(moment(createdAt, { language: 'en-US', now: new Date(now), timeZone: PRAGUE })).toBe(expected);
});

test('versions of the same minute carry seconds, those of another minute or day do not', () => {
  const versions = [
    at('d', '2026-11-27T11:57:09Z'),
    at('c', '2026-11-27T11:56:40Z'),
    at('b', '2026-11-27T11:56:05Z'),
    at('a', '2026-11-26T11:56:05Z'),
  ];
  expect(times(versions)).toEqual([
    ['12:57 PM', 'today 12:57 PM'],
    ['12:56:40 PM', 'today 12:56:40 PM'],
    ['12:56:05 PM', 'today 12:56:05 PM'],
    ['12:56 PM', 'yesterday 12:56 PM'],
  ]);
  expect(times(versions, 'cs').map(([time]) => time)).toEqual(['12:57', '12:56:40', '12:56:05', '12:56']);
});

test('a stretch has its span; two with the same span, and one within a minute, carry seconds', () => {
  expect(times([at('a', '2026-11-27T09:35:00Z', '2026-11-27T09:05:00Z')])).toEqual([
    ['10:05 – 10:35 AM', 'today 10:05 – 10:35 AM'],
  ]);
  const sameSpan = [
    at('b', '2026-11-20T09:35:50Z', '2026-11-20T09:05:30Z'),
    at('a', '2026-11-20T09:35:20Z', '2026-11-20T09:05:10Z'),
  ];
  expect(times(sameSpan, 'cs')).toEqual([
    ['10:05:30 – 10:35:50', '20. listopadu 10:05:30 – 10:35:50'],
    ['10:05:10 – 10:35:20', '20. listopadu 10:05:10 – 10:35:20'],
  ]);
  const sameMinute = [
    at('saved', '2026-11-27T09:05:50Z'),
    at('stretch', '2026-11-27T09:05:40Z', '2026-11-27T09:05:10Z'),
  ];
  expect(times(sameMinute).map(([time]) => time)).toEqual(['10:05:50 AM', '10:05:10 AM – 10:05:40 AM']);
});

test('a stretch over midnight has both days', () => {
  const [night] = times([at('a', '2026-11-26T23:10:00Z', '2026-11-26T22:50:00Z')]);
  expect(night).toEqual([
    '11/26, 11:50 PM – 11/27, 12:10 AM',
    'November 26 at 11:50 PM – November 27 at 12:10 AM',
  ]);
});

test('a version that is not in the list has a time unlike those in it', () => {
  const listed = [at('a', '2026-11-27T11:56:05Z')];
  const around = { language: 'en-US', now: NOON, timeZone: PRAGUE } as const;
  expect(plain(momentOf(at('b', '2026-11-27T11:56:40Z'), listed, around))).toBe('today 12:56:40 PM');
  expect(plain(momentOf(listed[0]!, listed, around))).toBe('today 12:56 PM');
});
