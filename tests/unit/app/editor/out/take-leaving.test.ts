// @vitest-environment jsdom
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import { readPassages } from '#contract/comments/read-passages.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { writeDocument } from '#contract/text/yjs-document.ts';
import { takeLeaving } from '../../../../../src/app/editor/out/take-leaving.ts';
import { documentSchema } from '../../../../../src/app/editor/schema/document-schema.ts';

const line = (...content: readonly DocumentNode[]): DocumentNode => ({ type: 'paragraph', content });
const text = (value: string, mark?: string): DocumentNode => ({
  type: 'text',
  text: value,
  ...(mark ? { marks: [{ type: mark }] } : {}),
});

test('threads stand where their text is, as the editor counts positions', () => {
  const doc = new Y.Doc();
  doc.getText(TITLE_ROOT).insert(0, 'Plán');
  const nodes = [
    line(text('Dobrý '), text('den', 'bold'), text(' všem')),
    {
      type: 'table',
      content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [line(text('buňka'))] }] }],
    },
    { type: 'footer', content: [line(text('neznámé'))] },
  ];
  const isBlock = (node: unknown): node is Y.XmlElement => node instanceof Y.XmlElement;
  const blocks = writeDocument(nodes).toArray().filter(isBlock);
  doc.getXmlFragment(TEXT_ROOT).insert(
    0,
    blocks.map((node) => node.clone()),
  );
  const pieces = readPassages(doc).pieces;
  const rangeOf = (words: string) => {
    const at = readPassages(doc).text.indexOf(words);
    return pieces
      .filter((piece) => piece.start < at + words.length && piece.start + piece.length > at && !piece.isNode)
      .map(({ client, clock, start, length }) => {
        const [from, to] = [Math.max(at, start), Math.min(at + words.length, start + length)];
        return { client, clock: clock + from - start, length: to - from };
      });
  };
  const taken = takeLeaving(
    [Y.encodeStateAsUpdate(doc)],
    [
      { id: 'a', ranges: rangeOf('rý den v') },
      { id: 'b', ranges: rangeOf('buňka') },
    ],
  );
  expect(taken?.title).toBe('Plán');
  const node = documentSchema().nodeFromJSON(taken!.doc);
  const textOf = (id: string): readonly string[] =>
    taken!.ranges.get(id)!.map(({ from, to }) => node.textBetween(from, to));
  expect(textOf('a')).toEqual(['rý den v']);
  expect(textOf('b')).toEqual(['buňka']);
  // A part that this version does not know is its words, and a loss.
  expect(node.lastChild?.textContent).toBe('neznámé');
  expect(taken?.losses).toMatchObject([{ kind: 'unknown', severity: 'simplified', count: 1 }]);
});
