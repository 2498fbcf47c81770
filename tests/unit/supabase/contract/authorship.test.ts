import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { IdRanges } from '#contract/authorship/id-ranges.ts';
import { nameActors } from '#contract/authorship/name-actors.ts';
import { readSpans, sizeOf } from '#contract/authorship/read-spans.ts';
import { traceLog, type Trace } from '#contract/authorship/trace-log.ts';
import { compareDocuments } from '#contract/comparison/compare-documents.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import type { Part } from '#contract/comparison/parts.ts';
import { readDocument } from '#contract/text/yjs-document.ts';
import { judgeSeed } from '../../../histories/judge-seed.ts';

/** `npm run test:history` plays more. */
const HISTORIES = 200;

test(`${HISTORIES} random histories: who wrote and who deleted each letter`, { timeout: 60_000 }, () => {
  let compared = 0;
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    const verdict = judgeSeed(seed);
    expect([seed, ...verdict.wrong]).toEqual([seed]);
    compared += verdict.compared;
  }
  expect(compared).toBeGreaterThan(HISTORIES * 200);
});

test('text of others within a moved stretch does not divide it', () => {
  // The first history in which that matters.
  expect(judgeSeed(1037).wrong).toEqual([]);
});

test('a move of text that somebody else had deleted before the version', () => {
  // Found only in the whole log, which a page then reads.
  for (const seed of [521, 1329, 1883]) expect(judgeSeed(seed).wrong).toEqual([]);
});

test('of text that two people brought back at once, the copy that is left is its writer’s', () => {
  for (const seed of [4353, 4893, 5081, 6047]) expect(judgeSeed(seed).wrong).toEqual([]);
});

test('a move of text of which a part was deleted before the first row needs the rows before', () => {
  const anna = new Y.Doc();
  anna.clientID = 2;
  const text = anna.getXmlFragment('default');
  text.insert(0, [paragraph('First we meet, then we talk')]);
  const boris = new Y.Doc();
  boris.clientID = 3;
  Y.applyUpdate(boris, Y.encodeStateAsUpdate(anna));
  const whole = Y.encodeStateAsUpdate(anna);
  ((text.get(0) as Y.XmlElement).get(0) as Y.XmlText).delete(6, 3);
  const folded = Y.encodeStateAsUpdate(anna);
  let update: Uint8Array = new Uint8Array();
  boris.on('update', (moved: Uint8Array) => (update = moved));
  boris.transact(() => {
    boris.getXmlFragment('default').delete(0, 1);
    boris.getXmlFragment('default').insert(0, [paragraph('First we meet, then we talk')]);
  });
  const isShort = (state: Uint8Array): boolean =>
    traceLog({ state: [state] }, [{ client: 3, atMs: 0, update }]).isShort;
  expect([isShort(whole), isShort(folded)]).toEqual([false, true]);
});

test('text typed and deleted in a paragraph that another has removed does not divide it', () => {
  const anna = new Y.Doc({ gc: false });
  anna.clientID = 2;
  const text = anna.getXmlFragment('default');
  text.insert(0, [paragraph('First we meet, then'), paragraph('stays')]);
  const first = Y.encodeStateAsUpdate(anna);
  const boris = new Y.Doc({ gc: false });
  boris.clientID = 3;
  Y.applyUpdate(boris, first);
  const rows = [{ client: 2, atMs: 0, update: first }];
  let unsent: Uint8Array[] = [];
  const send = (client: number): void => {
    rows.push({ client, atMs: 1000, update: Y.mergeUpdates(unsent) });
    unsent = [];
  };
  anna.on('update', (update: Uint8Array) => void unsent.push(update));
  boris.on('update', (update: Uint8Array) => void unsent.push(update));
  text.delete(0, 1);
  send(2);
  const his = boris.getXmlFragment('default');
  leaf(his, 0).insert(15, 'no, perhaps');
  leaf(his, 0).delete(19, 7);
  send(3);
  boris.transact(() => {
    his.delete(0, 1);
    his.insert(0, [paragraph('First we meet, no, then')]);
  });
  send(3);
  const { addedBy } = traceLog({ state: [] }, rows);
  const moved = leaf(his, 0)._start!;
  const writers = Array.from({ length: 23 }, (_, at) => addedBy({ client: 3, clock: moved.id.clock + at }));
  expect(writers).toEqual([...Array(15).fill(2), ...Array(4).fill(3), ...Array(4).fill(2)]);
  expect(judgeSeed(7253).wrong).toEqual([]);
});

test('text that goes with a paragraph counts as deleted by the user who deleted the paragraph without having received it', () => {
  const author = new Y.Doc();
  author.clientID = 2;
  author.getXmlFragment('default').insert(0, [paragraph('goes'), paragraph('stays')]);
  const first = Y.encodeStateAsUpdate(author);
  const other = new Y.Doc();
  other.clientID = 3;
  Y.applyUpdate(other, first);
  leaf(author.getXmlFragment('default'), 0).insert(4, ' too');
  other.getXmlFragment('default').delete(0, 1);
  const deletion = Y.encodeStateAsUpdate(other, Y.encodeStateVectorFromUpdate(first));
  const { removedBy } = traceLog({ state: [Y.encodeStateAsUpdate(author)] }, [
    { client: 3, atMs: 0, update: deletion },
  ]);
  const typed = leaf(author.getXmlFragment('default'), 0)._start!.right!;
  expect(removedBy({ client: 2, clock: typed.id.clock })).toBe(3);
});

