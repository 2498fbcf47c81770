import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { placesOf } from '#contract/authorship/restored-heirs.ts';
import { lintUpdate } from '#contract/lint-update.ts';
import { createRandom } from '../../../support/random.ts';
import { forwardChange } from '../../../../supabase/functions/_shared/server/forward-change.ts';

function changeFrom(present: Uint8Array, version: Uint8Array, clientId: number): Uint8Array | null {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, present);
  const old = new Y.Doc();
  Y.applyUpdate(old, version);
  return forwardChange(doc, text(old), clientId, placesOf(text(old)));
}

const paragraph = (words: string, marks?: Record<string, object>): Y.XmlElement => {
  const element = new Y.XmlElement('paragraph');
  const leaf = new Y.XmlText();
  leaf.insert(0, words, marks);
  element.insert(0, [leaf]);
  return element;
};
const text = (doc: Y.Doc) => doc.getXmlFragment('default');
const words = (doc: Y.Doc): string[] =>
  text(doc)
    .toArray()
    .map((block) => (block.toJSON() as string).replaceAll(/<[^>]*>/g, ''));
const leafOf = (doc: Y.Doc, at: number) => (text(doc).get(at) as Y.XmlElement).get(0) as Y.XmlText;
const copy = (doc: Y.Doc): Y.Doc => {
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc));
  return other;
};

function damagedDocument() {
  const doc = new Y.Doc();
  text(doc).insert(0, [
    paragraph('Alpha one', { bold: {} }),
    paragraph('Beta two'),
    paragraph('Gamma three'),
  ]);
  const version = Y.encodeStateAsUpdate(doc);
  text(doc).delete(0, 1);
  leafOf(doc, 0).insert(8, ' changed');
  text(doc).insert(2, [paragraph('Added later')]);
  return { doc, version };
}

test('turns the current text into the old one, including marks', () => {
  const { doc, version } = damagedDocument();
  const change = changeFrom(Y.encodeStateAsUpdate(doc), version, 42)!;
  Y.applyUpdate(doc, change);
  expect(words(doc)).toEqual(['Alpha one', 'Beta two', 'Gamma three']);
  expect(leafOf(doc, 0).toDelta()).toEqual([{ insert: 'Alpha one', attributes: { bold: {} } }]);
});

test('keeps concurrent typing into text that stays, and all clients converge', () => {
  const { doc, version } = damagedDocument();
  const colleague = copy(doc);
  const change = changeFrom(Y.encodeStateAsUpdate(doc), version, 42)!;
  leafOf(colleague, 1).insert(0, 'typed meanwhile: ');
  Y.applyUpdate(doc, change);
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(colleague));
  Y.applyUpdate(colleague, Y.encodeStateAsUpdate(doc));
  expect(words(doc)).toEqual(['Alpha one', 'Beta two', 'typed meanwhile: Gamma three']);
  expect(words(colleague)).toEqual(words(doc));
});

test('writes only under the given client id, passes the linter, and is null if nothing differs', () => {
  const { doc, version } = damagedDocument();
  const change = changeFrom(Y.encodeStateAsUpdate(doc), version, 42)!;
  expect(lintUpdate(change)).toMatchObject({ ok: true, written: [{ client: 42, clock: 0 }] });
  expect(changeFrom(version, version, 42)).toBeNull();
});

test('restores nodes, marks and attributes of unknown kinds', () => {
  const doc = new Y.Doc();
  const strange = new Y.XmlElement('timeline');
  strange.setAttribute('scale', 'years');
  strange.insert(0, [paragraph('1989', { sparkle: { level: 3 } })]);
  text(doc).insert(0, [strange]);
  const version = Y.encodeStateAsUpdate(doc);
  const before = text(doc).toJSON();
  text(doc).delete(0, 1);
  Y.applyUpdate(doc, changeFrom(Y.encodeStateAsUpdate(doc), version, 7)!);
  expect(text(doc).toJSON()).toBe(before);
});

test('keeps text typed into a paragraph that changes in two places', () => {
  const doc = new Y.Doc();
  text(doc).insert(0, [paragraph('The cat sat on the old mat today')]);
  const version = Y.encodeStateAsUpdate(doc);
  leafOf(doc, 0).delete(4, 3);
  leafOf(doc, 0).insert(4, 'dog');
  leafOf(doc, 0).insert(leafOf(doc, 0).length, ' again');
  const colleague = copy(doc);
  leafOf(colleague, 0).insert(15, 'very ');
  Y.applyUpdate(doc, changeFrom(Y.encodeStateAsUpdate(doc), version, 42)!);
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(colleague));
  expect(words(doc)).toEqual(['The cat sat on very the old mat today']);
});

