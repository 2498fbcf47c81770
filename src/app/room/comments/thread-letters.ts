/** The letters of threads. A page can no longer read them when they are deleted, but must know them again. */
import * as Y from 'yjs';
import type { HeirRange } from '#contract/authorship/heir-ranges.ts';
import type { Id } from '#contract/authorship/id-ranges.ts';
import { lives } from '#contract/comments/live-copies.ts';
import type { UnitRange } from '#contract/comments/unit-ranges.ts';

export interface Letter {
  readonly text: string;
  /** Ids of the threads that it belongs to. */
  readonly threads: Set<string>;
}

export class ThreadLetters {
  readonly #clients = new Map<number, Map<number, Letter>>();

  find({ client, clock }: Id): Letter | null {
    return this.#clients.get(client)?.get(clock) ?? null;
  }

  /** A copy belongs to the threads of its source. */
  inherit(from: Letter, { client, clock }: Id): void {
    const letters = this.#clients.get(client) ?? new Map<number, Letter>();
    this.#clients.set(client, letters.set(clock, from));
  }

  remember(doc: Y.Doc, thread: string, ranges: readonly UnitRange[]): void {
    for (const { client, clock, length } of ranges)
      for (let at = clock; at < clock + length; at += 1) {
        const id = { client, clock: at };
        const text = letterAt(doc, id);
        if (text === null) continue;
        const known = this.find(id);
        if (known) known.threads.add(thread);
        else this.inherit({ text, threads: new Set([thread]) }, id);
      }
  }

  /** The letters that a declared range continues, each with its place in the range. A forged range may have any length. */
  within({ from, length }: HeirRange): (readonly [place: number, Letter])[] {
    return Array.from(this.#clients.get(from.client) ?? []).flatMap(([clock, letter]) => {
      const place = clock - from.clock;
      return place >= 0 && place < length ? [[place, letter] as const] : [];
    });
  }
}

/** Null for a unit that is not there, or is no letter. */
export function letterAt(doc: Y.Doc, id: Id): string | null {
  if (!lives(doc, id)) return null;
  const { content, id: first } = Y.getItem(doc.store, Y.createID(id.client, id.clock));
  return content instanceof Y.ContentString ? (content.str[id.clock - first.clock] ?? null) : null;
}
