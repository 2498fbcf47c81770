/** Others type while a restore stands, and it is undone: their words stay between the letters where they typed them. */
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { placesOf } from '#contract/authorship/restored-heirs.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { forwardChange } from '../../../supabase/functions/_shared/server/forward-change.ts';
import { undoRestore } from '../../../supabase/functions/_shared/server/undo-restore.ts';
import { createRandom } from '../../support/random.ts';

const [ANNA, BORIS, SERVER, UNDO] = [2, 3, 1000, 1001];

function paragraph(words: string, name = 'paragraph'): Y.XmlElement {
  const element = new Y.XmlElement(name);
  element.insert(0, [new Y.XmlText(words)]);
  return element;
}

const leafOf = (doc: Y.Doc, at: number): Y.XmlText =>
  (doc.getXmlFragment(TEXT_ROOT).get(at) as Y.XmlElement).get(0) as Y.XmlText;
const linesOf = (doc: Y.Doc): string[] =>
  doc
    .getXmlFragment(TEXT_ROOT)
    .toArray()
    .map((block) => (block.toJSON() as string).replaceAll(/<[^>]*>/g, ''));

/** The old text, then the one of today. */
interface Story {
  readonly old: (root: Y.XmlFragment) => void;
  readonly now: (doc: Y.Doc) => void;
}

function open({ old, now }: Story) {
  const doc = new Y.Doc();
  doc.clientID = ANNA;
  doc.transact(() => old(doc.getXmlFragment(TEXT_ROOT)));
  const version = new Y.Doc();
  Y.applyUpdate(version, Y.encodeStateAsUpdate(doc));
  doc.clientID = BORIS;
  doc.transact(() => now(doc));
  // As a fold stores it, without deleted text.
  const before = Y.encodeStateAsUpdate(doc);
  const wanted = version.getXmlFragment(TEXT_ROOT);
  const server = new Y.Doc();
  Y.applyUpdate(server, before);
  const restore = forwardChange(server, wanted, SERVER, placesOf(wanted))!;
  return { before, restore, lines: linesOf(doc) };
}

/** Boris types at these places of the first line while he does not see the restore yet. */
function typeMeanwhile(before: Uint8Array, at: number, words: string): Uint8Array {
  const page = new Y.Doc();
  Y.applyUpdate(page, before);
  page.clientID = BORIS;
  let typed: Uint8Array = new Uint8Array();
  page.on('update', (update: Uint8Array) => (typed = update));
  leafOf(page, 0).insert(at, words);
  return typed;
}

function undo(before: Uint8Array, restore: Uint8Array, later: readonly Uint8Array[]) {
  const undone = undoRestore({ before: [before], restore: [restore], later }, UNDO)!;
  const doc = new Y.Doc();
  for (const update of [before, restore, ...later, undone.update]) Y.applyUpdate(doc, update);
  return { lines: linesOf(doc), heirs: undone.heirs };
}

const SENTENCES: Story = {
  old: (root) => root.insert(0, [paragraph('Base sentence.')]),
  now: (doc) => leafOf(doc, 0).insert(14, ' One. Two. Three.'),
};

describe('words typed into what a restore took away', () => {
  const line = 'Base sentence. One. Two. Three.';
  test.each(Array.from({ length: line.length + 1 }, (_, at) => [at]))('at %i', (at) => {
    const { before, restore } = open(SENTENCES);
    const typed = typeMeanwhile(before, at, 'XYZ');
    expect(undo(before, restore, [typed]).lines).toEqual([`${line.slice(0, at)}XYZ${line.slice(at)}`]);
  });
});

