import { expect, test } from 'vitest';
import type { Version } from '../../../../src/app/data/versions.ts';
import { earlierChoices } from '../../../../src/app/history/earlier-choices.ts';
import { STRETCH, VERSIONS } from './versions.ts';

const [BACKUP, SENT] = VERSIONS as [Version, Version];
const at = (seq: number, seconds: number, more: Partial<Version> = {}): Version => ({
  ...STRETCH,
  id: `at ${seq}`,
  seq,
  createdAt: new Date(2020, 10, 20, 10, 0, seconds),
  ...more,
});
const idsOf = (choices: readonly { readonly version: Version }[]) => choices.map(({ version }) => version.id);

test('only earlier versions can be chosen, named ones apart, the newest first', () => {
  const versions = [at(12, 0), SENT, at(6, 0), at(7, 90), at(8, 0, { name: 'Draft' })];
  const { named, automatic } = earlierChoices(versions, 12, null);
  expect(idsOf(named)).toEqual(['at 8', 'v1']);
  expect(idsOf(automatic)).toEqual(['at 7', 'at 6']);
  expect(idsOf(earlierChoices(versions, 7, null).named)).toEqual(['v1']);
});

test('times of the same minute need seconds', () => {
  const { automatic } = earlierChoices([at(3, 61), at(2, 59), at(1, 7)], Infinity, null);
  expect(automatic.map(({ needsSeconds }) => needsSeconds)).toEqual([false, true, true]);
});

test('the backup of a restore is left out, as in the list, unless it is chosen', () => {
  const restored = { ...STRETCH, kind: 'restored', seq: 10 } as const;
  const versions = [restored, BACKUP, SENT];
  const choices = earlierChoices(versions, 11, null);
  expect(idsOf(choices.automatic)).toEqual(['v3']);
  expect(idsOf(earlierChoices(versions, 11, 'v2').automatic)).toEqual(['v3', 'v2']);
});

test('a chosen version stays in the list even if it is a later one', () => {
  expect(idsOf(earlierChoices([at(9, 0), at(5, 0)], 5, 'at 9').automatic)).toEqual(['at 9']);
});
