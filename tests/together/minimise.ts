/** The simplest plan that still goes wrong in the same way. */
import { faultOf, type Fault } from './judge.ts';
import type { Plan } from './plan.ts';

const SIMPLER: readonly Partial<Plan>[] = [
  { isThird: false },
  { isOffline: false },
  { aftermath: 'nothing' },
  { aftermath: 'undo' },
  { line: { delayMs: 80, jitterMs: 0, loss: 0 } },
  { sentence: 'Be writes a whole sentence here!' },
  { keyMs: 110 },
];

export function minimise(plan: Plan, fault: Fault): Plan {
  return SIMPLER.reduce((smallest, change) => {
    const simpler = { ...smallest, ...change };
    return faultOf(simpler) === fault ? simpler : smallest;
  }, plan);
}
