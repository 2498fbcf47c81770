/** Erasing content from the rows of a log for good (PROTOCOL.md, S31). */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { applyUpdates } from '#contract/apply-updates.ts';
import { readTextSpans } from '#contract/authorship/read-spans.ts';
import { runSteps } from '#contract/authorship/run-steps.ts';
import { traceLog } from '#contract/authorship/trace-log.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import * as real from '#contract/erasing/erase-content.ts';
import { findErasable } from '#contract/erasing/find-erasable.ts';
import { areErased, listErased } from '#contract/proof/erased-rows.ts';
import { playHistory, type Row } from '../../../histories/play-history.ts';
import { promisesOfErasing, type Erasing } from '../../../support/erasing-promises.ts';
import { createRandom } from '../../../support/random.ts';

/** More in a campaign: `SPOLU_HISTORIES=3000 npx vitest run contract/erasing`. */
const HISTORIES = Number(process.env['SPOLU_HISTORIES'] ?? 12);

describe('erasing content from a log', () => {
  test.each(promisesOfErasing(HISTORIES))('%s', (_, isKept) => {
    isKept(real);
  });
});

/** Erases, for good, from all rows. */
const eraseFrom = (rows: readonly Row[], ranges: readonly real.IdRange[]): Row[] =>
  rows.map((row) => ({
    ...row,
    update: real.eraseContent(row.update, real.isIn(ranges))?.bytes ?? row.update,
  }));

const read = (rows: readonly { readonly update: Uint8Array }[], gc = true): Y.Doc => {
  const doc = new Y.Doc({ gc });
  applyUpdates(
    doc,
    rows.map(({ update }) => update),
  );
  return doc;
};

/** A few neighbouring letters that are deleted at the end. */
function chooseDeleted(rows: readonly Row[], seed: number): string | null {
  const random = createRandom(~seed);
  const texts = [...read(rows, false).store.clients.values()].flat().flatMap((item) => {
    const isText = item instanceof Y.Item && item.deleted && item.content instanceof Y.ContentString;
    return isText ? [(item.content as Y.ContentString).str] : [];
  });
  const text = texts[Math.floor(random() * texts.length)];
  if (text === undefined) return null;
  const from = Math.floor(random() * text.length);
  return text.slice(from, from + 1 + Math.floor(random() * (text.length - from))).trim() || null;
}

test('the authors of all other text stay, and no letter of the erased text is left in the log', () => {
  let erased = 0;
  for (let seed = 1; seed <= 3 * HISTORIES; seed += 1) {
    const { rows } = playHistory(seed);
    const chosen = chooseDeleted(rows, seed);
    if (chosen === null) continue;
    const { ranges, isShown } = runSteps(findErasable(rows, [chosen]));
    if (isShown) continue;
    erased += 1;
    const rewritten = eraseFrom(rows, ranges);
    // Of a letter or two, a copy is not always recognized.
    for (const letter of chosen.length < 4 ? '' : chosen.replaceAll(' ', '')) {
      const bytes = Buffer.from(letter);
      for (const { update } of rewritten)
        expect(Buffer.from(update).includes(bytes), `seed ${seed}`).toBe(false);
    }
    const [before, after] = [traceLog({ state: [] }, rows), traceLog({ state: [] }, rewritten)];
    const [spans, left] = [rows, rewritten].map((log) => readTextSpans(read(log).getXmlFragment(TEXT_ROOT)));
    expect(left).toEqual(spans);
    for (const { client, clock, length } of spans!)
      for (let at = clock; at < clock + length; at += 1)
        expect(after.addedBy({ client, clock: at }), `seed ${seed}`).toBe(
          before.addedBy({ client, clock: at }),
        );
  }
  expect(erased).toBeGreaterThan(HISTORIES / 2);
});

