import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { threadSign } from '#contract/formats/arriving-text.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { writeDocument } from '#contract/text/yjs-document.ts';
import { anchorsAt, type FileThread } from '../../../../src/app/documents/anchors-at.ts';
import { takeSigns } from '../../../../src/app/editor/in/take-signs.ts';

const text = (value: string, ...marks: string[]): DocumentNode => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 ? { marks: marks.map((type) => ({ type })) } : {}),
});
const paragraph = (...content: DocumentNode[]): DocumentNode => ({ type: 'paragraph', content });
const [start, end] = (['start', 'end'] as const).map((edge) => (id: string) => threadSign(id, edge)) as [
  (id: string) => string,
  (id: string) => string,
];

function anchors(blocks: readonly DocumentNode[], ids: readonly string[], gone?: ReadonlySet<number>) {
  const { nodes, ranges } = takeSigns(blocks);
  const doc = new Y.Doc();
  // As documents are made: in several transactions, behind a paragraph that goes.
  const root = doc.getXmlFragment(TEXT_ROOT);
  root.insert(0, [new Y.XmlElement('paragraph')]);
  for (const node of nodes)
    root.insert(
      root.length,
      writeDocument([node])
        .toArray()
        .map((one) => one.clone()) as Y.XmlElement[],
    );
  root.delete(0, 1);
  const threads = ids.map((id): FileThread => ({
    isResolved: false,
    comments: [],
    range: ranges.get(id) ?? null,
  }));
  return anchorsAt(doc, threads, 7, gone).map(({ anchor }) => anchor);
}

test('a thread stands at the units of its text, whatever its marks', () => {
  const [anchor] = anchors(
    [
      { type: 'heading', attrs: { level: 1 }, content: [text('Cena')] },
      paragraph(text('Celkem '), text(`${start('1')}sto `), text(`korun${end('1')}`, 'bold'), text(' denně')),
    ],
    ['1'],
  );
  expect(anchor).toMatchObject({
    kind: 'text',
    seq: 7,
    quote: 'sto korun',
    before: 'Cena\nCelkem ',
    after: ' denně',
    heading: 'Cena',
  });
  expect(anchor!.units).not.toBe('');
});

test('threads that overlap, and one over two blocks', () => {
  const quotes = anchors(
    [
      paragraph(text(`${start('a')}jedna ${start('b')}dva${end('a')} tři`)),
      paragraph(text(`čtyři${end('b')} pět`)),
    ],
    ['a', 'b'],
  ).map(({ quote }) => quote);
  expect(quotes).toEqual(['jedna dva', 'dva tři\nčtyři']);
});

test('a comment without text is one on its paragraph, and one without a place on the document', () => {
  const found = anchors(
    [paragraph(text('jedna')), paragraph(text(`dva${start('a')}${end('a')} tři`))],
    ['a', 'none'],
  );
  expect(found).toMatchObject([
    { kind: 'text', quote: 'dva tři' },
    { kind: 'document', units: '', quote: '' },
  ]);
});

test('formulas and line breaks are counted', () => {
  const [anchor] = anchors(
    [
      paragraph(text('a'), { type: 'hardBreak' }, { type: 'inlineMath', attrs: { latex: 'x^2' } }),
      paragraph(text(`b${start('1')}c${end('1')}`)),
    ],
    ['1'],
  );
  expect(anchor).toMatchObject({ quote: 'c' });
});

const around = (id: string, node: DocumentNode): DocumentNode[] => [
  paragraph(text(start(id))),
  node,
  paragraph(text(end(id))),
];
const picture = (alt?: string): DocumentNode => ({ type: 'image', attrs: alt === undefined ? {} : { alt } });
const cell = (...content: DocumentNode[]): DocumentNode => ({ type: 'tableCell', content });
const table = (...cells: DocumentNode[]): DocumentNode => ({
  type: 'table',
  content: [{ type: 'tableRow', content: cells }],
});

test('a thread around a block stands at it, not at its text or its neighbours', () => {
  const found = anchors(
    [
      picture(),
      ...around('a', picture()),
      paragraph(text('dál')),
      ...around('b', table(cell(...around('c', picture('Plán'))), cell(paragraph(text('druhá'))))),
      table(cell(paragraph(text(`${start('d')}jen${end('d')}`)))),
      paragraph(text(start('e'))),
      picture('jedna'),
      picture('dvě'),
      paragraph(text(end('e'))),
      ...around('f', { type: 'blockMath', attrs: { latex: 'x' } }),
    ],
    ['a', 'b', 'c', 'd', 'e', 'f'],
  );
  expect(found.map(({ kind, quote }) => [kind, quote])).toEqual([
    ['node', ''],
    ['node', 'Plándruhá'],
    ['node', 'Plán'],
    ['text', 'jen'],
    ['text', 'jedna\ndvě'],
    ['node', 'x'],
  ]);
});

test('a thread at a picture of which only the description is there stands at that', () => {
  const found = anchors(
    [...around('a', paragraph(text('Plán'))), ...around('b', picture('Mapa'))],
    ['a', 'b'],
  );
  expect(found).toMatchObject([
    { kind: 'text', quote: 'Plán' },
    { kind: 'node', quote: 'Mapa' },
  ]);
});
