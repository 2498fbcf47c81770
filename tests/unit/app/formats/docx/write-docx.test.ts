// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { writeDocx } from '../../../../../src/app/formats/docx/write-docx.ts';
import { all, openDocx, textOf, valueIn, type OpenDocx } from './open-docx.ts';
import { cell, header, item, leavingText, node, p, row, text } from './sample.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import type { Loss } from '#contract/formats/loss.ts';

interface Read {
  readonly docx: OpenDocx;
  readonly losses: readonly Loss[];
  /** Of the text, without the title. */
  readonly lines: readonly Element[];
}

async function read(...content: readonly DocumentNode[]): Promise<Read> {
  const { bytes, losses } = await writeDocx(leavingText(content));
  const docx = openDocx(bytes);
  return { docx, losses, lines: all(docx.part('word/document.xml'), 'w:p').slice(1) };
}

const kinds = (losses: readonly Loss[]) => losses.map(({ kind, severity }) => `${kind} ${severity}`);
const has = (element: Element, name: string): boolean => all(element, name).length > 0;

test('headings have the styles that Word builds its outline from', async () => {
  const levels = [1, 2, 3, 4, 5, 6];
  const { lines, docx } = await read(...levels.map((level) => node('heading', { level }, `Nadpis ${level}`)));
  expect(lines.map((one) => valueIn(one, 'w:pStyle'))).toEqual(levels.map((level) => `Heading${level}`));
  const names = all(docx.part('word/styles.xml'), 'w:name').map((name) =>
    name.getAttribute('w:val')?.toLowerCase(),
  );
  for (const level of levels) expect(names).toContain(`heading ${level}`);
});

test('the title stands above the text and in the properties, the language in the styles', async () => {
  const { bytes, name } = await writeDocx(leavingText([p('a')], { title: 'Nájem: <A> & "B"' }));
  const docx = openDocx(bytes);
  const [first] = all(docx.part('word/document.xml'), 'w:p');
  expect([valueIn(first!, 'w:pStyle'), textOf(first!)]).toEqual(['Title', 'Nájem: <A> & "B"']);
  expect(all(docx.part('docProps/core.xml'), 'dc:title')[0]?.textContent).toBe('Nájem: <A> & "B"');
  expect(valueIn(docx.part('word/styles.xml'), 'w:lang')).toBe('cs-CZ');
  expect(name).toBe('Nájem A & B.docx');
});

test('a file without a title has no empty line for it', async () => {
  const { bytes } = await writeDocx(leavingText([p('a')], { title: ' ' }));
  expect(all(openDocx(bytes).part('word/document.xml'), 'w:p').map(textOf)).toEqual(['a']);
});

test('the origin stands in the properties of the file', async () => {
  const documentId = '00000000-0000-4000-8000-000000000001';
  const { bytes } = await writeDocx(leavingText([], { origin: { documentId, seq: 42 } }));
  const properties = all(openDocx(bytes).part('docProps/custom.xml'), 'property');
  expect(properties.map((one) => [one.getAttribute('name'), one.textContent.trim()])).toEqual([
    ['SpoluDocument', documentId],
    ['SpoluSeq', '42'],
  ]);
});

test.each([
  ['bold', 'w:b', null],
  ['italic', 'w:i', null],
  ['underline', 'w:u', 'single'],
  ['strike', 'w:strike', null],
  ['superscript', 'w:vertAlign', 'superscript'],
  ['subscript', 'w:vertAlign', 'subscript'],
  ['code', 'w:rStyle', 'VerbatimChar'],
  ['highlight', 'w:highlight', 'yellow'],
])('%s is %s', async (mark, name, value) => {
  const { lines, losses } = await read(p('a ', text('b', mark), ' c'));
  const runs = all(lines[0]!, 'w:r');
  expect(runs.map((run) => has(run, name))).toEqual([false, true, false]);
  if (value !== null) expect(valueIn(lines[0]!, name)).toBe(value);
  expect(losses).toEqual([]);
});

test('other highlights have the shade that they have on the page', async () => {
  const colors = ['orange', 'red', 'purple', 'blue', 'green'];
  const { lines } = await read(
    p(...colors.map((color) => text(color, { type: 'highlight', attrs: { color } }))),
  );
  const fills = all(lines[0]!, 'w:shd').map((one) => one.getAttribute('w:fill'));
  expect(new Set(fills).size).toBe(colors.length);
});