test('text around an erased word stays its writer’s, also where a move of all three would be too short without it', () => {
  const [anna, boris] = [new Y.Doc(), new Y.Doc()];
  const rows: Row[] = [];
  const change = (doc: Y.Doc, client: number, run: (text: Y.XmlText) => void): void => {
    applyUpdates(
      doc,
      rows.map(({ update }) => update),
    );
    doc.clientID = client;
    const before = Y.encodeStateVector(doc);
    const gone = Y.createDeleteSetFromStructStore(doc.store);
    doc.transact(() => run((doc.getXmlFragment(TEXT_ROOT).get(0) as Y.XmlElement).get(0) as Y.XmlText));
    expect(Y.createDeleteSetFromStructStore(doc.store)).not.toEqual(gone);
    rows.push({
      client,
      atMs: rows.length * 10_000,
      update: Y.encodeStateAsUpdate(doc, before),
      heirs: [],
      goesOn: false,
    });
  };
  anna.clientID = 7;
  const paragraph = new Y.XmlElement('paragraph');
  paragraph.insert(0, [new Y.XmlText('start ab hunter2 cd end')]);
  anna.getXmlFragment(TEXT_ROOT).insert(0, [paragraph]);
  rows.push({ client: 7, atMs: 0, update: Y.encodeStateAsUpdate(anna), heirs: [], goesOn: false });
  change(boris, 8, (text) => {
    text.delete(6, 13);
    text.insert(0, 'ab hunter2 cd');
  });
  change(boris, 8, (text) => text.delete(3, 7));
  const { ranges, isShown } = runSteps(findErasable(rows, ['hunter2']));
  expect(isShown).toBe(false);
  const left = eraseFrom(rows, ranges);
  for (const { update } of left) expect(Buffer.from(update).includes('hunter2')).toBe(false);
  for (const log of [rows, left]) {
    const { addedBy } = traceLog({ state: [] }, log);
    for (const clock of [0, 2, 10, 12]) expect(addedBy({ client: 8, clock })).toBe(7);
  }
});

describe('what goes with a text', () => {
  const write = (change: (doc: Y.Doc) => void, doc = new Y.Doc()): { doc: Y.Doc; update: Uint8Array } => {
    const before = Y.encodeStateVector(doc);
    doc.transact(() => change(doc));
    return { doc, update: Y.encodeStateAsUpdate(doc, before) };
  };
  const log = (...updates: Uint8Array[]) =>
    updates.map((update, at) => ({ client: 1, atMs: at, update, heirs: [] }));

  test('the same text elsewhere, and the address of a link on it', () => {
    const doc = new Y.Doc();
    doc.clientID = 7;
    const text = new Y.XmlText();
    const first = write(() => {
      const paragraph = new Y.XmlElement('paragraph');
      doc.getXmlFragment(TEXT_ROOT).insert(0, [paragraph]);
      paragraph.insert(0, [text]);
      text.insert(0, 'see hunter2 here');
      text.format(4, 7, { link: { href: 'https://example.com/hunter2' } });
      doc.getText('title').insert(0, 'hunter2');
    }, doc).update;
    const second = write(() => {
      text.delete(4, 7);
      doc.getText('title').delete(0, 7);
    }, doc).update;
    const rows = log(first, second);
    const { ranges, isShown } = runSteps(findErasable(rows, ['hunter2']));
    expect(isShown).toBe(false);
    const left = rows.map(({ update }) => real.eraseContent(update, real.isIn(ranges))?.bytes ?? update);
    expect(Buffer.concat(left).includes('hunter2')).toBe(false);
    expect(Buffer.concat(left).includes('see ')).toBe(true);
    expect(real.isErasure(left[0]!, ranges)).toBe(true);
  });

  test('only what is deleted, and whether there is more', () => {
    const doc = new Y.Doc();
    doc.clientID = 7;
    const first = write(() => doc.getText('title').insert(0, 'hunter2 and hunter2'), doc).update;
    const second = write(() => doc.getText('title').delete(0, 7), doc).update;
    const find = (rows: ReturnType<typeof log>, text: string) => runSteps(findErasable(rows, [text]));
    expect(find(log(first), 'hunter2')).toEqual({ ranges: [], isShown: true });
    expect(find(log(first, second), 'hunter2')).toEqual({
      ranges: [{ client: 7, clock: 0, length: 7 }],
      isShown: true,
    });
    expect(find(log(first, second), 'password')).toEqual({ ranges: [], isShown: false });
  });

  test('text with a mistake that was corrected while it was typed', () => {
    const doc = new Y.Doc();
    doc.clientID = 7;
    const steps = [
      () => doc.getText('title').insert(0, 'huntter'),
      () => doc.getText('title').delete(3, 1),
      () => doc.getText('title').insert(6, '2'),
      () => doc.getText('title').delete(0, 7),
    ];
    const rows = log(...steps.map((step) => write(step, doc).update));
    expect(runSteps(findErasable(rows, ['hunter2'])).ranges).toEqual([
      { client: 7, clock: 0, length: 3 },
      { client: 7, clock: 4, length: 4 },
    ]);
  });

  test('a pair of UTF-16 units that is cut keeps its length', () => {
    const { update } = write((doc) => doc.getText('title').insert(0, 'a😀b'));
    const { client } = Y.decodeUpdate(update).structs[0]!.id;
    const erased = real.eraseContent(update, ({ clock }) => clock === 2);
    const doc = read([{ update: erased!.bytes }]);
    expect(doc.getText('title').toJSON()).toBe('a\ufffdb');
    expect(Y.getState(doc.store, client)).toBe(4);
  });
});

