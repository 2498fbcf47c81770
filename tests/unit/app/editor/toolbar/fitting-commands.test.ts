import { expect, test } from 'vitest';
import { countFitting } from '../../../../../src/app/editor/toolbar/fitting-commands.ts';
import { FORMATTING_COMMANDS } from '../../../../../src/app/editor/toolbar/formatting-commands.ts';

const SIZES = { buttonPx: 36, menuPx: 24, groupGapPx: 13, reservedPx: 140 };

test('a wide row shows everything, a row without room nothing', () => {
  expect(countFitting(FORMATTING_COMMANDS, 2000, SIZES)).toBe(FORMATTING_COMMANDS.length);
  expect(countFitting(FORMATTING_COMMANDS, 150, SIZES)).toBe(0);
});

test('what is shown never needs more than the row has', () => {
  for (let widthPx = 140; widthPx < 1200; widthPx += 7) {
    const shown = FORMATTING_COMMANDS.slice(0, countFitting(FORMATTING_COMMANDS, widthPx, SIZES));
    const groups = new Set(shown.map(({ group }) => group)).size;
    const neededPx =
      shown.length * SIZES.buttonPx +
      shown.filter(({ hasMenu }) => hasMenu).length * SIZES.menuPx +
      Math.max(0, groups - 1) * SIZES.groupGapPx +
      SIZES.reservedPx;
    expect(neededPx).toBeLessThanOrEqual(Math.max(widthPx, SIZES.reservedPx));
  }
});
