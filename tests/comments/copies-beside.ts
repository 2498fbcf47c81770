/** Which copies came to a document when no letter of a thread was there: the log has no clipboard, so they are equal text. */
import type * as Y from 'yjs';
import { livingIn, type Identities, type Letter } from './identities.ts';

interface Marked {
  readonly id: string;
  readonly letters: ReadonlySet<Letter>;
}

export class CopiesBeside {
  /** Per copied letter, the threads that had none of theirs when it came. */
  readonly #free = new Map<Letter, ReadonlySet<string>>();

  note(
    { doc, beforeState, afterState }: Y.Transaction,
    threads: readonly Marked[],
    identities: Identities,
  ): void {
    const came = new Set<Letter>();
    for (const [client, end] of afterState)
      for (let clock = beforeState.get(client) ?? 0; clock < end; clock += 1)
        for (const letter of identities.of(client, clock))
          if (letter.source === 'copied' && !this.#free.has(letter)) came.add(letter);
    if (came.size === 0) return;
    const certain = livingIn(doc)
      .map((id) => identities.of(...id))
      .filter(({ length }) => length === 1);
    const living = new Set(certain.flat());
    const free = threads.filter(({ letters }) => ![...letters].some((letter) => living.has(letter)));
    for (const letter of came) this.#free.set(letter, new Set(free.map(({ id }) => id)));
  }

  isFree(thread: Marked, letter: Letter): boolean {
    return this.#free.get(letter)?.has(thread.id) === true;
  }
}
