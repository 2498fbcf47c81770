import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { resources } from '../../../../src/app/i18n/resources.ts';
import { startI18n } from '../../../../src/app/i18n/start-i18n.ts';

const APP = resolve(import.meta.dirname, '../../../../src/app');
const i18n = startI18n('en-US', resources);

test('an unknown key or a missing variable does not compile', () => {
  // @ts-expect-error: no such key
  expect(i18n.t('presence:nobody')).toBe('nobody');
  // @ts-expect-error: no such namespace
  expect(i18n.t('nowhere:saved')).toContain('saved');
  // @ts-expect-error: its variable is missing
  expect(i18n.t('common:self')).toContain('{{');
  // @ts-expect-error: wrong variable
  expect(i18n.t('common:self', { person: 'Jana' })).toContain('{{');
  expect(i18n.t('common:self', { name: 'Jana' })).toBe('Jana (you)');
  expect(i18n.t('presence:more', { count: 2 })).toBe('2 more people');
});

test('plurals are always requested with a count, which types do not check', () => {
  const keys = Object.values(resources['en-US']).flatMap((words) => Object.keys(words));
  const plurals = keys
    .filter((key) => key.endsWith('_other'))
    .map((key) => key.slice(0, -'_other'.length))
    .filter((key) => !keys.includes(key));
  expect(plurals).toContain('more');
  const withoutCount = new RegExp(`\\bt\\(\\s*['"](?:\\w+:)?(?:${plurals.join('|')})['"]\\s*\\)`);
  expect("t('presence:more')").toMatch(withoutCount);
  expect("t('more', { count: 2 })").not.toMatch(withoutCount);
  const files = readdirSync(APP, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const careless = files.filter((file) => withoutCount.test(readFileSync(join(APP, file), 'utf8')));
  expect(careless).toEqual([]);
});
