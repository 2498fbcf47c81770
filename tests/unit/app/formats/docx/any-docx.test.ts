// @vitest-environment jsdom
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { LABELS } from '../../../../../src/app/formats/docx/write-labels.ts';
import type { LeavingThread } from '#contract/formats/leaving-text.ts';
import { childrenOf, type DocumentNode } from '#contract/text/document-node.ts';
import { leafText } from '#contract/text/leaf-text.ts';
import { documentSchema } from '../../../../../src/app/editor/schema/document-schema.ts';
import { writeDocx } from '../../../../../src/app/formats/docx/write-docx.ts';
import { sizeOf } from '../../../../../src/app/formats/docx/positions.ts';
import { anyDocument } from '../../../../support/any-document.ts';
import { all, openDocx, textOf } from './open-docx.ts';
import { body, leavingText, AT } from './sample.ts';

const FORBIDDEN = /[\0-\u0008\u000b\u000c\u000e-\u001f\ufdd0-\ufdef\ufffe\uffff]/u; // oxlint-disable-line no-control-regex
const letters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '');

const childrenNamed = (element: Element, name: string): Element[] =>
  [...element.children].filter(({ tagName }) => tagName === name);

const spanOf = (format: Element | undefined): number =>
  Number((format && childrenNamed(format, 'w:gridSpan')[0]?.getAttribute('w:val')) ?? 1);

/** Parts are well formed, and have nothing that a slip of the writer would leave. */
function checkParts(bytes: Uint8Array): Document {
  const docx = openDocx(bytes);
  for (const name of docx.names.filter((one) => /\.(?:xml|rels)$/.test(one))) {
    docx.part(name);
    expect(docx.xmlOf(name)).not.toMatch(FORBIDDEN);
    expect(docx.xmlOf(name)).not.toMatch(/<undefined|[">](?:undefined|NaN|null|\[object Object\])["<]/);
  }
  const document = docx.part('word/document.xml');
  for (const cell of all(document, 'w:tc')) expect(cell.lastElementChild?.tagName).toBe('w:p');
  for (const row of all(document, 'w:tr')) {
    const spans = childrenNamed(row, 'w:tc').map((cell) => spanOf(childrenNamed(cell, 'w:tcPr')[0]));
    const [grid] = childrenNamed(row.parentElement!, 'w:tblGrid');
    expect(spans.reduce((sum, span) => sum + span, 0)).toBe(grid?.children.length);
  }
  const count = (name: string): number => all(document, name).length;
  expect(count('w:commentRangeStart')).toBe(count('w:commentRangeEnd'));
  expect(count('w:commentReference')).toBe(count('w:commentRangeStart'));
  return document;
}

/** Typed text, mentions, and formulas, which become equations with other letters. */
function wordsIn(node: DocumentNode): string {
  if (node.type.endsWith('Math')) return '';
  const own = node.text ?? leafText(node.type, node.attrs ?? {});
  return own ?? childrenOf(node).map(wordsIn).join('');
}

const withoutFormulas = (node: DocumentNode): DocumentNode => ({
  ...node,
  ...(node.type.endsWith('Math') ? { attrs: { latex: '' } } : {}),
  ...(node.content ? { content: node.content.map(withoutFormulas) } : {}),
});

const anyThreads = (size: number): fc.Arbitrary<LeavingThread[]> => {
  const place = fc.nat({ max: size + 2 });
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 9 });
  return fc.array(
    fc.record({
      ranges: fc
        .array(fc.tuple(place, place), { maxLength: 2 })
        .map((pairs) => pairs.map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }))),
      quote: text,
      isResolved: fc.boolean(),
      comments: fc.array(
        fc.record({
          author: text,
          at: fc.constant(AT),
          body: fc.oneof(
            fc.constant(null),
            text.map((own) => body(own)),
          ),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    { maxLength: 3 },
  );
};

const RUNS = process.env['SPOLU_TEST_ALL'] === undefined ? 20 : 400;

test('any document with any comments is a sound file with all its words in their order', async () => {
  const anyLeaving = anyDocument(documentSchema()).chain((doc) => {
    const json = doc.toJSON() as DocumentNode;
    expect(sizeOf(json)).toBe(doc.nodeSize);
    return anyThreads(doc.content.size).map((threads) => ({ json, threads }));
  });
  await fc.assert(
    fc.asyncProperty(anyLeaving, async ({ json, threads }) => {
      const { bytes } = await writeDocx(leavingText(childrenOf(json), { threads }));
      checkParts(bytes);
      const plain = withoutFormulas(json);
      const { bytes: alone } = await writeDocx(leavingText(childrenOf(plain), { title: '' }));
      const pictures = new RegExp(`\\[${LABELS.cs.picture}(?:: [^]*?)?\\](?=\\0)`, 'g');
      const read = all(checkParts(alone), 'w:p')
        .map((line) => `${textOf(line)}\0`)
        .join('')
        .replaceAll(pictures, '');
      expect(letters(read)).toBe(letters(wordsIn(plain)));
    }),
    { numRuns: RUNS },
  );
}, 120_000);

/** Nodes in places where the schema has none, with attributes and text that no editor makes. */
const wild: fc.Arbitrary<DocumentNode> = fc.letrec<{ node: DocumentNode }>((tie) => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('constructor', 'toString'),
    fc.double(),
    fc.constant(null),
    fc.constant(['x', -1]),
    fc.integer(),
  );
  const attribute = fc.constantFrom(
    'level',
    'start',
    'type',
    'colspan',
    'rowspan',
    'colwidth',
    'src',
    'alt',
    'width',
    'kind',
    'latex',
    'label',
    'text',
    'checked',
    'language',
    'textAlign',
  );
  const attrs = fc.dictionary(attribute, value, { maxKeys: 4 });
  const names = fc.constantFrom(
    'paragraph',
    'heading',
    'blockquote',
    'bulletList',
    'orderedList',
    'taskList',
    'listItem',
    'taskItem',
    'codeBlock',
    'horizontalRule',
    'image',
    'table',
    'tableRow',
    'tableCell',
    'tableHeader',
    'details',
    'detailsSummary',
    'detailsContent',
    'callout',
    'mention',
    'inlineMath',
    'blockMath',
    'hardBreak',
    'unshown',
    'constructor',
    'novelty',
  );
  const mark = fc.record({
    type: fc.constantFrom('bold', 'link', 'highlight', 'code', 'novelty'),
    attrs: fc.dictionary(fc.constantFrom('href', 'color'), value),
  });
  const text = fc.record({
    type: fc.constant('text'),
    text: fc.string({ unit: 'binary', minLength: 1 }),
    marks: fc.array(mark, { maxLength: 2 }),
  });
  return {
    node: fc.oneof(
      { maxDepth: 5, depthSize: 'large' },
      text,
      fc.record({ type: names, attrs, content: fc.array(tie('node'), { maxLength: 4 }) }),
    ),
  };
}).node;

test('what no editor makes becomes a sound file too', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(wild, { maxLength: 5 }),
      fc.string({ unit: 'binary' }),
      async (content, title) => {
        checkParts((await writeDocx(leavingText(content, { title }))).bytes);
      },
    ),
    { numRuns: RUNS * 3 },
  );
}, 120_000);
