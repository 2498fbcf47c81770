/** The simplest plan with the same fault. */
import { faultOf, type Fault } from './judge.ts';
import type { Plan } from './plan.ts';

const SIMPLER: readonly ((plan: Plan) => Plan)[] = [
  (plan) => ({ ...plan, isThird: false }),
  (plan) => ({ ...plan, isOffline: false }),
  (plan) => ({ ...plan, aftermath: 'nothing' }),
  (plan) => ({ ...plan, aftermath: 'undo' }),
  (plan) => ({ ...plan, line: { delayMs: 80, jitterMs: 0, loss: 0 } }),
  (plan) => ({ ...plan, sentence: 'Be writes a whole sentence here!' }),
  (plan) => ({ ...plan, keyMs: 110 }),
];

export function minimise(plan: Plan, fault: Fault): Plan {
  return SIMPLER.reduce((smallest, change) => {
    const simpler = change(smallest);
    return faultOf(simpler) === fault ? simpler : smallest;
  }, plan);
}
