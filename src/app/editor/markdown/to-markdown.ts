/**
 * A document as Markdown: CommonMark with the tables, tasks and strike of GitHub; what Markdown has no sign for is written
 * as HTML inside it. Lost are alignment, widths, merged cells, empty paragraphs and the
 * formatting of summaries.
 */
import type { Mark, Node } from '@tiptap/pm/model';
import {
  defaultMarkdownSerializer,
  MarkdownSerializer,
  type MarkdownSerializerState,
} from 'prosemirror-markdown';
import { mentionText, readLatex } from '../../room/leaf-text.ts';
import { MARKDOWN_KINDS, readKind } from '../callout/callout-kinds.ts';

type WriteNode = (state: MarkdownSerializerState, node: Node, parent: Node, index: number) => void;
type MarkForm = (typeof defaultMarkdownSerializer)['marks'][string];

const { nodes: basic, marks: basicMarks } = defaultMarkdownSerializer;

const NODES: Readonly<Record<string, WriteNode | undefined>> = {
  text: basic['text'],
  paragraph: basic['paragraph'],
  heading: basic['heading'],
  blockquote: basic['blockquote'],
  image: (state, { attrs }) => {
    const text = (value: unknown): string => (typeof value === 'string' ? value : '');
    state.write(
      `![${state.esc(text(attrs['alt']))}](${text(attrs['src']).replaceAll(/[()]/g, String.raw`\$&`)})`,
    );
  },
  horizontalRule: (state, node) => {
    state.write('---');
    state.closeBlock(node);
  },
  hardBreak: basic['hard_break'],
  listItem: basic['list_item'],
  taskItem: basic['list_item'],
  // Different signs, so that neighbouring lists stay two.
  bulletList: (state, node) => state.renderList(node, '  ', () => '* '),
  taskList: (state, node) => state.renderList(node, '  ', (i) => `- [${isDone(node, i) ? 'x' : ' '}] `),
  orderedList: (state, node) => {
    const start = readNumber(node.attrs['start'], 1);
    const width = String(start + node.childCount - 1).length + 2;
    state.renderList(node, ' '.repeat(width), (i) => `${start + i}. `.padStart(width));
  },
  codeBlock: (state, node) => {
    const longest = Math.max(2, ...[...node.textContent.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
    const fence = '`'.repeat(longest + 1);
    const language: unknown = node.attrs['language'];
    state.write(`${fence}${typeof language === 'string' ? language : ''}\n`);
    state.text(node.textContent, false);
    state.ensureNewLine();
    state.write(fence);
    state.closeBlock(node);
  },
  table: writeTable,
  details: (state, node) => {
    state.write('<details>');
    state.ensureNewLine();
    state.renderContent(node);
    state.write('</details>');
    state.closeBlock(node);
  },
  callout: (state, node) => {
    state.wrapBlock('> ', null, node, () => {
      state.write(`[!${MARKDOWN_KINDS[readKind(node.attrs['kind'])]}]`);
      state.ensureNewLine();
      state.renderContent(node);
    });
  },
  inlineMath: (state, { attrs }) => state.write(`$${readLatex(attrs).replaceAll(/\s+/g, ' ').trim()}$`),
  blockMath: (state, node) => {
    state.write('$$');
    state.ensureNewLine();
    // An empty line would end it.
    state.text(
      readLatex(node.attrs)
        .trim()
        .replaceAll(/\n\s*\n/g, '\n'),
      false,
    );
    state.ensureNewLine();
    state.write('$$');
    state.closeBlock(node);
  },
  mention: (state, { attrs }) => state.write(state.esc(mentionText(attrs))),
  // Within HTML no Markdown is read.
  detailsSummary: (state, node) => {
    const text = node
      .textBetween(0, node.content.size, null, ' ')
      .replaceAll(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    state.write(`<summary>${text}</summary>`);
    state.closeBlock(node);
  },
  detailsContent: (state, node) => state.renderContent(node),
};

const sign = (text: string): MarkForm => ({
  open: text,
  close: text,
  mixable: true,
  expelEnclosingWhitespace: true,
});
const element = (name: string, attributes: (mark: Mark) => string = () => ''): MarkForm => ({
  open: (_state, mark) => `<${name}${attributes(mark)}>`,
  close: `</${name}>`,
  mixable: true,
});

const MARKS: Readonly<Record<string, MarkForm | undefined>> = {
  bold: sign('**'),
  italic: sign('*'),
  strike: sign('~~'),
  code: basicMarks['code'],
  link: basicMarks['link'],
  underline: element('u'),
  subscript: element('sub'),
  superscript: element('sup'),
  highlight: element('mark', ({ attrs }) => {
    const color: unknown = attrs['color'];
    return typeof color === 'string' && /^\w+$/.test(color) ? ` data-color="${color}"` : '';
  }),
};

const serializer = new MarkdownSerializer(defined(NODES), defined(MARKS), {
  // Angle brackets and entities would be read as HTML, and two dollars as a formula.
  escapeExtraCharacters: /<|&(?=#?\w+;)|\$(?=\S)/g,
  hardBreakNodeName: 'hardBreak',
  // A node without a Markdown form still gives its text.
  strict: false,
});

export function toMarkdown(doc: Node): string {
  return `${serializer.serialize(doc, { tightLists: true }).trim()}\n`;
}

/** Names that have a Markdown form; a test holds them to the schema. */
export const MARKDOWN_NAMES: ReadonlySet<string> = new Set([
  ...Object.keys(NODES),
  ...Object.keys(MARKS),
  // Written by their table.
  'tableRow',
  'tableHeader',
  'tableCell',
]);

function defined<Value>(forms: Readonly<Record<string, Value | undefined>>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(forms).map(([name, form]) => {
      if (form === undefined) throw new Error(`no Markdown form of ${name}`);
      return [name, form];
    }),
  );
}

const readNumber = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : otherwise;

const isDone = (list: Node, index: number): boolean => list.child(index).attrs['checked'] === true;

/** The first row is the head, as Markdown asks for one. */
function writeTable(state: MarkdownSerializerState, table: Node): void {
  table.forEach((row, _offset, index) => {
    const cells = row.children.map(writeCell);
    state.write(`| ${cells.join(' | ')} |`);
    state.ensureNewLine();
    if (index === 0) {
      state.write(`|${' --- |'.repeat(cells.length)}`);
      state.ensureNewLine();
    }
  });
  state.closeBlock(table);
}

/** A cell is one line. */
function writeCell(cell: Node): string {
  return serializer
    .serialize(cell, { tightLists: true })
    .trim()
    .replaceAll(/\\?\n+/g, '<br>')
    .replaceAll('|', String.raw`\|`);
}