test('a link has its address once, also with formatting inside; an address of a refused scheme is text', async () => {
  const link = { type: 'link', attrs: { href: 'https://a.cz/?b=1&c=%22"' } };
  const bad = { type: 'link', attrs: { href: 'javascript:alert(1)' } };
  const { docx, lines } = await read(p(text('a', link), text('b', link, 'bold'), ' c ', text('d', bad)));
  expect(all(lines[0]!, 'w:hyperlink').map(textOf)).toEqual(['ab']);
  const targets = all(docx.part('word/_rels/document.xml.rels'), 'Relationship').filter(
    (one) => one.getAttribute('TargetMode') === 'External',
  );
  expect(targets.map((one) => one.getAttribute('Target'))).toEqual(['https://a.cz/?b=1&c=%22"']);
  expect(all(lines[0]!, 'w:hyperlink')[0]?.getAttribute('r:id')).toBe(targets[0]?.getAttribute('Id'));
  expect(textOf(lines[0]!)).toBe('ab c d');
});

test('line breaks, tabs, mentions and unknown parts keep their text', async () => {
  const { lines, losses } = await read(
    p(
      'a',
      node('hardBreak'),
      'b\tc',
      node('mention', { id: 'x', label: 'Jana' }),
      node('novelty', {}, 'nové'),
    ),
    { type: 'unshown', attrs: { text: 'slova' } },
  );
  expect([has(lines[0]!, 'w:br'), has(lines[0]!, 'w:tab')]).toEqual([true, true]);
  expect(lines.map(textOf)).toEqual(['abc@Jananové', 'slova']);
  expect(kinds(losses)).toEqual(['mention simplified', 'unknown simplified']);
});

test('formulas are equations of Word; what cannot be read stays as its source', async () => {
  const { lines, losses } = await read(
    p('a ', node('inlineMath', { latex: '\\frac{a}{b}' }), node('inlineMath', { latex: '\\nonsense{x}' })),
    node('blockMath', { latex: '\\sum_{i=1}^n i' }),
  );
  expect(has(lines[0]!, 'm:f')).toBe(true);
  expect(textOf(lines[0]!)).toBe('a \\nonsense{x}');
  expect(has(lines[1]!, 'm:oMath')).toBe(true);
  expect(losses).toMatchObject([
    { kind: 'formula', severity: 'simplified', count: 1, example: '\\nonsense{x}' },
  ]);
});

test('alignment and direction are those of the page', async () => {
  const { lines } = await read(
    node('paragraph', { textAlign: 'center' }, 'a'),
    node('paragraph', { textAlign: 'justify' }, 'a'),
    p('שלום (abc) עולם.'),
    node('paragraph', { textAlign: 'left' }, 'שלום'),
    p('abc שלום.'),
  );
  expect(lines.map((line) => [valueIn(line, 'w:jc'), has(line, 'w:bidi')])).toEqual([
    ['center', false],
    ['both', false],
    [null, true],
    // In Word's paragraphs from the right, the sides change.
    ['right', true],
    [null, false],
  ]);
  const runs = (line: Element) => all(line, 'w:r').map((run) => [textOf(run), has(run, 'w:rtl')]);
  expect(runs(lines[2]!)).toEqual([
    ['שלום (', true],
    ['abc', false],
    [') עולם.', true],
  ]);
  expect(runs(lines[4]!)).toEqual([
    ['abc ', false],
    ['שלום', true],
    ['.', false],
  ]);
});

/** Format, level and beginning of the number of a paragraph. */
function numberOf(docx: OpenDocx, line: Element): readonly [string | null, number, number, number] | null {
  const id = valueIn(line, 'w:numId');
  if (id === null) return null;
  const level = Number(valueIn(line, 'w:ilvl'));
  const numbering = docx.part('word/numbering.xml');
  const num = all(numbering, 'w:num').find((one) => one.getAttribute('w:numId') === id)!;
  const abstract = all(numbering, 'w:abstractNum').find(
    (one) => one.getAttribute('w:abstractNumId') === valueIn(num, 'w:abstractNumId'),
  )!;
  const definition = all(abstract, 'w:lvl').find((one) => one.getAttribute('w:ilvl') === String(level))!;
  const own = all(num, 'w:lvlOverride').find((one) => one.getAttribute('w:ilvl') === String(level));
  const start = Number((own && valueIn(own, 'w:startOverride')) ?? valueIn(definition, 'w:start'));
  return [valueIn(definition, 'w:numFmt'), level, start, Number(id)];
}

