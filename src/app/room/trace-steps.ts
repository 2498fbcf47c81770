/** In development, the last steps of the provider's core, for the timeline (`app/dev/timeline.tsx`). */
import type { CoreEvent, CoreState, Effect } from '#yjs-supabase';

export interface TracedStep {
  /** Grows by one with each step. */
  readonly id: number;
  readonly at: Date;
  readonly event: CoreEvent;
  readonly effects: readonly Effect[];
  /** After the step. */
  readonly session: CoreState['session']['phase'];
  readonly lanes: CoreState['lanes']['phase'];
}

const MOST_STEPS = 300;

let steps: readonly TracedStep[] = [];
const listeners = new Set<() => void>();

function keep(next: readonly TracedStep[]): void {
  steps = next;
  for (const listener of listeners) listener();
}

export function traceStep(event: CoreEvent, { session, lanes }: CoreState, effects: readonly Effect[]): void {
  const id = (steps.at(-1)?.id ?? 0) + 1;
  const step = { id, at: new Date(), event, effects, session: session.phase, lanes: lanes.phase };
  keep([...steps, step].slice(-MOST_STEPS));
}

export const readSteps = (): readonly TracedStep[] => steps;

export const clearSteps = (): void => keep([]);

export function subscribeToSteps(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
