/** Supabase's runtime keeps a worker alive for promises given to it; elsewhere there is no such thing. */
const hosted = globalThis as { EdgeRuntime?: { waitUntil(work: Promise<unknown>): void } };

/** For work that nobody waits for, and that is done again another time when it fails. */
export function runLater(what: string, work: Promise<unknown>): void {
  const done = work.catch((error: unknown) => console.error(`${what} failed`, error));
  hosted.EdgeRuntime?.waitUntil(done);
}
