// @vitest-environment jsdom
/** Tables, callouts and other blocks in items of lists, in each format that comes in. */
import { expect, test } from 'vitest';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { readBlocks } from '../../../../src/app/editor/in/read-blocks.ts';
import { renderFile } from '../../../../src/app/editor/markdown/render-file.ts';
import { writeMarkdownFile } from '../../../../src/app/editor/out/write-markdown-file.ts';
import { writePage } from '../../../../src/app/editor/out/write-page.ts';
import { documentSchema } from '../../../../src/app/editor/schema/document-schema.ts';
import { writeDocx } from '../../../../src/app/formats/docx/write-docx.ts';
import { readFile } from '../../../../src/app/formats/read-file.ts';
import {
  item as docxItem,
  level,
  makeDocx,
  p as docxP,
  r,
  style,
  styled,
} from '../../../formats/by-description/make-docx.ts';
import { cell, item, leavingText, node, p, row } from './docx/sample.ts';

const schema = documentSchema();
const PATH = '00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-000000000002.png';

const TOOLS = { renderMarkdown: renderFile, changes: 'accept', onProgress: () => undefined } as const;

async function read(name: string, content: string | Uint8Array): Promise<readonly DocumentNode[]> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const file = await readFile(name, bytes, TOOLS);
  if (!file.ok) throw new Error(file.code);
  const { text, source } = file.files[0]!;
  const steps = readBlocks(
    { blocks: text.blocks, source },
    { schema, pictures: new Map([['data-1', PATH]]), writeLatex: () => '' },
  );
  let step = steps.next();
  while (!step.done) step = steps.next();
  schema.nodeFromJSON({ type: 'doc', content: step.value.nodes }).check();
  return step.value.nodes;
}

const shape = (nodes: readonly DocumentNode[]): string =>
  schema.nodeFromJSON({ type: 'doc', content: nodes }).toString();

const CELL = 'table(tableRow(tableCell(paragraph("T"))))';
const HEAD =
  'table(tableRow(tableHeader(paragraph("a")), tableHeader(paragraph("b"))), tableRow(tableCell(paragraph("1")), tableCell(paragraph("2"))))';

test('HTML: blocks in items stay in them', async () => {
  const table = '<table><tr><td>T</td></tr></table>';
  expect(
    shape(
      await read(
        'a.html',
        `<ol><li>one${table}after</li><li>two<details><summary>S</summary><p>D</p></details></li><li>${table}</li></ol>
         <ul><li><input type="checkbox" checked>done${table}</li></ul>`,
      ),
    ),
  ).toBe(
    `doc(orderedList(listItem(paragraph("one"), ${CELL}, paragraph("after")), listItem(paragraph("two"), details(detailsSummary("S"), detailsContent(paragraph("D")))), listItem(paragraph, ${CELL})), taskList(taskItem(paragraph("done"), ${CELL})))`,
  );
});

test('HTML: a block between two items belongs to the one above it, and the numbers go on', async () => {
  const table = '<table><tr><td>T</td></tr></table>';
  expect(shape(await read('a.html', `<ol><li>one</li>${table}<li>two</li><p>more</p></ol>`))).toBe(
    `doc(orderedList(listItem(paragraph("one"), ${CELL}), listItem(paragraph("two"), paragraph("more"))))`,
  );
  expect(shape(await read('a.html', `<ol>${table}<li>two</li></ol>`))).toBe(
    `doc(${CELL}, orderedList(listItem(paragraph("two"))))`,
  );
  expect(shape(await read('a.html', '<ul><div><li>one</li><li>two</li></div></ul>'))).toBe(
    'doc(bulletList(listItem(paragraph("one")), listItem(paragraph("two"))))',
  );
});

test('Markdown: blocks in items stay in them', async () => {
  const markdown = `1. one

   | a | b |
   | - | - |
   | 1 | 2 |

   after
2. two
   > [!NOTE]
   > N
3. three

   <details><summary>S</summary>

   D

   </details>
4. four
`;
  expect(shape(await read('a.md', markdown))).toBe(
    `doc(orderedList(listItem(paragraph("one"), ${HEAD}, paragraph("after")), listItem(paragraph("two"), callout(paragraph("N"))), listItem(paragraph("three"), details(detailsSummary("S"), detailsContent(paragraph("D")))), listItem(paragraph("four"))))`,
  );
});