test('numbers restart in each list, with its start and type', async () => {
  const { docx, lines } = await read(
    node('orderedList', {}, item('a'), item('b')),
    node('orderedList', { start: 5, type: 'I' }, item('c', node('orderedList', {}, item('d')))),
    node('orderedList', { start: -3, type: 'nonsense' }, item('e')),
  );
  const numbers = lines.map((line) => numberOf(docx, line)!);
  expect(numbers.map(([format, level, start]) => [format, level, start])).toEqual([
    ['decimal', 0, 1],
    ['decimal', 0, 1],
    ['upperRoman', 0, 5],
    ['lowerLetter', 1, 1],
    ['decimal', 0, 0],
  ]);
  expect(new Set(numbers.map(([, , , id]) => id)).size).toBe(4);
  expect(numbers[0]![3]).toBe(numbers[1]![3]);
});

test('bullets nest as levels; more than nine levels are a loss', async () => {
  let deep = node('bulletList', {}, item('11'));
  for (let level = 10; level > 0; level -= 1) deep = node('bulletList', {}, item(String(level), deep));
  const { docx, lines, losses } = await read(deep);
  expect(lines.map((line) => numberOf(docx, line)?.[1])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8]);
  expect(losses).toMatchObject([{ kind: 'list', severity: 'changed', count: 2 }]);
});

test('more blocks of an item stand below its text, without a number', async () => {
  const { docx, lines } = await read(
    node(
      'bulletList',
      {},
      item('a', p('b'), node('codeBlock', {}, 'c')),
      item(node('table', {}, row(cell({}, 'd')))),
    ),
  );
  expect(lines.map((line) => [textOf(line), numberOf(docx, line)?.[1]])).toEqual([
    ['a', 0],
    ['b', undefined],
    ['c', undefined],
    ['', 0],
    ['d', undefined],
  ]);
  expect(all(lines[1]!, 'w:ind')[0]?.getAttribute('w:left')).toBe('360');
});

test('tasks have a box that can be ticked', async () => {
  const { lines, docx } = await read(
    node('taskList', {}, node('taskItem', { checked: true }, p('a')), node('taskItem', {}, p('b'))),
  );
  expect(lines.map((line) => [textOf(line), all(line, 'w14:checked')[0]?.getAttribute('w14:val')])).toEqual([
    ['☒ a', '1'],
    ['☐ b', '0'],
  ]);
  expect(lines.map((line) => numberOf(docx, line)?.[0])).toEqual(['bullet', 'bullet']);
});

test('quotes, code and rules have styles; lines of code stay lines', async () => {
  const { lines, losses } = await read(
    node('blockquote', {}, p('a'), p('b')),
    node('codeBlock', { language: 'js' }, 'x\n\ty'),
    node('horizontalRule'),
    node('blockquote', {}, node('heading', { level: 2 }, 'c'), node('blockquote', {}, p('d'))),
  );
  expect(lines.map((line) => [valueIn(line, 'w:pStyle'), textOf(line)])).toEqual([
    ['Quote', 'a'],
    ['Quote', 'b'],
    ['SourceCode', 'xy'],
    ['HorizontalLine', ''],
    ['Heading2', 'c'],
    ['Quote', 'd'],
  ]);
  expect([all(lines[2]!, 'w:br').length, all(lines[2]!, 'w:tab').length]).toEqual([1, 1]);
  expect(kinds(losses)).toEqual(['codeLanguage lost', 'quote simplified']);
});

test('cells span rows and columns, and header rows repeat on each page', async () => {
  const { docx, losses } = await read(
    node(
      'table',
      {},
      row(header('a'), header('b'), header('c')),
      row(cell({ rowspan: 2 }, 'd'), cell({ colspan: 2 }, 'e')),
      row(cell({}, 'f'), cell({}, 'g')),
    ),
  );
  const rows = all(docx.part('word/document.xml'), 'w:tr');
  const cells = rows.map((one) =>
    all(one, 'w:tc').map((each) => [
      textOf(each),
      valueIn(each, 'w:gridSpan'),
      has(each, 'w:vMerge') ? (valueIn(each, 'w:vMerge') ?? 'continue') : null,
    ]),
  );
  expect(cells).toEqual([
    [
      ['a', null, null],
      ['b', null, null],
      ['c', null, null],
    ],
    [
      ['d', null, 'restart'],
      ['e', '2', null],
    ],
    [
      ['', null, 'continue'],
      ['f', null, null],
      ['g', null, null],
    ],
  ]);
  expect(rows.map((one) => has(one, 'w:tblHeader'))).toEqual([true, false, false]);
  expect(losses).toEqual([]);
});