describe('a statement about erased rows', () => {
  const doc = new Y.Doc();
  doc.clientID = 7;
  doc.getText('title').insert(0, 'my hunter2');
  const row = Y.encodeStateAsUpdate(doc);
  const ranges = [[7, 3, 7]] as [number, number, number][];
  const { bytes } = real.eraseContent(row, ({ clock }) => clock >= 3)!;
  const claim = async (update: Uint8Array) => ({
    seq: 1,
    sha256: Buffer.from(await crypto.subtle.digest('SHA-256', update as Uint8Array<ArrayBuffer>)).toString(
      'hex',
    ),
    by: null,
    atMs: 0,
    ranges,
  });

  test('is true of a row whose erased ids are deletions', async () => {
    const claims = [await claim(bytes)];
    expect(await areErased(claims, () => bytes)).toBe(true);
    expect(listErased([...claims, { ...claims[0]!, seq: 2 }, { ...claims[0]!, atMs: 1 }])).toEqual([
      { by: null, atMs: 0, characters: 14 },
      { by: null, atMs: 1, characters: 7 },
    ]);
  });

  test('is refused for other bytes, a row that is missing, and one that inserts text in its place', async () => {
    expect(await areErased([await claim(bytes)], () => row)).toBe(false);
    expect(await areErased([await claim(bytes)], () => null)).toBe(false);
    expect(await areErased([await claim(row)], () => row)).toBe(false);
  });
});

const CONTRACT = join(import.meta.dirname, '../../../../supabase/functions/_shared/contract/erasing');
/** Inside the project, so that packages are found. */
const COPIES = join(import.meta.dirname, '../../../../.spolu/erasing-mutants');

const MUTANTS: readonly (readonly [name: string, file: string, find: string, replace: string])[] = [
  [
    'erased content is a GC struct',
    'erase-content.ts',
    'return pieces;',
    'return pieces.map((piece) => piece.content instanceof Y.ContentDeleted ? new Y.GC(piece.id, piece.length) : piece);',
  ],
  ['an item is erased whole or not at all', 'erase-item.ts', 'isErasedAt(length) === isErasedAt(0)', 'true'],
  [
    'the rest of an item has no neighbor',
    'erase-item.ts',
    'new Y.Item(at, null, before,',
    'new Y.Item(at, null, null,',
  ],
  [
    'an erased character has another length',
    'erase-item.ts',
    'new Y.ContentDeleted(length)',
    'new Y.ContentDeleted(1)',
  ],
  ['deletions are dropped', 'erase-content.ts', 'writeUpdate(left, ds)', 'writeUpdate(left)'],
  ['elements are erased', 'erase-content.ts', 'content instanceof Y.ContentType ||', ''],
  ['only text is erased', 'erase-content.ts', '  !(\n', '  content instanceof Y.ContentString && !(\n'],
  ['nothing is erased', 'erase-item.ts', 'if (isErasedAt(0)) piece.content', 'if (false) piece.content'],
];

afterAll(() => rmSync(COPIES, { recursive: true, force: true }));

const FILES = ['erase-content.ts', 'erase-item.ts'];

async function mutate(at: number, file: string, find: string, replace: string): Promise<Erasing> {
  const folder = join(COPIES, String(at));
  mkdirSync(folder, { recursive: true });
  for (const name of FILES) {
    const source = readFileSync(join(CONTRACT, name), 'utf8');
    if (name === file) expect(source.split(find), `the place of a mutant in ${file}`).not.toHaveLength(1);
    const changed = name === file ? source.replace(find, replace) : source;
    writeFileSync(
      join(folder, name),
      changed.replaceAll(/from '(\.\.?\/[^']+)'/g, (whole, path: string) =>
        FILES.includes(path.slice(2)) ? whole : `from '${join(CONTRACT, path)}'`,
      ),
    );
  }
  return (await import(pathToFileURL(join(folder, 'erase-content.ts')).href)) as Erasing;
}

test.each(MUTANTS.map(([name, ...rest], at) => [name, at, rest] as const))(
  'a rewriting is noticed in which %s',
  async (_, at, [file, find, replace]) => {
    const mutant = await mutate(at, file, find, replace);
    const isBroken = promisesOfErasing(HISTORIES).some(([, isKept]) => {
      try {
        isKept(mutant);
        return false;
      } catch (error) {
        return error instanceof Error;
      }
    });
    expect(isBroken).toBe(true);
  },
);