describe('a user types on at the place from which the restore took text away', () => {
  const line = 'Base sentence. One. Two. Three.';
  const WORDS = 'ABCDEFGHIJKL';
  /** Boris types letter by letter; he sees the restore after some, and the undo has those of the log. */
  function type(at: number, seen: number, logged: number) {
    const { before, restore } = open(SENTENCES);
    const page = new Y.Doc();
    Y.applyUpdate(page, before);
    page.clientID = BORIS;
    const typed: Uint8Array[] = [];
    page.on('update', (update: Uint8Array, origin: unknown) => origin === null && typed.push(update));
    for (const [letters, letter] of WORDS.split('').entries()) {
      if (letters === seen) Y.applyUpdate(page, restore, 'server');
      const place = leafOf(page, 0).toString().indexOf(WORDS.slice(0, letters));
      leafOf(page, 0).insert(letters === 0 ? at : place + letters, letter);
    }
    const restored = { before: [before], restore: [restore], later: typed.slice(0, logged) };
    const undone = undoRestore(restored, UNDO)!;
    const doc = new Y.Doc();
    for (const update of [before, restore, ...typed, undone.update]) Y.applyUpdate(doc, update);
    return { line: linesOf(doc)[0], undone, updates: [before, restore, ...typed] };
  }

  test.each(Array.from({ length: line.length + 1 }, (_, at) => [at]))('at %i', (at) => {
    const whole = line.slice(0, at) + WORDS + line.slice(at);
    for (const seen of [1, 5, WORDS.length])
      for (const logged of [seen, seen + 3, WORDS.length])
        expect([seen, logged, type(at, seen, logged).line]).toEqual([seen, logged, whole]);
  });

  test('every letter that comes back is declared as the one that it was', () => {
    const { undone, updates } = type(20, 5, 8);
    const doc = new Y.Doc({ gc: false });
    for (const update of [...updates, undone.update]) Y.applyUpdate(doc, update);
    const letterAt = (client: number, clock: number): string => {
      const item = Y.getItem(doc.store, Y.createID(client, clock));
      return (item.content as Y.ContentString).str[clock - item.id.clock]!;
    };
    const pairs = undone.heirs.flatMap(({ clock, from, length }) =>
      Array.from({ length }, (_, at) => [letterAt(from.client, from.clock + at), letterAt(UNDO, clock + at)]),
    );
    const inOrder = (letters: readonly string[]): string =>
      letters.toSorted((a, b) => (a < b ? -1 : 1)).join('');
    expect(inOrder(pairs.map(([letter]) => letter!))).toBe(inOrder(' One. Two. Three.'.split('')));
    for (const [old, now] of pairs) expect(now).toBe(old);
    for (const { clock } of undone.heirs)
      expect(Y.getItem(doc.store, Y.createID(UNDO, clock)).deleted).toBe(false);
  });
});

test('with nothing typed, the earlier text comes back, and all its letters are declared', () => {
  const { before, restore, lines } = open(SENTENCES);
  const undone = undo(before, restore, []);
  expect(undone.lines).toEqual(lines);
  // Written twice: the second time behind what Anna may be typing after the sentence.
  expect(undone.heirs).toEqual([{ clock: 17, from: { client: BORIS, clock: 0 }, length: 17 }]);
});

test('blocks that the restore removed, brought back or changed', () => {
  const { before, restore, lines } = open({
    old: (root) =>
      root.insert(0, [paragraph('one'), paragraph('two'), paragraph('Three old words here', 'heading')]),
    now: (doc) => {
      const root = doc.getXmlFragment(TEXT_ROOT);
      root.delete(1, 1);
      root.insert(0, [paragraph('zero')]);
      leafOf(doc, 2).delete(6, 4);
      root.insert(3, [paragraph('four'), paragraph('five')]);
    },
  });
  const doc = new Y.Doc();
  for (const update of [before, restore]) Y.applyUpdate(doc, update);
  expect(linesOf(doc)).toEqual(['one', 'two', 'Three old words here']);
  expect(undo(before, restore, []).lines).toEqual(lines);
});

/** Beyond these words anything may differ; a paragraph of which too little is the same is replaced. */
const SAME = 'all of these words are the same in both ';

test('in 200 random texts, words typed anywhere stay where they were typed', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const random = createRandom(seed);
    const below = (limit: number): number => Math.floor(random() * limit);
    const words = (count: number): string => Array.from({ length: count }, () => `w${below(1000)}`).join(' ');
    const { before, restore } = open({
      old: (root) => root.insert(0, [paragraph(SAME + words(1 + below(6)))]),
      now: (doc) => {
        const leaf = leafOf(doc, 0);
        for (let edit = 0; edit < 4; edit += 1)
          if (below(2) === 0)
            leaf.insert(SAME.length + below(leaf.length - SAME.length + 1), ` ${words(2)} `);
          else leaf.delete(SAME.length + below(leaf.length - SAME.length), 1);
      },
    });
    const page = new Y.Doc();
    Y.applyUpdate(page, before);
    page.clientID = BORIS;
    const later: Uint8Array[] = [];
    page.on('update', (update: Uint8Array) => later.push(update));
    let start = below(leafOf(page, 0).length + 1);
    for (const letter of 'TYPED') leafOf(page, 0).insert(start++, letter);
    expect([seed, ...undo(before, restore, later).lines]).toEqual([seed, ...linesOf(page)]);
  }
});

test.each([
  ['after', 1, ['before', 'since']],
  ['before', 0, ['since', 'before']],
])('a paragraph written %s the one that the restore put in its place', (_, at, expected) => {
  const { before, restore } = open({
    old: (root) => root.insert(0, [paragraph('old')]),
    now: (doc) => {
      const root = doc.getXmlFragment(TEXT_ROOT);
      root.delete(0, 1);
      root.insert(0, [paragraph('before')]);
    },
  });
  const page = new Y.Doc();
  for (const update of [before, restore]) Y.applyUpdate(page, update);
  expect(linesOf(page)).toEqual(['old']);
  page.clientID = BORIS;
  let typed: Uint8Array = new Uint8Array();
  page.on('update', (update: Uint8Array) => (typed = update));
  page.getXmlFragment(TEXT_ROOT).insert(at, [paragraph('since')]);
  expect(undo(before, restore, [typed]).lines).toEqual(expected);
});
