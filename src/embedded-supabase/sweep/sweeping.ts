/**
 * Runs the project's sweep a minute after the start and then every hour, as pg_cron does in a hosted project. A server
 * that is up only occasionally sweeps too.
 */
const FIRST_MS = 60_000;
const EVERY_MS = 3_600_000;

/** Runs a callback after a delay; returns a function that cancels it. */
export type After = (delayMs: number, run: () => void) => () => void;

export interface SweepingDeps {
  readonly sweep: () => Promise<void>;
  readonly after: After;
  /** Receives the error of a failed sweep; the schedule goes on. */
  readonly report: (error: unknown) => void;
}

export interface Sweeping {
  /** Settles when no sweep is running; no further one starts. */
  stop(): Promise<void>;
}

export function startSweeping({ sweep, after, report }: SweepingDeps): Sweeping {
  let running = Promise.resolve();
  let callOff = after(FIRST_MS, run);
  let stopped = false;

  function run(): void {
    running = sweep()
      .catch((error: unknown) => {
        if (!stopped) report(new Error('The sweep failed; the next one runs in an hour.', { cause: error }));
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