describe('ranges of ids', () => {
  test('the earlier entry wins, and places count within its range', () => {
    const ranges = new IdRanges<string>();
    ranges.add({ client: 1, clock: 10 }, 5, 'first');
    ranges.add({ client: 1, clock: 5 }, 20, 'second');
    ranges.add({ client: 1, clock: 0 }, 3, 'third');
    const at = (clock: number) => ranges.find({ client: 1, clock });
    expect([0, 2, 5, 9].map(at)).toEqual([
      { value: 'third', at: 0 },
      { value: 'third', at: 2 },
      { value: 'second', at: 0 },
      { value: 'second', at: 4 },
    ]);
    expect([10, 14, 15, 24].map(at)).toEqual([
      { value: 'first', at: 0 },
      { value: 'first', at: 4 },
      { value: 'second', at: 10 },
      { value: 'second', at: 19 },
    ]);
    expect([at(3), at(4), at(25), ranges.find({ client: 2, clock: 10 })]).toEqual([null, null, null, null]);
  });
});

/** People who write one document in turn; `parts` lists the author of each change. */
function writeTogether() {
  const doc = new Y.Doc();
  const rows: { client: number; atMs: number; update: Uint8Array }[] = [];
  doc.on('update', (update: Uint8Array) => rows.push({ client: doc.clientID, atMs: 0, update }));
  const root = doc.getXmlFragment('default');
  const as = (client: number, change: (root: Y.XmlFragment) => void): void => {
    doc.clientID = client;
    doc.transact(() => change(root));
  };
  const stateAt = (seq: number) => {
    const state = new Y.Doc();
    for (const { update } of rows.slice(0, seq)) Y.applyUpdate(state, update);
    return state.getXmlFragment('default');
  };
  const changes = (from: number): string[] => {
    const [before, after] = [stateAt(from), stateAt(rows.length)];
    const comparison = compareDocuments(readDocument(before), readDocument(after));
    const trace: Trace = traceLog(
      { state: rows.slice(0, from).map(({ update }) => update) },
      rows.slice(from),
    );
    const actors = nameActors(comparison, readSpans(before), readSpans(after), trace);
    return Array.from(
      actors,
      ([part, list]) => `${draw(part)}: ${list.map(({ client }) => client).join(', ')}`,
    );
  };
  return { as, rows, changes, root };
}
const plain = (node: DocumentNode): string => node.text ?? (node.content ?? []).map(plain).join('');
const SIGNS = { before: '-', after: '+', formatted: '~', inside: '~', same: '' };
const draw = (part: Part): string =>
  SIGNS[part.kind] + plain(part.kind === 'formatted' || part.kind === 'inside' ? part.after : part.node);
const paragraph = (words: string, name = 'paragraph'): Y.XmlElement => {
  const element = new Y.XmlElement(name);
  element.insert(0, [new Y.XmlText(words)]);
  return element;
};
const leaf = (root: Y.XmlFragment, at: number): Y.XmlText =>
  (root.get(at) as Y.XmlElement).get(0) as Y.XmlText;

test('words, and who replaced which', () => {
  const { as, changes } = writeTogether();
  as(2, (root) => root.insert(0, [paragraph('the old plan')]));
  as(3, (root) => leaf(root, 0).delete(4, 3));
  as(4, (root) => leaf(root, 0).insert(4, 'new'));
  expect(changes(1)).toEqual(['-old: 3', '+new: 4']);
});

test('a paragraph that was split and deleted was deleted by who deleted it', () => {
  const { as, changes } = writeTogether();
  as(2, (root) => root.insert(0, [paragraph('stays here and goes away')]));
  as(3, (root) => {
    leaf(root, 0).delete(10, 14);
    root.insert(1, [paragraph(' and goes away')]);
  });
  as(4, (root) => root.delete(1, 1));
  expect(changes(1)).toEqual(['- and goes away: 4']);
});

test('text keeps its author when others turn it into a heading', () => {
  const { as, changes } = writeTogether();
  as(2, (root) => root.insert(0, [paragraph('first')]));
  as(3, (root) => root.insert(1, [paragraph('by the third')]));
  as(4, (root) => {
    root.delete(1, 1);
    root.insert(1, [paragraph('by the third', 'heading')]);
  });
  expect(changes(1)).toEqual(['+by the third: 4, 3']);
});

test('who moved a paragraph, formatted a word, and changed a level', () => {
  const { as, changes } = writeTogether();
  as(2, (root) =>
    root.insert(
      0,
      ['Monday morning', 'a second line', 'nobody came', 'we wait', 'it rains'].map((one) => paragraph(one)),
    ),
  );
  as(3, (root) => {
    root.delete(0, 1);
    root.insert(4, [paragraph('Monday morning')]);
  });
  as(4, (root) => leaf(root, 0).format(2, 6, { bold: {} }));
  as(5, (root) => (root.get(1) as Y.XmlElement).setAttribute('textAlign', 'center'));
  expect(changes(1)).toEqual(['-Monday morning: 3', '~second: 4', '~nobody came: 5', '+Monday morning: 3']);
});

test('a row of an unknown session has no author', () => {
  const { as, rows, changes } = writeTogether();
  as(2, (root) => root.insert(0, [paragraph('one two')]));
  as(3, (root) => leaf(root, 0).delete(3, 4));
  rows[1] = { ...rows[1]!, client: null as never };
  expect(changes(1)).toEqual(['- two: ']);
});

test('the units of a document are those of its nodes', () => {
  const { as, root } = writeTogether();
  as(2, () => root.insert(0, [paragraph('ab'), new Y.XmlElement('horizontalRule'), paragraph('😀')]));
  const { content = [] } = readDocument(root);
  const units = readSpans(root).reduce((sum, { length }) => sum + length, 0);
  expect(content.map(sizeOf)).toEqual([3, 1, 3]);
  expect(units).toBe(7);
});
