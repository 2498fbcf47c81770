// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { judge, type Fault } from './judge.ts';
import { describePlan, planRun } from './plan.ts';
import { play } from './play.ts';

const [RUNS, FROM] = [Number(process.env['TOGETHER_RUNS'] ?? 60), Number(process.env['TOGETHER_FROM'] ?? 1)];

test(`${RUNS} sentences stay whole`, { timeout: 600_000 }, () => {
  const faults: string[] = [];
  const counts: Record<string, number> = {};
  for (let seed = FROM; seed < FROM + RUNS; seed += 1) {
    const plan = planRun(seed);
    let fault: Fault | string | null;
    let outcome;
    try {
      outcome = play(plan);
      fault = judge(plan, outcome);
    } catch (error) {
      fault = `threw ${String((error as Error).stack).slice(0, 600)}`;
    }
    if (fault) {
      counts[fault.slice(0, 12)] = (counts[fault.slice(0, 12)] ?? 0) + 1;
      if ((fault === 'misplaced' || fault === 'different') && outcome)
        console.log(
          'ACT ' + seed,
          JSON.stringify(outcome.documents[0]).replaceAll(/"/g, ''),
          '\n EXP ',
          JSON.stringify(fault === 'different' ? outcome.documents.slice(1) : outcome.expected).replaceAll(
            /"/g,
            '',
          ),
        );
      faults.push(
        `${describePlan(plan)}: ${fault}\n   ${outcome ? outcome.blocks.join(' / ') + ' caret after: ' + outcome.beforeCaret : ''}`,
      );
    }
  }
  console.log(faults.join('\n'), counts);
  expect(faults.length).toBe(0);
});
