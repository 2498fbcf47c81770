/** Supabase's runtime keeps a worker alive until the promises passed to `waitUntil` settle. Other runtimes lack it. */
const hosted = globalThis as { EdgeRuntime?: { waitUntil(work: Promise<unknown>): void } };

/** Runs `work` after the reply. Its failure is only logged, so it must be work that a later request repeats. */
export function runLater(what: string, work: Promise<unknown>): void {
  const done = work.catch((error: unknown) => console.error(`${what} failed`, error));
  hosted.EdgeRuntime?.waitUntil(done);
}
