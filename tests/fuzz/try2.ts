import { makePlan } from './plan.ts';
import { runPlan } from './run-plan.ts';
const from = Number(process.argv[2] ?? 1),
  n = Number(process.argv[3] ?? 10);
const out = new Set(['roles', 'removal', 'schema', 'power cut']);
const t0 = performance.now();
let sim = 0,
  bad = 0;
for (let seed = from; seed < from + n; seed += 1) {
  const p = makePlan(seed);
  const plan = {
    ...p,
    people: p.people.map((x) => ({ ...x, isDurable: true })),
    actions: p.actions.filter((a) => !out.has(a.kind)),
  };
  const r = runPlan(plan);
  sim += r.simulatedMs;
  if (r.failures.length) {
    bad++;
    console.log(
      seed,
      plan.faults.join(','),
      r.failures.length,
      r.failures
        .slice(0, 3)
        .map((f) => f.oracle + ': ' + f.detail + ' @' + Math.round(f.atMs))
        .join(' | ')
        .slice(0, 500),
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
);
process.exit(0);
