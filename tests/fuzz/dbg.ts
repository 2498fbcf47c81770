import { makePlan } from './plan.ts';
const p = makePlan(Number(process.argv[2]));
console.log(p.people, p.faults, p.durationMs);
const at = Number(process.argv[3] ?? 0), w = Number(process.argv[4] ?? 60000);
for (const a of p.actions) if (a.atMs > at - w && a.atMs < at + w) console.log(Math.round(a.atMs), a.kind, a.who, Math.round(a.forMs), a.how.toFixed(2));
