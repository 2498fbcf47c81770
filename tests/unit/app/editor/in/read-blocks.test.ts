// @vitest-environment jsdom
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { readPassages } from '#contract/comments/read-passages.ts';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { threadSign } from '#contract/formats/arriving-text.ts';
import { MAX_DEPTH } from '#contract/limits.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { plainText } from '#contract/text/plain-text.ts';
import { writeDocument } from '#contract/text/yjs-document.ts';
import {
  readBlocks,
  type ArrivingBlocks,
  type ReadBlocks,
} from '../../../../../src/app/editor/in/read-blocks.ts';
import { renderMarkdown } from '../../../../../src/app/editor/markdown/render-markdown.ts';
import { documentSchema } from '../../../../../src/app/editor/schema/document-schema.ts';

const schema = documentSchema();
const PATH = '00000000-0000-0000-0000-000000000000/00000000-0000-4000-8000-000000000001.png';

function read(blocks: readonly string[], source: ArrivingBlocks['source'] = 'foreign'): ReadBlocks {
  const pictures = new Map([['media/a & b.png', PATH]]);
  const steps = readBlocks({ blocks, source }, { schema, pictures, writeLatex: () => '' });
  for (;;) {
    const step = steps.next();
    if (!step.done) continue;
    schema.nodeFromJSON({ type: 'doc', content: step.value.nodes }).check();
    return step.value;
  }
}

const shape = ({ nodes }: ReadBlocks): string =>
  schema.nodeFromJSON({ type: 'doc', content: nodes }).toString();

test('blocks become nodes of the schema', () => {
  const text = read(['<h1>Smlouva</h1>', '<p>Text <b>tučně</b></p>', '<ul><li><p>Bod</p></li></ul>']);
  expect(shape(text)).toBe(
    'doc(heading("Smlouva"), paragraph("Text ", bold("tučně")), bulletList(listItem(paragraph("Bod"))))',
  );
  expect(text.losses).toEqual([]);
});

test('attributes without a value are left out, as the editor stores them: a comparison shows no change', () => {
  const text = read(['<p>Text</p>', '<table><tr><td>Text</td></tr></table>']);
  expect(JSON.stringify(text.nodes)).not.toContain('null');
});

test('a picture of the file is placed, and one that is missing is a loss', () => {
  const text = read([
    '<p><img src="picture:media/a &amp; b.png" alt="Graf" width="12" height="12"></p>',
    '<p>Text</p><p><img src="picture:none.png"></p>',
  ]);
  expect(text.nodes[0]).toMatchObject({ type: 'image', attrs: { src: PATH, alt: 'Graf' } });
  expect(text.losses).toEqual([
    { kind: 'picture', severity: 'lost', count: 1, example: 'none.png', block: 1 },
  ]);
});

test('pictures that did not come with a Markdown file are losses: a link if they are on a site, else words', () => {
  const text = read(
    [renderMarkdown('![Graf](graf.png)'), renderMarkdown('![Mapa](https://example.com/mapa.png)')],
    'own',
  );
  expect(shape(text)).toBe('doc(paragraph("Graf"), paragraph(link("Mapa")))');
  expect(text.losses).toEqual([
    { kind: 'picture', severity: 'lost', count: 1, example: 'Graf', block: 0 },
    { kind: 'picture', severity: 'simplified', count: 1, example: 'Mapa', block: 1 },
  ]);
});

test('pictures of Markdown are placed too', () => {
  const text = read([`<p><img src="picture:media/a &amp; b.png" alt=""></p>`], 'own');
  expect(text.nodes).toMatchObject([{ type: 'image', attrs: { src: PATH } }]);
});

test('players and frames of a page are a loss', () => {
  const text = read(['<p>A</p><iframe src="https://v.example/1"></iframe><video src=x.mp4></video>']);
  expect(shape(text)).toBe('doc(paragraph("A"))');
  expect(text.losses).toMatchObject([
    { kind: 'object', severity: 'lost', count: 2, example: 'https://v.example/1' },
  ]);
});

