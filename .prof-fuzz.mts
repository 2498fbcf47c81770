import { makePlan } from './tests/fuzz/plan.ts';
import { runPlan } from './tests/fuzz/run-plan.ts';
const from = Number(process.argv[2]), n = Number(process.argv[3]);
const c0 = process.cpuUsage();
for (let s = from; s < from + n; s++) { const r = runPlan(makePlan(s, null), () => false); if (r.failures?.length) console.log('failed', s); }
const c = process.cpuUsage(c0); console.log('cpu', (c.user + c.system) / 1e6);
