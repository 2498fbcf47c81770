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
 * Letters that a change deletes, and of which its author made a copy with the change before, or inserted equal ones with one of the
 * last: if there is little time between the two, they are a move, or look like one to a page that lacks the source of those.
 */
export interface Left {
  readonly atOnce: readonly Letter[];
  readonly recently: readonly Letter[];
}

interface Inserted {
  readonly isCopy: boolean;
  readonly letters: ReadonlySet<Letter>;
}

export class Identities {
  readonly #byId = new Map<string, readonly Letter[]>();
  readonly #bySign = new Map<string, Letter[]>();
  /** Letters that were there twice at once. */
  readonly doubled = new Set<Letter>();
  /** Per client, its last changes that inserted letters. */
  readonly #inserted = new Map<number, readonly Inserted[]>();

  /** Call with each transaction of the person that made it, before deleted text is gone. */
  note(transaction: Y.Transaction, client: number, doing: Doing): Left {
    const { doc, beforeState, deleteSet } = transaction;
    const gone = new Map<string, (readonly Letter[])[]>();
    Y.iterateDeletedStructs(transaction, deleteSet, (item) => {
      for (const [id] of signsOf(item)) {
        const letters = this.#byId.get(id) ?? [];
        const sign = letters[0]?.sign ?? '';
        gone.set(sign, [...(gone.get(sign) ?? []), letters]);
      }
    });
    const since = beforeState.get(client) ?? 0;
    const inserted = new Set<Letter>();
    for (const item of doc.store.clients.get(client) ?? []) {
      for (const [id, sign, clock] of signsOf(item)) {
        if (clock < since) continue;
        const letters = this.#identify(sign, doing, gone.get(sign));
        this.#byId.set(id, letters);
        for (const letter of letters) inserted.add(letter);
      }
    }
    return this.#findLeft(client, [...gone.values()].flat(2), inserted, doing === 'copy');
  }

  #findLeft(client: number, gone: readonly Letter[], inserted: ReadonlySet<Letter>, isCopy: boolean): Left {
    const earlier = this.#inserted.get(client) ?? [];
    if (inserted.size > 0)
      this.#inserted.set(client, [...earlier, { isCopy, letters: inserted }].slice(-MOST_RECENT));
    const moved = new Set(Array.from(inserted, ({ sign }) => sign));
    const leftBy = (changes: readonly Inserted[]): readonly Letter[] => {
      const others = changes.flatMap(({ letters }) => [...letters]);
      const isEqual = (one: Letter) => (other: Letter) => other !== one && other.sign === one.sign;
      return gone.filter((one) => !moved.has(one.sign) && others.some(isEqual(one)));
    };
    return { atOnce: leftBy(earlier.slice(-1).filter((one) => one.isCopy)), recently: leftBy(earlier) };
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

  /** The ids of the letters that are in a document and certain. Of one that is there twice, either may be anybody's from then on. */
  placesIn(doc: Y.Doc): ReadonlyMap<Letter, readonly (readonly [number, number])[]> {
    const places = new Map<Letter, (readonly [number, number])[]>();
    for (const id of livingIn(doc)) {
      const known = this.of(...id);
      for (const letter of known.length === 1 ? known : []) {
        const others = places.get(letter);
        if (others) this.doubled.add(letter);
        places.set(letter, [...(others ?? []), id]);
      }
    }
    return places;
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