test('finds the block of a text with angle brackets or half a bold word', () => {
  const doc = new Y.Doc();
  const half = paragraph('before noon');
  text(doc).insert(0, [paragraph('if < one two three >'), half]);
  (half.get(0) as Y.XmlText).format(2, 4, { bold: {} });
  const [first, second] = text(doc).toArray();
  const old = new Y.Doc();
  text(old).insert(0, [
    paragraph('if so now'),
    paragraph('if < one two three > again'),
    paragraph('be quick'),
    paragraph('before noon again'),
  ]);
  forwardChange(doc, text(old), 7, []);
  expect(words(doc)).toEqual(words(old));
  expect(text(doc).get(1)).toBe(first);
  expect(text(doc).get(3)).toBe(second);
});

test('restores text next to marks without spreading them', () => {
  const doc = new Y.Doc();
  text(doc).insert(0, [paragraph('plain ')]);
  leafOf(doc, 0).insert(6, 'bold', { bold: {} });
  leafOf(doc, 0).insert(10, ' tail', { bold: null });
  const version = Y.encodeStateAsUpdate(doc);
  leafOf(doc, 0).delete(10, 5);
  Y.applyUpdate(doc, changeFrom(Y.encodeStateAsUpdate(doc), version, 9)!);
  expect(leafOf(doc, 0).toDelta()).toEqual([
    { insert: 'plain ' },
    { insert: 'bold', attributes: { bold: {} } },
    { insert: ' tail' },
  ]);
});

test('restores text whose marks were set in steps', () => {
  const doc = new Y.Doc();
  text(doc).insert(0, [paragraph('all of it')]);
  const leaf = leafOf(doc, 0);
  leaf.format(0, 9, { italic: {} });
  leaf.format(0, 3, { bold: {} });
  const version = Y.encodeStateAsUpdate(doc);
  leaf.format(3, 6, { bold: {} });
  const toBold = Y.encodeStateAsUpdate(doc);
  for (const [from, to] of [
    [version, toBold],
    [toBold, version],
  ] as const) {
    const present = new Y.Doc();
    Y.applyUpdate(present, from);
    const change = changeFrom(from, to, 8)!;
    Y.applyUpdate(present, change);
    expect(changeFrom(Y.encodeStateAsUpdate(present), to, 9)).toBeNull();
  }
});

test('any two random texts: the change produces exactly the old one', () => {
  for (let seed = 0; seed < 60; seed++) {
    const random = createRandom(seed);
    const doc = new Y.Doc();
    const edit = () => {
      const at = Math.floor(random() * (text(doc).length + 1));
      if (random() < 0.5 || text(doc).length === 0)
        text(doc).insert(at, [paragraph(`word${Math.floor(random() * 9)} common text`)]);
      else if (at % 2 === 0) text(doc).delete(at % text(doc).length, 1);
      else leafOf(doc, at % text(doc).length).insert(0, 'new ', random() < 0.5 ? { italic: {} } : {});
    };
    for (let i = 0; i < 20; i++) edit();
    const version = Y.encodeStateAsUpdate(doc);
    const expected = text(doc).toJSON();
    for (let i = 0; i < 15; i++) edit();
    const change = changeFrom(Y.encodeStateAsUpdate(doc), version, 5);
    if (change !== null) Y.applyUpdate(doc, change);
    expect(text(doc).toJSON(), `seed ${seed}`).toBe(expected);
  }
});

test('a book is restored within the time limit of a function', () => {
  const random = createRandom(5);
  const word = () => Math.floor(random() * 36 ** 5).toString(36);
  const lines = (count: number) =>
    Array.from({ length: count }, () => paragraph(Array.from({ length: 70 }, word).join(' ')));
  const doc = new Y.Doc();
  text(doc).insert(0, lines(1500));
  const version = Y.encodeStateAsUpdate(doc);
  text(doc).delete(0, 1500);
  text(doc).insert(0, lines(1500));
  const started = process.cpuUsage().user;
  Y.applyUpdate(doc, changeFrom(Y.encodeStateAsUpdate(doc), version, 9)!);
  expect(process.cpuUsage().user - started).toBeLessThan(6_000_000);
  expect(text(doc)).toHaveLength(1500);
});

test('a long text with many edits is restored within the time limit of a function', () => {
  const many = (count: number, word: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => word(at));
  const same = many(100_000, () => 'same');
  const wanted = [...many(2000, (at) => `x${at}`), ...same, ...many(2000, (at) => `y${at}`)].join(' ');
  const [doc, old] = [new Y.Doc(), new Y.Doc()];
  text(doc).insert(0, [paragraph(same.join(' '))]);
  text(old).insert(0, [paragraph(wanted)]);
  const started = process.cpuUsage().user;
  forwardChange(doc, text(old), 9, []);
  expect(process.cpuUsage().user - started).toBeLessThan(6_000_000);
  expect(leafOf(doc, 0).toJSON() === wanted).toBe(true);
});
