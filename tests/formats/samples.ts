/** A small text for each node and mark of the schema, and for attributes that a format may not have. */
import type { DocumentNode } from '#contract/text/document-node.ts';

type Nodes = readonly DocumentNode[];

const text = (value: string, ...marks: NonNullable<DocumentNode['marks']>): DocumentNode => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 ? { marks } : {}),
});
const box = (type: string, content: Nodes, attrs?: DocumentNode['attrs']): DocumentNode => ({
  type,
  content,
  ...(attrs ? { attrs } : {}),
});
const line = (...content: Nodes): DocumentNode => box('paragraph', content);
const words = line(text('Text'));
const marked = (type: string, attrs?: object): Nodes => [
  line(text('Před '), text('text', { type, ...(attrs ? { attrs } : {}) }), text(' za')),
];
const leaf = (type: string, attrs: DocumentNode['attrs']): DocumentNode => ({
  type,
  ...(attrs ? { attrs } : {}),
});
const row = (...cells: Nodes): DocumentNode => box('tableRow', cells);
const head = (value: string, attrs?: DocumentNode['attrs']): DocumentNode =>
  box('tableHeader', [line(text(value))], attrs);
const cell = (value: string, attrs?: DocumentNode['attrs']): DocumentNode =>
  box('tableCell', [line(text(value))], attrs);

const ID = '00000000-0000-4000-8000-000000000001';
const picture = (kind: string): Nodes => [
  leaf('image', { src: `${ID}/${ID}.${kind}`, alt: 'Plán domu', width: 50 }),
];

/** By the name in the table. */
export const SAMPLES: Readonly<Record<string, Nodes>> = {
  paragraph: [words, words],
  'paragraph, empty': [words, line(), words],
  'paragraph, aligned': [box('paragraph', [text('Text')], { textAlign: 'center' })],
  heading: [1, 2, 3, 4, 5, 6].map((level) => box('heading', [text('Nadpis')], { level })),
  hardBreak: [words, line(text('a'), leaf('hardBreak', undefined), text('b'))],
  blockquote: [box('blockquote', [words])],
  bulletList: [box('bulletList', [box('listItem', [words, box('bulletList', [box('listItem', [words])])])])],
  orderedList: [box('orderedList', [box('listItem', [words])], { start: 3 })],
  'orderedList, lettered': [box('orderedList', [box('listItem', [words])], { start: 1, type: 'a' })],
  taskList: [
    box(
      'taskList',
      [true, false].map((checked) => box('taskItem', [words], { checked })),
    ),
  ],
  codeBlock: [box('codeBlock', [text('let a;\n  b')], { language: 'typescript' })],
  horizontalRule: [words, leaf('horizontalRule', undefined), words],
  image: picture('png'),
  'image, not loaded': picture('avif'),
  table: [box('table', [row(head('A'), head('B')), row(cell('1'), cell('2'))])],
  'table, widths': [box('table', [row(head('A', { colwidth: [120] })), row(cell('1', { colwidth: [120] }))])],
  'table, merged cells': [box('table', [row(cell('A', { colspan: 2 })), row(cell('1'), cell('2'))])],
  details: [box('details', [box('detailsSummary', [text('Shrnutí')]), box('detailsContent', [words])])],
  callout: ['info', 'success', 'warning', 'danger'].map((kind) => box('callout', [words], { kind })),
  mention: [line(leaf('mention', { id: ID, label: 'Jana Nováková' }))],
  inlineMath: [line(text('kde '), leaf('inlineMath', { latex: 'x^2' }), text(' je'))],
  blockMath: [leaf('blockMath', { latex: '\\frac{1}{2}' })],
  bold: marked('bold'),
  italic: marked('italic'),
  strike: marked('strike'),
  underline: marked('underline'),
  code: marked('code'),
  highlight: marked('highlight'),
  'highlight, colored': marked('highlight', { color: 'blue' }),
  subscript: marked('subscript'),
  superscript: marked('superscript'),
  link: marked('link', { href: 'https://example.com/', title: 'Titulek' }),
};

/** Nodes that only stand in others of the table. */
export const PARTS: readonly string[] = [
  'doc',
  'text',
  'listItem',
  'taskItem',
  'tableRow',
  'tableHeader',
  'tableCell',
  'detailsSummary',
  'detailsContent',
];