test('Markdown: an item that begins with a block stays an item, with its number', async () => {
  const markdown = `1. | a | b |
   | - | - |
   | 1 | 2 |
2. > [!NOTE]
   > N
3. \`\`\`
   x
   \`\`\`
4. # H
5. > Q
6. - inner
7. <details><summary>S</summary>D</details>
8. ![A](data:image/png;base64,AAAA)
9. end
`;
  const nodes = await read('a.md', markdown);
  expect(shape(nodes)).toBe(
    `doc(orderedList(${[
      HEAD,
      'callout(paragraph("N"))',
      'codeBlock("x")',
      'heading("H")',
      'blockquote(paragraph("Q"))',
      'bulletList(listItem(paragraph("inner")))',
      'details(detailsSummary("S"), detailsContent(paragraph("D")))',
      'image',
    ]
      .map((block) => `listItem(paragraph, ${block})`)
      .join(', ')}, listItem(paragraph("end"))))`,
  );
  expect(shape(await read('a.md', '- [x] > q\n- [ ] two\n'))).toContain('taskItem(paragraph("two"))');
});

const LISTED = [
  node(
    'orderedList',
    {},
    item('one', node('table', {}, row(cell({}, 'T'))), p('after')),
    item('two', node('callout', { kind: 'info' }, p('C')), p('more')),
    item('three', node('details', {}, node('detailsSummary', {}, 'S'), node('detailsContent', {}, p('D')))),
    item('four'),
  ),
];

test.each([
  ['Markdown', writeMarkdownFile],
  ['web page', writePage],
])('a %s of ours brings them back as they were', async (_name, write) => {
  const { name, bytes } = await write(leavingText(LISTED));
  expect(shape(await read(name, bytes))).toBe(shape(LISTED));
});

test('Word: of a file that another program saved again, too', async () => {
  const { bytes } = await writeDocx(leavingText(LISTED));
  const [title, ...nodes] = await read('a.docx', bytes);
  expect(title?.type).toBe('heading');
  expect(shape(nodes)).toBe(shape(LISTED));
});

const OTHER_ITEMS = [
  docxItem('1', 0, r('one')),
  `<w:tbl><w:tblPr><w:tblInd w:w="720" w:type="dxa"/></w:tblPr><w:tr><w:tc>${docxP(r('T'))}</w:tc></w:tr></w:tbl>`,
  docxP(r('Q'), '<w:pStyle w:val="Quote"/><w:ind w:left="720"/>'),
  docxP('', '<w:pBdr><w:bottom w:val="single"/></w:pBdr><w:ind w:left="720"/>'),
  docxItem('1', 0, r('two')),
  styled('Quote', r('No item')),
  docxItem('1', 0, r('three')),
  docxP(r('H'), '<w:pStyle w:val="H"/><w:ind w:left="720"/>'),
  docxItem('1', 0, r('four')),
];

test('Word: an indented block stays in its item; an indented heading ends the list, and the loss is told', async () => {
  const bytes = makeDocx({
    body: OTHER_ITEMS.join(''),
    styles: style('Quote', 'Quote', '<w:pPr><w:ind w:left="864"/></w:pPr>') + style('H', 'heading 2'),
    numbering: `<w:abstractNum w:abstractNumId="1">${level(0, 'decimal', '%1.', '<w:pPr><w:ind w:left="720"/></w:pPr>')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>`,
  });
  const nodes = await read('a.docx', bytes);
  expect(shape(nodes)).toBe(
    `doc(orderedList(listItem(paragraph("one"), ${CELL}, blockquote(paragraph("Q")), horizontalRule), listItem(paragraph("two"))), blockquote(paragraph("No item")), orderedList(listItem(paragraph("three"))), heading("H"), orderedList(listItem(paragraph("four"))))`,
  );
  const file = await readFile('a.docx', bytes, TOOLS);
  expect(file.ok && file.files[0]?.text.losses).toEqual([
    { kind: 'list', severity: 'changed', count: 1, example: 'H', block: 3 },
  ]);
});
