/** Which copies came to a page or to the log when a thread had no letter there: there is no clipboard, so they are equal text. */
import type * as Y from 'yjs';
import type { Identities, Letter } from './identities.ts';

export class CopiesBeside<Thread> {
  /** Per copied letter, the threads that had lost theirs when it came. */
  readonly #lost = new Map<Letter, ReadonlySet<Thread>>();

  note(
    { beforeState, afterState }: Y.Transaction,
    identities: Identities,
    findLost: () => readonly Thread[],
  ): void {
    const came = new Set<Letter>();
    for (const [client, end] of afterState)
      for (let clock = beforeState.get(client) ?? 0; clock < end; clock += 1) {
        // Text that comes back may be any of several; then it is no new copy.
        const [letter, ...others] = identities.of(client, clock);
        if (letter?.source === 'copied' && others.length === 0 && !this.#lost.has(letter)) came.add(letter);
      }
    if (came.size === 0) return;
    const lost = new Set(findLost());
    for (const letter of came) this.#lost.set(letter, lost);
  }

  isFree(thread: Thread, letter: Letter): boolean {
    return this.#lost.get(letter)?.has(thread) === true;
  }
}
