/**
 * Work done after a request was answered. Everything that depends on whether an address has an account belongs here, so
 * that neither the answer nor its timing reveals it.
 */
import { AuthError } from './errors.ts';

export interface AfterAnswer {
  /** Starts the work soon, without waiting for it. */
  readonly begin: (work: () => Promise<void>) => void;
  /** Resolves when all work begun so far is done. */
  readonly settled: () => Promise<void>;
}

/** `report` receives failures, except refusals below 500: they would reveal whether an account exists. */
export function createAfterAnswer(report: (error: unknown) => void): AfterAnswer {
  const running = new Set<Promise<void>>();

  async function run(work: () => Promise<void>): Promise<void> {
    // Timers run after the answer has been sent.
    await new Promise((resolve) => setTimeout(resolve));
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AuthError) || error.status >= 500) report(error);
    }
  }

  return {
    begin: (work) => {
      const done = run(work).finally(() => running.delete(done));
      running.add(done);
    },
    settled: async () => {
      await Promise.all(running);
    },
  };
}
