import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { readDocument } from '#contract/text/yjs-document.ts';
import { shoot, type Film } from '../../../../../src/app/editor/playback/film.ts';
import { showMoment } from '../../../../../src/app/editor/playback/show-moment.ts';
import { playHistory, type Row } from '../../../../histories/play-history.ts';

function film(rows: readonly Row[], from = 0): Film {
  const before = rows.slice(0, from).map(({ update }) => update);
  const steps = shoot(before, rows.slice(from));
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The texts after each row that changed it. */
function textsOf(rows: readonly Row[], from = 0) {
  const doc = new Y.Doc();
  const read = () => readDocument(doc.getXmlFragment('default')).content;
  for (const { update } of rows.slice(0, from)) Y.applyUpdate(doc, update);
  const texts = [read()];
  for (const { update } of rows.slice(from)) {
    Y.applyUpdate(doc, update);
    if (JSON.stringify(read()) !== JSON.stringify(texts.at(-1))) texts.push(read());
  }
  return texts;
}

/** Without the title. */
const nodesAt = (one: Film, count: number) =>
  one
    .blocksAt(count)
    .slice(1)
    .map(({ node }) => node);

test.each([1, 2, 3, 4, 5])('every frame is the text after its row, in any order (%i)', (seed) => {
  const { rows } = playHistory(seed);
  const from = Math.floor(rows.length / 3);
  const one = film(rows, from);
  const texts = textsOf(rows, from);
  // A block that is replaced by an equal one is a frame too.
  expect(one.frames.length).toBeGreaterThanOrEqual(texts.length - 1);
  expect(nodesAt(one, 0)).toEqual(texts[0]);
  expect(nodesAt(one, one.frames.length)).toEqual(texts.at(-1));
  const shown = Array.from({ length: one.frames.length + 1 }, (_, count) => nodesAt(one, count));
  expect(
    shown.filter((text, at) => at === 0 || JSON.stringify(text) !== JSON.stringify(shown[at - 1])),
  ).toEqual(texts);
  for (const count of [one.frames.length, 0, 3, 1]) expect(nodesAt(one, count)).toEqual(shown[count]);
});

test('a long film, and blocks that stay the same object', () => {
  const doc = new Y.Doc();
  const rows: Row[] = [];
  doc.on('update', (update: Uint8Array) =>
    rows.push({ client: 2, atMs: rows.length, update, heirs: [], goesOn: false }),
  );
  const root = doc.getXmlFragment('default');
  root.insert(0, [new Y.XmlElement('paragraph'), new Y.XmlElement('paragraph')]);
  const leaf = new Y.XmlText();
  (root.get(1) as Y.XmlElement).insert(0, [leaf]);
  for (let at = 0; at < 700; at += 1) leaf.insert(at, 'x');
  const one = film(rows);
  const lengthAt = (count: number) => nodesAt(one, count)[1]?.content?.[0]?.text?.length ?? 0;
  expect(one.frames).toHaveLength(702);
  expect([702, 701, 251, 502, 250, 3, 2].map(lengthAt)).toEqual([700, 699, 249, 500, 248, 1, 0]);
  expect(one.blocksAt(10)[1]).toBe(one.blocksAt(600)[1]);
});

test('a very long log has a frame for a few rows of one person', () => {
  const doc = new Y.Doc();
  const rows: Row[] = [];
  doc.on('update', (update: Uint8Array) =>
    rows.push({ client: rows.length < 50_000 ? 2 : 3, atMs: rows.length, update, heirs: [], goesOn: false }),
  );
  const title = doc.getText('title');
  // That is no change which a reader sees.
  for (let at = 0; at < 50_001; at += 1) title.setAttribute('lang', at % 2 === 0 ? 'cs' : 'en-US');
  const leaf = new Y.XmlText();
  doc.getXmlFragment('default').insert(0, [new Y.XmlElement('paragraph')]);
  (doc.getXmlFragment('default').get(0) as Y.XmlElement).insert(0, [leaf]);
  for (let at = 0; at < 9; at += 1) leaf.insert(at, 'y');
  const one = film(rows);
  const lengths = one.frames.map((_, at) => nodesAt(one, at + 1)[0]?.content?.[0]?.text?.length ?? 0);
  expect(lengths).toEqual([0, 3, 6, 9]);
});

/** A paragraph and a title, written by two. */
function filmWithTitle(): Film {
  const doc = new Y.Doc();
  const rows: Row[] = [];
  doc.on('update', (update: Uint8Array) =>
    rows.push({ client: doc.clientID, atMs: rows.length, update, heirs: [], goesOn: false }),
  );
  const [title, root] = [doc.getText('title'), doc.getXmlFragment('default')];
  doc.clientID = 2;
  title.insert(0, 'Plan');
  const paragraph = new Y.XmlElement('paragraph');
  doc.transact(() => {
    root.insert(0, [paragraph]);
    paragraph.insert(0, [new Y.XmlText('One')]);
  });
  doc.clientID = 3;
  title.insert(4, ' for May');
  title.setAttribute('lang', 'cs');
  return film(rows);
}

test('a change of the title is a frame, its language is none', () => {
  const one = filmWithTitle();
  expect(one.frames.map(({ client, place, typed, gone }) => [client, place, typed, gone])).toEqual([
    [2, 0, 4, 1],
    [2, 1, 3, 0],
    [3, 0, 8, 0],
  ]);
});

test('at a moment, what its frame has typed is marked, and the rest is not there', () => {
  const one = filmWithTitle();
  const draw = (count: number, typed: number) => {
    const { title, blocks, place } = showMoment(one, { count, typed }, '#028723');
    const words = [...title, ...blocks.flatMap(({ node }) => node.content ?? [])];
    return [place, ...words.map(({ text, marks }) => (marks ? `[${text}]` : text))];
  };
  expect(draw(0, 0)).toEqual([null]);
  expect(draw(1, 0)).toEqual([-1]);
  expect(draw(1, 2)).toEqual([-1, '[Pl]']);
  // The same person went on in the next block.
  expect(draw(2, 1)).toEqual([0, '[Plan]', '[O]']);
  expect(draw(3, 4)).toEqual([-1, 'Plan', '[ for]', 'One']);
  expect(draw(3, Infinity)).toEqual([-1, 'Plan', '[ for May]', 'One']);
});

test('all that a person typed in one go is marked, and nothing of others', () => {
  const doc = new Y.Doc();
  const rows: Row[] = [];
  const leaf = new Y.XmlText();
  doc.on('update', (update: Uint8Array) =>
    rows.push({ client: doc.clientID, atMs: rows.length, update, heirs: [], goesOn: false }),
  );
  doc.clientID = 2;
  doc.transact(() => {
    const paragraph = new Y.XmlElement('paragraph');
    paragraph.insert(0, [leaf]);
    leaf.insert(0, 'Anna wrote this.');
    doc.getXmlFragment('default').insert(0, [paragraph]);
  });
  doc.clientID = 3;
  for (const [at, words] of [
    [11, 'all'],
    [14, ' of '],
    [0, 'Yes: '],
  ] as const)
    leaf.insert(at, words);
  const one = film(rows);
  const draw = (count: number, typed: number) =>
    showMoment(one, { count, typed }, null)
      .blocks.flatMap(({ node }) => node.content ?? [])
      .map(({ text, marks }) => (marks ? `[${text}]` : text))
      .join('');
  expect(draw(2, 2)).toBe('Anna wrote [al]this.');
  expect(draw(3, 0)).toBe('Anna wrote [all]this.');
  expect(draw(3, 3)).toBe('Anna wrote [all of]this.');
  expect(draw(4, 0)).toBe('Anna wrote all of this.');
  expect(draw(4, Infinity)).toBe('[Yes: ]Anna wrote all of this.');
});
