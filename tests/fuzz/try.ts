import { makePlan } from './plan.ts';
import { runPlan } from './run-plan.ts';
const from = Number(process.argv[2] ?? 1),
  n = Number(process.argv[3] ?? 10);
const t0 = performance.now();
let sim = 0,
  bad = 0;
const kinds: Record<string, number> = {};
for (let seed = from; seed < from + n; seed += 1) {
  const plan = makePlan(seed);
  const t = performance.now();
  const r = runPlan(plan);
  sim += r.simulatedMs;
  if (process.argv[4])
    console.log(
      seed,
      plan.people.length,
      (r.simulatedMs / 6e4).toFixed(0) + ' min',
      (performance.now() - t).toFixed(0) + ' ms',
      r.rows,
      JSON.stringify(r.counts),
    );
  if (r.failures.length) {
    bad++;
    for (const f of new Set(r.failures.map((x) => x.oracle))) kinds[f] = (kinds[f] ?? 0) + 1;
    console.log(
      seed,
      plan.faults.join(','),
      r.failures.length,
      r.failures
        .slice(0, 3)
        .map((f) => f.oracle + ': ' + f.detail + ' @' + Math.round(f.atMs))
        .join(' | ')
        .slice(0, 900),
    );
  }
}
const s = (performance.now() - t0) / 1000;
console.log(
  n,
  'seeds',
  bad,
  'failed',
  (sim / 3.6e6).toFixed(1),
  'h',
  s.toFixed(1),
  's',
  (sim / 3.6e6 / (s / 3600)).toFixed(0),
  'h per core-hour',
  JSON.stringify(kinds),
);
process.exit(0);
