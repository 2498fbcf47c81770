/**
 * Which letter is which, without the tracer. Letters are unlike each other, and what a person does says which of them come back:
 * only where text was copied, or typed again, are there several of one kind.
 */
import * as Y from 'yjs';

/** `typed` again in the place of equal letters, or `copied` from letters that are still there. */
export type Source = 'first' | 'typed' | 'copied';

export interface Letter {
  readonly sign: string;
  readonly source: Source;
}

/** How a transaction changes letters that are known already. A move deletes and inserts the same ones. */
export type Doing = 'bring back' | 'move' | 'type again' | 'copy';

/** As `follow/touched.ts`: the last changes of a client that may belong to its next deletion. */
const MOST_RECENT = 3;

/**
 * Letters that a change deletes, and of which its author made a copy with the change before, or with one of the last: if there is
 * little time between the two, they are a move.
 */
export interface Left {
  readonly atOnce: readonly Letter[];
  readonly recently: readonly Letter[];
}

export class Identities {
  readonly #byId = new Map<string, readonly Letter[]>();
  readonly #bySign = new Map<string, Letter[]>();
  /** Letters that were there twice at once. */
  readonly doubled = new Set<Letter>();
  /** Letters that two people took from the same place, neither knowing of the other. */
  readonly contested = new Set<Letter>();
  readonly #taken = new Set<string>();
  /** Per client, the signs that each of its last changes copied. */
  readonly #copied = new Map<number, readonly ReadonlySet<string>[]>();

  /** Call with each transaction of the person that made it, before deleted text is gone. */
  note(transaction: Y.Transaction, client: number, doing: Doing): Left {
    const { doc, beforeState, deleteSet } = transaction;
    const gone = new Map<string, (readonly Letter[])[]>();
    Y.iterateDeletedStructs(transaction, deleteSet, (item) => {
      for (const [id] of signsOf(item)) {
        const letters = this.#byId.get(id) ?? [];
        if (this.#taken.has(id)) for (const letter of letters) this.contested.add(letter);
        this.#taken.add(id);
        const sign = letters[0]?.sign ?? '';
        gone.set(sign, [...(gone.get(sign) ?? []), letters]);
      }
    });
    const since = beforeState.get(client) ?? 0;
    const inserted = new Set<string>();
    for (const item of doc.store.clients.get(client) ?? []) {
      for (const [id, sign, clock] of signsOf(item)) {
        if (clock < since) continue;
        inserted.add(sign);
        this.#byId.set(id, this.#identify(sign, doing, gone.get(sign)));
      }
    }
    return this.#findLeft(client, gone, inserted, doing === 'copy');
  }

  #findLeft(
    client: number,
    gone: ReadonlyMap<string, readonly (readonly Letter[])[]>,
    inserted: ReadonlySet<string>,
    isCopy: boolean,
  ): Left {
    const copied = this.#copied.get(client) ?? [];
    if (inserted.size > 0) {
      const last = isCopy ? inserted : new Set<string>();
      this.#copied.set(client, [...copied, last].slice(-MOST_RECENT));
    }
    const leftBy = (copies: readonly ReadonlySet<string>[]): readonly Letter[] =>
      [...gone]
        .filter(([sign]) => !inserted.has(sign) && copies.some((one) => one.has(sign)))
        .flatMap(([, letters]) => letters.flat());
    return { atOnce: leftBy(copied.slice(-1)), recently: leftBy(copied) };
  }

  #identify(sign: string, doing: Doing, gone: (readonly Letter[])[] | undefined): readonly Letter[] {
    const known = this.#bySign.get(sign) ?? [];
    if (known.length === 0 || doing === 'copy' || doing === 'type again') {
      const source = known.length === 0 ? 'first' : doing === 'copy' ? 'copied' : 'typed';
      const letter: Letter = { sign, source };
      this.#bySign.set(sign, [...known, letter]);
      return [letter];
    }
    const isCertain = doing === 'move' && gone?.length === 1;
    return isCertain ? gone[0]! : known;
  }

  /** Neither written nor inserted a second time: no text equals another one that has these letters. */
  areSingle(letters: Iterable<Letter>): boolean {
    return [...letters].every((one) => this.#bySign.get(one.sign)?.length === 1 && !this.doubled.has(one));
  }

  /** More than one when it cannot be told from outside. */
  of(client: number, clock: number): readonly Letter[] {
    return this.#byId.get(`${client}/${clock}`) ?? [];
  }
}

/** An image is known by its path. */
export function signOfNode(item: Y.Item): string | null {
  const { content } = item;
  if (!(content instanceof Y.ContentType) || !(content.type instanceof Y.XmlElement)) return null;
  if (content.type.nodeName !== 'image') return null;
  const { content: path } = content.type._map.get('src') ?? {};
  return path instanceof Y.ContentAny ? String(path.arr[0]) : null;
}

function signsOf(item: Y.Item | Y.GC): readonly (readonly [id: string, sign: string, clock: number])[] {
  if (!(item instanceof Y.Item)) return [];
  const { client, clock } = item.id;
  const node = signOfNode(item);
  if (node !== null) return [[`${client}/${clock}`, node, clock]];
  if (!(item.content instanceof Y.ContentString)) return [];
  return Array.from({ length: item.content.str.length }, (_, at) => {
    const sign = (item.content as Y.ContentString).str[at]!;
    return [`${client}/${clock + at}`, sign, clock + at] as const;
  }).filter(([, sign]) => sign !== ' ');
}

/** The letters and images that are in a document, with their ids. */
export function livingIn(doc: Y.Doc): readonly (readonly [client: number, clock: number])[] {
  return [...doc.store.clients].flatMap(([client, structs]) =>
    structs.flatMap((struct) =>
      struct instanceof Y.Item && !struct.deleted
        ? signsOf(struct).map(([, , clock]) => [client, clock] as const)
        : [],
    ),
  );
}
