import { expect, test } from 'vitest';
import {
  commandsInMenus,
  countFitting,
  ROW,
} from '../../../../../src/app/editor/toolbar/fitting-commands.ts';
import { FORMATTING_COMMANDS } from '../../../../../src/app/editor/toolbar/formatting-commands.ts';

const SIZES = { buttonPx: 36, alignPx: 52, groupGapPx: 13, reservedPx: 282 };

test('a wide row shows all items, a row without room none', () => {
  expect(countFitting(ROW, 2000, SIZES)).toBe(ROW.length);
  expect(countFitting(ROW, 290, SIZES)).toBe(0);
});

test('the shown items never need more width than the row has', () => {
  for (let widthPx = 282; widthPx < 1200; widthPx += 7) {
    const shown = ROW.slice(0, countFitting(ROW, widthPx, SIZES));
    const groups = new Set(shown.map(({ group }) => group)).size;
    const neededPx =
      shown.reduce((sum, { command }) => sum + (command ? SIZES.buttonPx : SIZES.alignPx), 0) +
      Math.max(0, groups - 1) * SIZES.groupGapPx +
      SIZES.reservedPx;
    expect(neededPx).toBeLessThanOrEqual(Math.max(widthPx, SIZES.reservedPx));
  }
});

test('for any number of items in the row, each command is available exactly once', () => {
  for (let visible = 0; visible <= ROW.length; visible += 1) {
    const shown = ROW.slice(0, visible).flatMap(({ command }) =>
      command ? [command] : FORMATTING_COMMANDS.filter(({ group }) => group === 'align'),
    );
    const { insert, more } = commandsInMenus(visible);
    const names = [...shown, ...insert, ...more].map(({ id }) => id);
    expect(names.toSorted()).toEqual(FORMATTING_COMMANDS.map(({ id }) => id).toSorted());
  }
});

test('an image can be inserted from a narrow row too', () => {
  expect(commandsInMenus(0).insert.map(({ id }) => id)).toContain('image');
  expect(commandsInMenus(0).more.map(({ id }) => id)).toContain('bold');
});
