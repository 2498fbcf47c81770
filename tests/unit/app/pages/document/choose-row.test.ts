import { expect, test } from 'vitest';
import { PRESENT, PREVIOUS, stateAt, type ShownVersion } from '../../../../../src/app/data/paths.ts';
import { chooseRow, rowOf } from '../../../../../src/app/pages/document/choose-row.ts';

const alone = (versionId: string): ShownVersion => ({ versionId, beforeId: null });

test.each<readonly [string, ShownVersion | null, ShownVersion]>([
  ['from the current text', null, alone('b')],
  ['from a version', alone('a'), alone('b')],
  ['from a comparison', { versionId: 'a', beforeId: 'z' }, { versionId: 'b', beforeId: PREVIOUS }],
  [
    'from a comparison with the current version',
    { versionId: PRESENT, beforeId: 'a' },
    { versionId: PRESENT, beforeId: 'b' },
  ],
  [
    'from a playback',
    { versionId: 'a', beforeId: stateAt(0), isPlayed: true },
    { versionId: 'b', beforeId: PREVIOUS, isPlayed: true },
  ],
])('a row of the list shows its version as the one before was shown: %s', (_, shown, next) => {
  expect(chooseRow(shown, 'b')).toEqual(next);
});

test.each<ShownVersion>([
  { versionId: 'b', beforeId: PREVIOUS },
  { versionId: PRESENT, beforeId: 'b' },
  { versionId: 'b', beforeId: PREVIOUS, isPlayed: true },
])('the marked row leads back to the version itself: %j', (shown) => {
  expect(rowOf(shown)).toBe('b');
  expect(chooseRow(shown, 'b')).toEqual(alone('b'));
});