test('a picture on another site becomes a link, and is a loss', () => {
  const text = read(['<p><img src="https://example.com/a.png" alt="Logo"></p>']);
  expect(shape(text)).toBe('doc(paragraph(link("Logo")))');
  expect(text.losses).toMatchObject([{ kind: 'picture', severity: 'simplified', example: 'Logo' }]);
});

test.each([
  'javascript:alert(1)',
  ' java\nscript:alert(1)',
  'data:text/html,x',
  'file:///c:/x',
  '#part',
  'other.html',
])('a link to %j keeps its text, and is a loss', (href) => {
  for (const source of ['foreign', 'own'] as const) {
    const text = read([`<p><a href="${href}">Sem</a></p>`], source);
    expect(shape(text)).toBe('doc(paragraph("Sem"))');
    expect(text.losses).toEqual([
      { kind: 'link', severity: 'simplified', count: 1, example: 'Sem', block: 0 },
    ]);
  }
});

test('what is nested too deep stays as text', () => {
  const deep = `${'<blockquote>'.repeat(MAX_DEPTH)}<p>Hluboko</p>${'</blockquote>'.repeat(MAX_DEPTH)}`;
  const text = read([deep, `<p>Dál</p>`]);
  expect(shape(text)).toBe('doc(paragraph("Hluboko"), paragraph("Dál"))');
  expect(text.losses).toMatchObject([{ kind: 'depth', example: 'Hluboko' }]);
  const fits = `${'<blockquote>'.repeat(MAX_DEPTH - 1)}<p>Hluboko</p>${'</blockquote>'.repeat(MAX_DEPTH - 1)}`;
  expect(read([fits]).losses).toEqual([]);
});

test('a long formula stays as text', () => {
  const latex = 'x'.repeat(3000);
  const text = read([`<div data-type="blockMath" data-latex="${latex}"></div>`]);
  expect(plainText({ type: 'doc', content: text.nodes })).toContain(latex);
  expect(text.losses).toMatchObject([{ kind: 'formula', severity: 'simplified' }]);
});

test('signs of threads are taken out, and counted as the stored text counts', () => {
  const [start, end] = [threadSign('a1', 'start'), threadSign('a1', 'end')];
  const text = read([
    '<p>První<br>řádek</p><p><img src="picture:media/a &amp; b.png" alt="Graf"></p>',
    `<p>Druhý ${start}od<b>stavec${end}</b>.</p>`,
    `<p>${threadSign('b', 'start')}Třetí</p><table><tr><td>buňka${threadSign('b', 'end')}</td></tr></table>`,
  ]);
  const passages = readPassages(stored(text.nodes));
  const quotes = [...text.threads].map(([id, { from, to }]) => [id, passages.text.slice(from, to)]);
  expect(quotes).toEqual([
    ['a1', 'odstavec'],
    ['b', 'Třetíbuňka'],
  ]);
});

test('a long page is read in parts, in which its lists stay whole', () => {
  const items = Array.from(
    { length: 20 },
    (_, at) => `<p class="MsoListParagraph" style="mso-list:l0 level1 lfo1">${at}. ${'x'.repeat(900)}</p>`,
  );
  const page = `<html><body><div class="WordSection1">${'<p>Text</p>'.repeat(1600)}${items.join('')}</div></body></html>`;
  const steps = readBlocks(
    { blocks: [page], source: 'foreign' },
    { schema, pictures: new Map(), writeLatex: () => '' },
  );
  let parts = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) parts += 1;
  expect(parts).toBeGreaterThan(1);
  expect(step.value.nodes.filter(({ type }) => type === 'paragraph')).toHaveLength(1600);
});

test('Markdown stays as our own reader reads it', () => {
  expect(shape(read([renderMarkdown('- [x] hotovo\n\n> [!TIP]\n> rada\n\n==zvýrazněno==')], 'own'))).toBe(
    'doc(taskList(taskItem(paragraph("hotovo"))), callout(paragraph("rada")), paragraph(highlight("zvýrazněno")))',
  );
});

function stored(nodes: readonly DocumentNode[]): Y.Doc {
  const doc = new Y.Doc();
  doc.getXmlFragment(TEXT_ROOT).insert(
    0,
    writeDocument(nodes)
      .toArray()
      .map((one) => one.clone()) as Y.XmlElement[],
  );
  return doc;
}
