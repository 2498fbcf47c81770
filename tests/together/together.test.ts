// @vitest-environment jsdom
/**
 * `npm run test:together` passes the number of runs, the first seed and the report file; `npm test` plays sixty runs.
 */
import { appendFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { minimise } from './minimise.ts';
import { describePlan, planRun } from './plan.ts';
import { faultOf } from './judge.ts';

const { TOGETHER_RUNS: runs = '60', TOGETHER_FROM: from = '1', TOGETHER_REPORT: report } = process.env;
/** One fault is enough to detect a mutant. */
const isMutant = process.env['TOGETHER_MUTANT'] !== undefined;
const maxFaults = isMutant ? 1 : Infinity;

test(`${runs} sentences stay whole while a peer changes the structure`, { timeout: 3_600_000 }, () => {
  const faults: string[] = [];
  const counts = { torn: 0, doubled: 0, lost: 0 };
  const last = Number(from) + Number(runs);
  for (let seed = Number(from); seed < last && faults.length < maxFaults; seed += 1) {
    const plan = planRun(seed);
    const fault = faultOf(plan);
    if (fault === null) continue;
    counts[fault] += 1;
    faults.push(`${fault}: ${describePlan(isMutant ? plan : minimise(plan, fault))}`);
  }
  const line = `${runs} runs, ${counts.torn} torn, ${counts.doubled} doubled, ${counts.lost} lost`;
  if (report) appendFileSync(report, [...faults, line, ''].join('\n'));
  expect(faults).toEqual([]);
});
