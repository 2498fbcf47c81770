const SLICE_MS = 12;

/** The rest runs in a task of its own: the page answers before. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Runs a long computation so that the page stays responsive. Rejects when it is aborted. */
export async function runInSlices<Result>(
  steps: Generator<undefined, Result>,
  signal: AbortSignal | null,
  sliceMs = SLICE_MS,
): Promise<Result> {
  for (let untilMs = performance.now() + sliceMs; ;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < untilMs) continue;
    await nextTask();
    signal?.throwIfAborted();
    untilMs = performance.now() + sliceMs;
  }
}
