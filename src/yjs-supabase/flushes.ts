import type { CoreState } from './core/state.ts';

/** Pending `flush()` calls: each waits for the log to have everything up to a counter. */
export class Flushes {
  #waiting: { readonly counter: number; readonly resolve: (isSaved: boolean) => void }[] = [];

  /** Resolves to true once the log has it, to false as soon as an attempt fails. */
  waitFor(counter: number): Promise<boolean> {
    return new Promise((resolve) => this.#waiting.push({ counter, resolve }));
  }

  settle({ outbox, saving, ended, running }: CoreState): void {
    if (this.#waiting.length === 0) return;
    const isHopeless = ended !== null || !running || saving.refused !== null;
    const hasFailed = isHopeless || (saving.failures > 0 && saving.request === null);
    this.#waiting = this.#waiting.filter(({ counter, resolve }) => {
      const isSaved = outbox.acked >= counter || outbox.items.length === 0;
      if (isSaved || hasFailed) resolve(isSaved);
      return !isSaved && !hasFailed;
    });
  }

  giveUp(): void {
    for (const { resolve } of this.#waiting.splice(0)) resolve(false);
  }
}
