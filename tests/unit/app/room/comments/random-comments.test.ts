import { expect, test } from 'vitest';
import { judgeComments } from '../../../../comments/judge-comments.ts';

/** `npm run test:comments` plays more; for a mutant, fewer are enough. */
const RUNS = process.env['TOGETHER_MUTANT'] === undefined ? 100 : 25;

test(`${RUNS} random histories: threads stand at the letters that were chosen`, { timeout: 120_000 }, () => {
  let [living, found] = [0, 0];
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const verdict = judgeComments(seed);
    expect([seed, ...verdict.wrong, ...verdict.lost]).toEqual([seed]);
    living += verdict.living;
    found += verdict.found;
  }
  expect(living).toBeGreaterThan(RUNS * 15);
  expect(found / living).toBeGreaterThan(0.9);
});
