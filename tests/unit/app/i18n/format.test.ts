import { afterEach, expect, test, vi } from 'vitest';
import { formatDate, formatDay, formatExact, formatRelative } from '../../../../src/app/i18n/format-date.ts';
import { formatWait } from '../../../../src/app/i18n/format-wait.ts';
import { formatNumber } from '../../../../src/app/i18n/format-number.ts';

const at = new Date(2026, 10, 21, 14, 30);
/** Intl uses several kinds of space, which differ between ICU versions. */
const plain = (text: string) => text.replaceAll(/\s/gu, ' ');

afterEach(() => vi.unstubAllGlobals());

test('dates and times in the format of each language', () => {
  expect(plain(formatDate(at, 'cs'))).toBe('21. 11. 2026');
  expect(plain(formatDate(at, 'en-US'))).toBe('11/21/2026');
  expect(plain(formatExact(at, 'cs'))).toMatch(/^sobota 21\. listopadu 2026 .*14:30$/);
  expect(plain(formatExact(at, 'en-US'))).toMatch(/^Saturday, November 21, 2026 .*2:30 PM$/);
});

test('numbers', () => {
  expect(plain(formatNumber(1234.5, 'cs'))).toBe('1 234,5');
  expect(formatNumber(1234.5, 'en-US')).toBe('1,234.5');
});

test('names are sorted by the rules of the language, with a collator that is created once and lazily', async () => {
  let looked = 0;
  const counting = new Proxy(Intl.Collator, {
    construct: (real, options) => {
      looked += 1;
      return new real(...(options as []));
    },
  });
  vi.stubGlobal('Intl', Object.create(Intl, { Collator: { value: counting } }));
  // A fresh module, because earlier tests may have created the collator.
  vi.resetModules();
  const { compareNames } = await import('../../../../src/app/i18n/names.ts');
  expect(['Šárka'].toSorted(compareNames('cs'))).toEqual(['Šárka']);
  expect(looked).toBe(0);
  const names = ['Ota 10', 'Šárka', 'Chrudoš', 'Hana', 'Sáva', 'Ota 9'];
  const sorted = ['Hana', 'Chrudoš', 'Ota 9', 'Ota 10', 'Sáva', 'Šárka'];
  expect(names.toSorted(compareNames('cs'))).toEqual(sorted);
  expect(names.toSorted(compareNames('cs'))).toEqual(sorted);
  expect(looked).toBe(1);
});

test.each([
  [0, 'now', 'právě teď'],
  [-1, 'now', 'právě teď'],
  [1, '1 minute ago', 'před 1 minutou'],
  [5, '5 minutes ago', 'před 5 minutami'],
  [60 * 2, '2 hours ago', 'před 2 hodinami'],
  [60 * 24 * 3, '3 days ago', 'před 3 dny'],
  [60 * 24 * 40, '10/12/2026', '12. 10. 2026'],
])('%i minutes ago', (minutes, english, czech) => {
  const date = new Date(at.getTime() - minutes * 60_000);
  expect(plain(formatRelative(date, 'en-US', at))).toBe(english);
  expect(plain(formatRelative(date, 'cs', at))).toBe(czech);
});

test.each([
  [0, 'in 1 minute', 'za 1 minutu'],
  [60, 'in 1 minute', 'za 1 minutu'],
  [61, 'in 2 minutes', 'za 2 minuty'],
  [59 * 60 + 1, 'in 1 hour', 'za 1 hodinu'],
  [60 * 60 + 1, 'in 2 hours', 'za 2 hodiny'],
  [24 * 60 * 60, 'in 24 hours', 'za 24 hodin'],
])('%i seconds to wait are rounded up, with no break between number and unit', (seconds, english, czech) => {
  expect(formatWait(seconds * 1000, 'en-US')).not.toMatch(/\d /);
  expect(formatWait(seconds * 1000, 'cs')).not.toMatch(/\d /);
  expect(plain(formatWait(seconds * 1000, 'en-US'))).toBe(english);
  expect(plain(formatWait(seconds * 1000, 'cs'))).toBe(czech);
});

test('days as headings', () => {
  const daysAgo = (days: number) => new Date(2026, 10, 21 - days, 23, 59);
  expect(formatDay(daysAgo(0), 'cs', at)).toBe('Dnes');
  expect(formatDay(daysAgo(1), 'en-US', at)).toBe('Yesterday');
  expect(formatDay(daysAgo(2), 'en-US', at)).toBe('Thursday, November 19');
  expect(plain(formatDay(daysAgo(2), 'cs', at))).toBe('Čtvrtek 19. listopadu');
  expect(formatDay(daysAgo(400), 'en-US', at)).toContain('2025');
});
