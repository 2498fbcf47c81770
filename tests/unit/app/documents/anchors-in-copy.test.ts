import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { describeRanges } from '#contract/comments/describe-ranges.ts';
import { readPassages } from '#contract/comments/read-passages.ts';
import { readUnits, type UnitRange } from '#contract/comments/unit-ranges.ts';
import { anchorsInCopy, type PlacedThread } from '../../../../src/app/documents/anchors-in-copy.ts';
import { takeText, writeText } from '../../../../src/app/documents/copy-document.ts';

const COPY = '22222222-2222-4222-8222-222222222222';

function element(name: string, ...content: (Y.XmlElement | Y.XmlText)[]): Y.XmlElement {
  const block = new Y.XmlElement(name);
  block.insert(0, content);
  return block;
}

/** Typed in several turns, with deleted text between. */
function makeSource(): Y.Doc {
  const doc = new Y.Doc();
  doc.clientID = 7;
  const text = new Y.XmlText('The budget');
  const image = new Y.XmlElement('image');
  image.setAttribute('src', 'https://example.com/a.png');
  const formula = new Y.XmlElement('blockMath');
  formula.setAttribute('latex', 'x');
  doc
    .getXmlFragment(TEXT_ROOT)
    .insert(0, [element('heading', new Y.XmlText('Plan')), element('paragraph', text), image, formula]);
  text.insert(4, 'big ');
  text.insert(0, 'secret');
  text.delete(0, 6);
  text.format(4, 3, { bold: {} });
  return doc;
}

function makeCopy(source: Y.Doc): Y.Doc {
  const doc = new Y.Doc();
  doc.clientID = 9;
  doc.getXmlFragment(TEXT_ROOT).insert(0, [element('paragraph')]);
  const copied = new Y.Doc();
  Y.applyUpdate(copied, Y.encodeStateAsUpdate(source));
  writeText(doc, takeText(copied, COPY).text);
  return doc;
}

/** Units of the first place of some words. */
function unitsOf(doc: Y.Doc, words: string): readonly UnitRange[] {
  const { text, pieces } = readPassages(doc);
  const start = text.indexOf(words);
  return pieces.flatMap((piece) => {
    const [from, to] = [
      Math.max(start, piece.start),
      Math.min(start + words.length, piece.start + piece.length),
    ];
    if (piece.isNode || from >= to) return [];
    return [{ client: piece.client, clock: piece.clock + from - piece.start, length: to - from }];
  });
}

const placed = (ranges: readonly UnitRange[], more: Partial<PlacedThread> = {}): PlacedThread => ({
  thread: 't',
  kind: 'text',
  state: 'exact',
  ranges,
  ...more,
});

const DOCUMENT = { kind: 'document', units: '', seq: 3, quote: '', before: '', after: '', heading: '' };

test('a thread stands at the same letters of the copy, with the words around them', () => {
  const source = makeSource();
  const copy = makeCopy(source);
  for (const words of ['budget', 'big bud', 'The big budget']) {
    const [found] = anchorsInCopy(source, copy, [placed(unitsOf(source, words))], 3);
    expect(found).toMatchObject({
      thread: 't',
      anchor: { kind: 'text', seq: 3, quote: words, heading: 'Plan' },
    });
    const units = readUnits(found!.anchor.units);
    expect(units.every(({ client }) => client === 9)).toBe(true);
    expect(describeRanges(readPassages(copy), units).quote).toBe(words);
  }
});

test('an image and a formula keep their threads', () => {
  const source = makeSource();
  const copy = makeCopy(source);
  const nodesOf = (doc: Y.Doc): readonly UnitRange[] =>
    readPassages(doc)
      .pieces.filter(({ isNode }) => isNode)
      .map(({ client, clock }) => ({ client, clock, length: 1 }));
  const [from, to] = [nodesOf(source), nodesOf(copy)];
  expect(from).toHaveLength(2);
  const threads = from.map((range) => placed([range], { kind: 'node' }));
  const found = anchorsInCopy(source, copy, threads, 3);
  expect(found.map(({ anchor }) => readUnits(anchor.units))).toEqual(to.map((range) => [range]));
});

test('what has no place in the text is about the whole copy', () => {
  const source = makeSource();
  const copy = makeCopy(source);
  const ranges = unitsOf(source, 'budget');
  const threads = [
    placed([], { kind: 'document' }),
    placed(ranges, { state: 'near' }),
    placed([], { state: 'none' }),
    placed([{ client: 99, clock: 0, length: 3 }]),
  ];
  expect(anchorsInCopy(source, copy, threads, 3).map(({ anchor }) => anchor)).toEqual(
    threads.map(() => DOCUMENT),
  );
  const other = new Y.Doc();
  other.getXmlFragment(TEXT_ROOT).insert(0, [element('paragraph', new Y.XmlText('Other'))]);
  expect(anchorsInCopy(source, other, [placed(ranges)], 3)[0]?.anchor).toEqual(DOCUMENT);
});
