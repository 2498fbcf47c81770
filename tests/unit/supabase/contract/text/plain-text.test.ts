import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { NODE_NAMES } from '#contract/document-schema.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { plainText, typedTexts } from '#contract/text/plain-text.ts';
import { readDocument, walkShared, writeDocument } from '#contract/text/yjs-document.ts';

const text = (words: string, ...marks: string[]): DocumentNode => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 ? { marks: marks.map((type) => ({ type })) } : {}),
});
const node = (type: string, ...content: DocumentNode[]): DocumentNode => ({ type, content });
const leaf = (type: string, attrs: Record<string, unknown> = {}): DocumentNode => ({ type, attrs });
const paragraph = (words: string): DocumentNode => node('paragraph', text(words));

/** Every kind of node, the lines of its text, and where it differs what was typed of it. */
const CASES: readonly (readonly [lines: string, node: DocumentNode, typed?: string])[] = [
  ['Plan', node('heading', text('Plan'))],
  ['Bold word', node('paragraph', text('Bo', 'bold'), text('ld'), text(' word'))],
  ['one\ntwo', node('paragraph', text('one'), leaf('hardBreak'), text('two'))],
  [
    'ask @Jana now',
    node('paragraph', text('ask '), leaf('mention', { id: 'u', label: 'Jana' }), text(' now')),
    'ask | now',
  ],
  ['so a^2!', node('paragraph', text('so '), leaf('inlineMath', { latex: 'a^2' }), text('!')), 'so |!'],
  ['', node('paragraph')],
  ['a\nb', node('bulletList', node('listItem', paragraph('a')), node('listItem', paragraph('b')))],
  [
    'a\nb',
    node(
      'orderedList',
      node('listItem', paragraph('a'), node('bulletList', node('listItem', paragraph('b')))),
    ),
  ],
  ['done', node('taskList', { type: 'taskItem', attrs: { checked: true }, content: [paragraph('done')] })],
  ['said\nso', node('blockquote', paragraph('said'), paragraph('so'))],
  ['let a;\nlet b;', node('codeBlock', text('let a;\nlet b;')), 'let a;\nlet b;'],
  ['', leaf('horizontalRule')],
  ['', leaf('image', { src: 'a/b.png', alt: 'A hill' })],
  ['x = y', leaf('blockMath', { latex: 'x = y' }), ''],
  [
    'a\nb\nc',
    node(
      'table',
      node(
        'tableRow',
        node('tableHeader', paragraph('a')),
        node('tableCell', paragraph('b'), paragraph('c')),
      ),
    ),
  ],
  [
    'More\nhidden',
    node('details', node('detailsSummary', text('More')), node('detailsContent', paragraph('hidden'))),
  ],
  ['Mind', node('callout', paragraph('Mind'))],
];

test('a document has one line per block, without formatting, at any depth', () => {
  const nodes = CASES.map(([, one]) => one);
  const root = writeDocument(nodes);
  const lines = CASES.map(([wanted]) => wanted).join('\n');
  expect(plainText(root)).toBe(lines);
  expect(plainText(readDocument(root))).toBe(lines);
  for (const [wanted, one] of CASES) expect(plainText(one)).toBe(wanted);
});

test('what was typed is read piece by piece, without names and formulas', () => {
  for (const [lines, one, typed = lines.replaceAll('\n', '|')] of CASES) {
    expect([...typedTexts(one)].join('|')).toBe(typed);
    expect([...typedTexts(writeDocument([one]))].join('|')).toBe(typed);
  }
});

test('text beside a block is one line, however it is formatted', () => {
  const nodes = [node('listItem', text('Bo', 'bold'), text('ld'), paragraph('block'))];
  expect(plainText(writeDocument(nodes))).toBe('Bold\nblock');
  expect(plainText(nodes[0]!)).toBe('Bold\nblock');
});

test('every kind of node is among them', () => {
  const elements = [...walkShared(writeDocument(CASES.map(([, one]) => one)))];
  const kinds = elements.flatMap((one) => (one instanceof Y.XmlElement ? [one.nodeName] : []));
  expect(new Set(kinds)).toEqual(NODE_NAMES);
});

test('a part has the text of its lines', () => {
  const [list] = writeDocument([node('bulletList', node('listItem', paragraph('a')))]).toArray();
  expect(plainText(list as Y.XmlElement)).toBe('a');
  expect(plainText(new Y.Doc().getXmlFragment('default'))).toBe('');
});

test('an image with content cannot be shown, but its words count', () => {
  const nodes = [node('paragraph', text('seen '), node('image', text('in it')))];
  expect(plainText(writeDocument(nodes))).toBe('seen \nin it');
  expect(plainText(nodes[0]!)).toBe('seen \nin it');
});