test('columns have the widths of the page, and fit on paper', async () => {
  const widths = async (...px: readonly number[]) => {
    const { docx } = await read(node('table', {}, row(...px.map((one) => cell({ colwidth: [one] }, 'a')))));
    return all(docx.part('word/document.xml'), 'w:gridCol').map((one) => Number(one.getAttribute('w:w')));
  };
  expect(await widths(100, 200)).toEqual([1500, 3000]);
  const [a, b, c] = await widths(1000, 1000, 0);
  expect(a).toBe(b);
  expect(c).toBeGreaterThan(500);
  expect(a! + b! + c!).toBeLessThanOrEqual(9026);
  expect(await widths(0, 0)).toEqual([4513, 4513]);
});

test('a table with holes, overlaps and too many columns becomes one that Word can open', async () => {
  const wide = row(...Array.from({ length: 70 }, (_, index) => cell({}, `c${index}`)));
  const { docx, losses } = await read(
    node('table', {}, row(cell({ rowspan: 9, colspan: 3 }, 'a')), row(), row(cell({}, 'b'))),
    node('table', {}, wide),
    node('table', {}),
  );
  const tables = all(docx.part('word/document.xml'), 'w:tbl');
  expect(tables).toHaveLength(2);
  for (const table of tables)
    for (const one of all(table, 'w:tr')) {
      const columns = all(one, 'w:tc').map((each) => Number(valueIn(each, 'w:gridSpan') ?? 1));
      expect(columns.reduce((sum, span) => sum + span, 0)).toBe(all(table, 'w:gridCol').length);
    }
  expect(all(tables[1]!, 'w:gridCol')).toHaveLength(63);
  expect(textOf(tables[1]!)).toContain('c69');
  expect(kinds(losses)).toEqual(['table changed', 'table simplified']);
});

test('each cell ends with a paragraph, and two tables have one between them', async () => {
  const inner = node('table', {}, row(cell({}, 'b')));
  const { docx } = await read(
    node('table', {}, row(cell({}, 'a', inner))),
    node('table', {}, row(cell({}, 'c'))),
    node('callout', {}, p('d')),
  );
  const document = docx.part('word/document.xml');
  for (const one of all(document, 'w:tc')) expect(one.lastElementChild?.tagName).toBe('w:p');
  for (const one of all(document, 'w:tbl')) expect(one.nextElementSibling?.tagName).not.toBe('w:tbl');
});

test('a header cell outside the header rows is a loss', async () => {
  const { losses } = await read(node('table', {}, row(header('a'), cell({}, 'b'))));
  expect(losses).toMatchObject([{ kind: 'headerCell', severity: 'simplified', example: 'a' }]);
});

test('callouts and details are boxes', async () => {
  const { docx, losses, lines } = await read(
    node('callout', { kind: 'warning' }, p('a'), node('bulletList', {}, item('b'))),
    node('details', {}, node('detailsSummary', {}, 'c'), node('detailsContent', {}, p('d'))),
    node('callout', { kind: 'newer' }, p('e')),
  );
  expect(all(docx.part('word/document.xml'), 'w:tblStyle').map((one) => one.getAttribute('w:val'))).toEqual([
    'CalloutWarning',
    'Details',
    'CalloutInfo',
  ]);
  expect(lines.map(textOf).join('')).toBe('abcde');
  expect(losses).toMatchObject([{ kind: 'box', severity: 'simplified', count: 3 }]);
});

test('the footer has page numbers', async () => {
  const { docx } = await read(p('a'));
  expect(docx.xmlOf('word/footer1.xml')).toContain('PAGE');
});

test('there is space below a table, also before a list and a quote', async () => {
  const table = node('table', {}, row(cell({}, 'T')));
  const task = node('taskList', {}, node('taskItem', { checked: false }, p('úkol')));
  const { lines } = await read(
    table,
    p('odstavec'),
    table,
    task,
    table,
    node('blockquote', {}, p('citát'), p('dál')),
    node('bulletList', {}, item('položka', table)),
    p('za seznamem'),
  );
  const spaceAbove = (word: string): string | null | undefined =>
    lines
      .find((line) => textOf(line).includes(word))
      ?.getElementsByTagName('w:spacing')[0]
      ?.getAttribute('w:before');
  expect(['odstavec', 'úkol', 'citát', 'za seznamem'].map(spaceAbove)).toEqual(['160', '160', '160', '160']);
  expect(spaceAbove('dál') ?? null).toBeNull();
});
