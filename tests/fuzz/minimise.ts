/** Minimises a failing plan: removes actions as long as the same invariant fails. */
import type { Action, Plan } from './plan.ts';
import { runPlan } from './run-plan.ts';
import type { Failure } from './truth.ts';

export interface Trace {
  readonly plan: Plan;
  readonly runs: number;
}

export function minimise(plan: Plan, oracle: string, limits: { runs: number; wallMs: number }): Trace {
  const startedMs = performance.now();
  let runs = 0;
  const isBroken = (failures: readonly Failure[]) => failures.some((failure) => failure.oracle === oracle);
  const isSpent = () => runs >= limits.runs || performance.now() - startedMs > limits.wallMs;
  const fails = (actions: readonly Action[]): boolean => {
    runs += 1;
    return isBroken(runPlan({ ...plan, actions }, isBroken).failures);
  };

  let actions = plan.actions;
  for (const kind of new Set(actions.map((action) => action.kind))) {
    if (isSpent()) break;
    const without = actions.filter((action) => action.kind !== kind);
    if (fails(without)) actions = without;
  }
  for (
    let size = Math.ceil(actions.length / 2);
    size >= 1 && !isSpent();
    size = size > 1 ? Math.ceil(size / 2) : 0
  ) {
    for (let at = actions.length; at > 0 && !isSpent(); at -= size) {
      const without = actions.toSpliced(Math.max(0, at - size), Math.min(size, at));
      if (without.length < actions.length && fails(without)) actions = without;
    }
  }
  return { plan: { ...plan, actions }, runs };
}

export function describeTrace({ plan, runs }: Trace): string {
  const people = plan.people.map(({ name, role, isDurable, arrivesMs }) => {
    const disk = isDurable ? '' : ', without a disk';
    return `  ${seconds(arrivesMs)}  ${name} opens the document: ${role}${disk}`;
  });
  const actions = plan.actions.map(({ atMs, kind, who, forMs, how }) => {
    return `  ${seconds(atMs)}  ${kind}, device ${who}, for ${seconds(forMs).trim()}, ${how.toFixed(3)}`;
  });
  return [
    `The minimised plan after ${runs} runs:`,
    ...people,
    ...actions,
    `  ${seconds(plan.durationMs)}  all faults end`,
  ].join('\n');
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2).padStart(9)} s`;
