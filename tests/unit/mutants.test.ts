/** Every mutant has its place in the code. One without is found here, not by the campaign that puts it in. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MUTANTS as OF_THE_SIMULATOR } from '../fuzz/mutants/index.ts';
import { MUTANTS as OF_FORMATS } from '../formats/mutants.ts';
import { MUTANTS as OF_PAGES } from '../together/mutants.ts';

const ROOT = join(import.meta.dirname, '../..');
const countPlaces = (file: string, text: string): number =>
  readFileSync(join(ROOT, file), 'utf8').split(text).length - 1;

test('every mutant of the simulator has one place', () => {
  const lost = OF_THE_SIMULATOR.flatMap((mutant) =>
    [mutant, ...(mutant.also ?? [])].flatMap(({ file, find }) =>
      countPlaces(file, find) === 1 ? [] : [`${mutant.name}: ${file}: ${find}`],
    ),
  );
  expect(lost).toEqual([]);
});

test('every mutant of what pages do together, and of formats, has a place', () => {
  const lost = [...OF_PAGES, ...OF_FORMATS].filter(({ file, from }) => countPlaces(file, from) === 0);
  expect(lost.map(({ name, file, from }) => `${name}: ${file}: ${from}`)).toEqual([]);
});
