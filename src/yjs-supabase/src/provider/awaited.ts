import type { CoreState } from '../core/state.ts';

/** A condition that a caller of the provider waits for. */
export interface Condition {
  readonly holds: (state: CoreState) => boolean;
  /** An attempt has failed; the provider retries, the caller does not wait for it. */
  readonly hasFailed: (state: CoreState) => boolean;
}

/** The log has every local change up to this counter. */
export const isSaved = (counter: number): Condition => ({
  holds: ({ outbox }) => outbox.acked >= counter || outbox.items.length === 0,
  hasFailed: ({ saving }) => saving.refused !== null || (saving.failures > 0 && saving.request === null),
});

/** The document contains rows 1…`head` of the log. */
export const isRead = (head: number): Condition => ({
  holds: ({ pulling }) => pulling.applied >= head,
  hasFailed: ({ pulling }) => pulling.failures > 0 && pulling.request === null,
});

/** The conditions that callers wait for now. */
export class Awaited {
  #waiting: (Condition & { readonly resolve: (holds: boolean) => void })[] = [];

  /** Resolves to true once it holds, to false as soon as an attempt fails. */
  wait(condition: Condition): Promise<boolean> {
    return new Promise((resolve) => this.#waiting.push({ ...condition, resolve }));
  }

  settle(state: CoreState): void {
    if (this.#waiting.length === 0) return;
    const isHopeless = state.ended !== null || !state.running;
    this.#waiting = this.#waiting.filter(({ holds, hasFailed, resolve }) => {
      const isOver = holds(state) || isHopeless || hasFailed(state);
      if (isOver) resolve(holds(state));
      return !isOver;
    });
  }

  giveUp(): void {
    for (const { resolve } of this.#waiting.splice(0)) resolve(false);
  }
}
