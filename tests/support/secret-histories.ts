/**
 * Writers who type into and delete each other's text, links, attributes and paragraphs, and append their rows in any order.
 * Nothing here uses the code that it tests.
 */
import * as Y from 'yjs';
import { createRandom } from './random.ts';

const TEXT = 'default';
const WRITERS = 3;

export interface SecretHistory {
  /** Each writer's in order, the writers mixed. */
  readonly rows: readonly Uint8Array[];
}

/** The same seed gives the same history. `sign` ends each word. */
export function makeSecretHistory(seed: number, changes: number, sign = ''): SecretHistory {
  const random = createRandom(seed);
  const below = (end: number): number => Math.floor(random() * end);
  const writers = openWriters();
  for (let at = 0; at < changes; at += 1) {
    const { doc, waiting } = writers[below(WRITERS)]!;
    for (const update of waiting.splice(0, below(waiting.length + 1))) Y.applyUpdate(doc, update, TEXT);
    doc.transact(() => change(doc, below, sign));
  }
  const left = writers.map(({ own }) => own);
  const rows: Uint8Array[] = [];
  for (let open = left; (open = open.filter((own) => own.length > 0)).length > 0;)
    rows.push(open[below(open.length)]!.shift()!);
  return { rows };
}

interface Writer {
  readonly doc: Y.Doc;
  readonly own: Uint8Array[];
  readonly waiting: Uint8Array[];
}

function openWriters(): readonly Writer[] {
  const writers = Array.from({ length: WRITERS }, (_, at): Writer => {
    const doc = new Y.Doc();
    doc.clientID = at + 2;
    return { doc, own: [], waiting: [] };
  });
  for (const writer of writers)
    writer.doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === TEXT) return;
      writer.own.push(update);
      for (const other of writers) if (other !== writer) other.waiting.push(update);
    });
  return writers;
}

type Below = (end: number) => number;

function change(doc: Y.Doc, below: Below, sign: string): void {
  const root = doc.getXmlFragment(TEXT);
  const paragraph = root.length > 0 ? root.get(below(root.length)) : null;
  const text = paragraph instanceof Y.XmlElement ? paragraph.get(0) : null;
  if (!(paragraph instanceof Y.XmlElement) || !(text instanceof Y.XmlText) || below(12) === 0) {
    const added = new Y.XmlElement('paragraph');
    added.insert(0, [new Y.XmlText(word(below, sign))]);
    return root.insert(below(root.length + 1), [added]);
  }
  const at = below(text.length + 1);
  const kind = below(14);
  if (kind === 0) return root.delete(below(root.length), 1);
  if (kind === 1) return paragraph.setAttribute('src', word(below, sign));
  if (kind === 2) return doc.getText('title').insert(0, word(below, sign));
  if (kind === 3 && text.length > at)
    return text.format(at, Math.min(3, text.length - at), { link: { href: word(below, sign) } });
  if (kind === 4) return text.insert(at, word(below, sign), { link: { href: word(below, sign) } });
  if (kind < 9 && text.length > at) return text.delete(at, Math.min(1 + below(6), text.length - at));
  text.insert(at, word(below, sign));
}

const word = (below: Below, sign: string): string => `w${below(1e9).toString(36)}${sign}`;

/** Adds to `deleted` the ids of all that these rows delete, as `client:clock`. */
export function listDeleted(rows: readonly Uint8Array[]): ReadonlySet<string> {
  const deleted = new Set<string>();
  for (const row of rows)
    for (const [client, ranges] of Y.decodeUpdate(row).ds.clients)
      for (const { clock, len } of ranges)
        for (let at = clock; at < clock + len; at += 1) deleted.add(`${client}:${at}`);
  return deleted;
}

/** The ids whose content an update has. */
export function listContent(update: Uint8Array): readonly string[] {
  return Y.decodeUpdate(update).structs.flatMap((struct) => {
    if (!(struct instanceof Y.Item) || struct.content instanceof Y.ContentDeleted) return [];
    const { client, clock } = struct.id;
    return Array.from({ length: struct.length }, (_, at) => `${client}:${clock + at}`);
  });
}

/** All that a document shows, as one text. */
export const showAll = (doc: Y.Doc, withLinks = true): string =>
  JSON.stringify([
    doc.getText('title').toJSON(),
    doc
      .getXmlFragment(TEXT)
      .toArray()
      .map((block) => {
        if (!(block instanceof Y.XmlElement)) return null;
        const texts = block.toArray().map((text) => runsOf(text as Y.XmlText));
        return [
          block.getAttributes(),
          withLinks ? texts : texts.map((runs) => runs.map(([words]) => words).join('')),
        ];
      }),
  ]);

/** Neighbouring runs with equal marks are one. */
function runsOf(text: Y.XmlText): readonly (readonly [words: string, marks: string])[] {
  const runs: [string, string][] = [];
  for (const { insert, attributes } of text.toDelta() as { insert: string; attributes?: object }[]) {
    const marks = JSON.stringify(attributes ?? {});
    const last = runs.at(-1);
    if (last?.[1] === marks) last[0] += insert;
    else runs.push([insert, marks]);
  }
  return runs;
}
