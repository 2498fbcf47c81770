/**
 * What is done for a request once it was answered. Whatever depends on who has an address belongs here: neither the answer
 * nor its time tells then whether somebody has.
 */
import { AuthError } from './errors.ts';

export interface AfterAnswer {
  /** Begins soon, and does not wait for it. */
  readonly begin: (work: () => Promise<void>) => void;
  /** Resolves when everything that was begun until now is done. */
  readonly settled: () => Promise<void>;
}

/** `report` is told of failures. A refusal tells about an account, so nobody hears of it. */
export function createAfterAnswer(report: (error: unknown) => void): AfterAnswer {
  const running = new Set<Promise<void>>();

  async function run(work: () => Promise<void>): Promise<void> {
    // The answer first: it is on its way when timers have their turn.
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
