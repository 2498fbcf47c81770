// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeFormats, PAGE } from '../../../formats/describe-formats.ts';
import { FORMATS, schema } from '../../../formats/formats.ts';
import { judgeRound } from '../../../formats/judge-round.ts';
import { makeLeaving } from '../../../formats/make-leaving.ts';
import { PARTS, SAMPLES } from '../../../formats/samples.ts';

/** `npm run test:formats` plays more. */
const DOCUMENTS = 100;

test(`${DOCUMENTS} documents leave in each format and come back, and each difference is a known loss`, async () => {
  const faults: string[] = [];
  const equal = new Map(FORMATS.map(({ name }) => [name, 0]));
  for (let seed = 1; seed <= DOCUMENTS && faults.length === 0; seed += 1) {
    const leaving = makeLeaving(seed);
    for (const format of FORMATS) {
      const verdict = await judgeRound(leaving, format);
      faults.push(...verdict.faults.map((fault) => `${format.name} ${seed}: ${fault}`));
      if (verdict.isEqual) equal.set(format.name, equal.get(format.name)! + 1);
    }
  }
  expect(faults).toEqual([]);
  // A reader that returned nothing would explain every difference by its losses. Word's explain none.
  for (const name of ['Markdown', 'Web page']) expect(equal.get(name)).toBeGreaterThan(DOCUMENTS / 2);
}, 60_000);

test('docs/formats.md is the current result of npm run test:formats', async () => {
  const page = await describeFormats();
  expect(page).not.toContain('unexplained');
  expect(readFileSync(PAGE, 'utf8')).toBe(page);
});

test('the table has every node and mark of the schema', () => {
  const names = Object.keys(SAMPLES).map((name) => name.split(',')[0]!);
  const all = [...Object.keys(schema.nodes), ...Object.keys(schema.marks)];
  expect([...new Set([...names, ...PARTS])].toSorted()).toEqual(all.toSorted());
});
