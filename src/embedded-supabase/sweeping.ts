/**
 * What a hosted project has pg_cron for: does the project's sweep a minute after the start and every hour from then on.
 * A server that is up only now and then sweeps as well.
 */
const FIRST_MS = 60_000;
const EVERY_MS = 3_600_000;

/** Runs something later; answers with how to call it off. */
export type After = (delayMs: number, run: () => void) => () => void;

export interface SweepingDeps {
  readonly sweep: () => Promise<void>;
  readonly after: After;
  /** Told why a sweep failed; the next one comes in its time. */
  readonly report: (error: unknown) => void;
}

export interface Sweeping {
  /** Settles when no sweep is under way, and none comes any more. */
  stop(): Promise<void>;
}

export function startSweeping({ sweep, after, report }: SweepingDeps): Sweeping {
  let running = Promise.resolve();
  let callOff = after(FIRST_MS, run);
  let stopped = false;

  function run(): void {
    running = sweep()
      .catch((error: unknown) => {
        if (!stopped) report(new Error('The sweep failed; it comes again in an hour.', { cause: error }));
      })
      .then(() => {
        if (!stopped) callOff = after(EVERY_MS, run);
      });
  }

  return {
    stop: async () => {
      stopped = true;
      callOff();
      await running;
    },
  };
}
