/** Promises of erasing: content that it removes and that it keeps, in random histories. Nothing here uses the code that it tests. */
import { expect } from 'vitest';
import * as Y from 'yjs';
import { createRandom } from './random.ts';
import { listContent, makeSecretHistory, showAll } from './secret-histories.ts';

/** The part of `erase-content.ts` that is tried. */
export interface Erasing {
  eraseContent(
    update: Uint8Array,
    isErased: (id: { readonly client: number; readonly clock: number }) => boolean,
  ): { readonly bytes: Uint8Array } | null;
}

interface Erased {
  readonly rows: readonly Uint8Array[];
  readonly rewritten: readonly Uint8Array[];
  readonly rewrite: (update: Uint8Array) => Uint8Array;
  readonly ids: ReadonlySet<string>;
  readonly below: (end: number) => number;
}

const CHANGES = 60;

/** A history, and the same one after some of its deleted content was erased. */
function eraseSome({ eraseContent }: Erasing, seed: number): Erased {
  const random = createRandom(~seed);
  const below = (end: number): number => Math.floor(random() * end);
  const { rows } = makeSecretHistory(seed, CHANGES, seed % 2 === 0 ? '😀' : '');
  const ids = new Set<string>();
  const doc = read(rows, false);
  for (const [client, ranges] of Y.createDeleteSetFromStructStore(doc.store).clients)
    for (const { clock, len } of ranges) {
      const [from, to] = below(3) === 0 ? [below(len), below(len + 1)] : [0, below(4) === 0 ? 0 : len];
      for (let at = from; at < to; at += 1) ids.add(`${client}:${clock + at}`);
    }
  const rewrite = (update: Uint8Array): Uint8Array =>
    eraseContent(update, ({ client, clock }) => ids.has(`${client}:${clock}`))?.bytes ?? update;
  return { rows, rewritten: rows.map(rewrite), rewrite, ids, below };
}

function read(updates: readonly Uint8Array[], gc = true): Y.Doc {
  const doc = new Y.Doc({ gc });
  doc.transact(() => {
    for (const update of updates) Y.applyUpdate(doc, update);
  });
  return doc;
}

const ticksOf = (doc: Y.Doc) =>
  [...Y.decodeStateVector(Y.encodeStateVector(doc))].toSorted(([a], [b]) => a - b);

function expectSame(one: Y.Doc, other: Y.Doc): void {
  expect(showAll(one)).toBe(showAll(other));
  expect(ticksOf(one)).toEqual(ticksOf(other));
  expect(one.store.pendingStructs).toBe(null);
}

/** The ids of all visible characters. */
const listShown = (doc: Y.Doc): readonly string[] =>
  [...doc.store.clients.values()].flat().flatMap((item) => {
    if (!(item instanceof Y.Item) || item.deleted || !(item.content instanceof Y.ContentString)) return [];
    return Array.from({ length: item.length }, (_, at) => `${item.id.client}:${item.id.clock + at}`);
  });

/** Inserts a sign before, inside and after each stretch that is going to be erased, as a page that is offline. */
function writeBeside(doc: Y.Doc, ids: ReadonlySet<string>): Uint8Array {
  const before = Y.encodeStateVector(doc);
  doc.clientID = 99;
  const texts = new Set<Y.AbstractType<unknown>>();
  for (const structs of doc.store.clients.values())
    for (const struct of structs)
      if (struct instanceof Y.Item && struct.content instanceof Y.ContentString)
        texts.add(struct.parent as Y.AbstractType<unknown>);
  for (const text of texts) {
    const places: number[] = [];
    let place = 0;
    for (let item = text._start; item !== null; item = item.right) {
      if (item.deleted || !item.countable) continue;
      for (let at = 0; at < item.length; at += 1, place += 1)
        if (ids.has(`${item.id.client}:${item.id.clock + at}`)) places.push(place, place + 1);
    }
    for (const at of [...new Set(places)].toReversed()) (text as Y.Text).insert(at, `<${at}>`);
  }
  return Y.encodeStateAsUpdate(doc, before);
}

type Promise = readonly [name: string, isKept: (erasing: Erasing) => void];

export function promisesOfErasing(histories: number): readonly Promise[] {
  const each = (check: (erased: Erased, seed: number) => void) => (erasing: Erasing) => {
    for (let seed = 1; seed <= histories; seed += 1) check(eraseSome(erasing, seed), seed);
  };
  return [
    [
      'nothing of it is left in any row',
      each(({ rewritten, ids }) => {
        const left = rewritten.flatMap((row) =>
          Y.decodeUpdate(row).structs.filter(
            (struct) =>
              struct instanceof Y.Item &&
              !(struct.content instanceof Y.ContentType || struct.content instanceof Y.ContentDeleted),
          ),
        );
        for (const { id, length } of left)
          for (let at = 0; at < length; at += 1) expect(ids.has(`${id.client}:${id.clock + at}`)).toBe(false);
      }),
    ],
    [
      'all other content is left',
      each(({ rows, rewritten, ids }) => {
        for (const [at, row] of rows.entries())
          expect(listContent(rewritten[at]!).filter((id) => !ids.has(id))).toEqual(
            listContent(row).filter((id) => !ids.has(id)),
          );
      }),
    ],
    ['the document is the same', each(({ rows, rewritten }) => expectSame(read(rewritten), read(rows)))],
    [
      'each earlier version is the same but for that',
      each(({ rows, rewritten, ids }) => {
        for (let place = 1; place < rows.length; place += 7)
          expect(listShown(read(rewritten.slice(0, place), false))).toEqual(
            listShown(read(rows.slice(0, place), false)).filter((id) => !ids.has(id)),
          );
      }),
    ],
    [
      'each row can be merged with the others, in any order',
      each(({ rows, rewritten, below }) => {
        const mixed = rewritten.toSorted(() => below(3) - 1);
        expectSame(read([Y.mergeUpdates([...mixed])]), read(rows));
      }),
    ],
    [
      'a snapshot from before can be rewritten too, and the rows after it apply',
      each(({ rows, rewritten, rewrite, below }) => {
        const place = below(rows.length);
        const snapshot = rewrite(Y.encodeStateAsUpdate(read(rows.slice(0, place))));
        const rest = rewritten.slice(place);
        expectSame(read([snapshot, ...rest]), read(rows));
      }),
    ],
    [
      'text that was written offline, to the left, to the right and inside of it, is kept at its place',
      each(({ rows, rewritten, ids, below }) => {
        for (const place of [below(rows.length), Math.floor(rows.length / 2), rows.length]) {
          const doc = read(rows.slice(0, place));
          if (doc.store.pendingStructs !== null) continue;
          const offline = writeBeside(doc, ids);
          const wanted = read([...rows, offline]);
          expectSame(read([...rewritten, offline]), wanted);
          expectSame(read([offline, Y.encodeStateAsUpdate(read(rewritten))]), wanted);
        }
      }),
    ],
    [
      'erasing again changes nothing',
      each(({ rewritten, rewrite }) => {
        for (const row of rewritten) expect(rewrite(row)).toEqual(row);
      }),
    ],
  ];
}
