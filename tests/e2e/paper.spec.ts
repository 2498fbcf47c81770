/** Printing: reads the words and their positions from the PDF that Chromium creates. */
import type { Page } from '@playwright/test';
import { extractTextItems, getDocumentProxy } from 'unpdf';
import config from '../../playwright.config.ts';
import { createDocument, expect, follow, nameCurrent, test, textOf, waitUntilSaved } from './spolu.ts';

// Unlike the whole browser, Chromium's headless shell cuts the formulas of closed sections and cells when it prints.
const WHOLE = process.env['SPOLU_CHROMIUM'];
test.use({
  savesData: false,
  launchOptions: { ...config.use?.launchOptions, ...(WHOLE ? { executablePath: WHOLE } : {}) },
});

const PAPERS = [
  ['A4', { format: 'A4' }],
  ['Letter', { format: 'Letter' }],
  ['A4 on its side', { format: 'A4', landscape: true }],
] as const;
/** The margins of `print.css` in points, less rounding. */
const MARGIN = { beside: 51, above: 56 };

const cells = (name: string, columns: number): string[] =>
  Array.from({ length: columns }, (_, at) => `${name}${at}end`);
const table = (rows: readonly (readonly string[])[]): string =>
  `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
const sum = (last: string): string =>
  `${Array.from({ length: 40 }, (_, at) => `a_{${at}}`).join(' + ')} + ${last}`;
const formula = (latex: string, tag: 'div' | 'span'): string =>
  `<${tag} data-type="${tag === 'div' ? 'blockMath' : 'inlineMath'}" data-latex="${latex}"></${tag}>`;

const TITLE = `Title ${'Nejneobhospodařovávatelnějšímikrajinami'.repeat(2)} titleend`;
const WIDE = [cells('a', 14), cells('b', 14)];
const TEXT = `${table(WIDE)}${table([cells('c', 30)])}
<pre><code>${'x'.repeat(300)}codeend\n${'const value = '.repeat(20)}lineend</code></pre>
<p>https://example.com/${'part/'.repeat(60)}pathend</p>
${formula(sum('7001'), 'div')}${formula(`\\frac{${sum('7002')}}{2}`, 'div')}
<p>inline ${formula(`\\sqrt{${sum('7003')}}`, 'span')}</p>
<details><summary>closed</summary><div data-type="detailsContent"><p>insideend</p>
${formula(`\\sqrt{${sum('7004')}}`, 'div')}${table([cells('d', 12)])}</div></details>
<table><tr><td>cell</td><td><p>${formula(`\\sqrt{${sum('7005')}}`, 'span')}</p></td></tr></table>
<ul><li><p>item</p>${table([cells('e', 16)])}</li></ul>
<div data-type="callout" data-kind="info"><pre><code>${'y'.repeat(200)}calloutend</code></pre></div>
<p><code>${'z'.repeat(200)}inlineend</code></p>`;
const WORDS = [
  ...WIDE.flat(),
  ...[...cells('c', 30), ...cells('d', 12), ...cells('e', 16)],
  ...['titleend', 'codeend', 'lineend', 'pathend', 'insideend', 'calloutend', 'inlineend'],
  ...['7001', '7002', '7003', '7004', '7005'],
];

test('print cuts nothing off: tables, code, formulas, closed sections, saved versions and the list', async ({
  person,
}) => {
  const { page } = await person('Jana');
  await page.emulateMedia({ colorScheme: 'dark' });
  await createDocument(page, TITLE);
  await pasteOwn(page, TEXT);
  await expect(textOf(page).locator('.katex')).toHaveCount(4);
  // Until its fonts are loaded, a formula is drawn, and measured for the paper, in others.
  await page.evaluate(() => document.fonts.ready);
  for (const [paper, options] of PAPERS) await expectOnPaper(page, paper, options);

  await waitUntilSaved(page);
  await page.getByRole('button', { name: 'Version history' }).click();
  await nameCurrent(page, 'Printed');
  await page.getByRole('button', { name: 'Printed' }).click();
  await expect(page.locator('.document-text.is-read-only .katex')).toHaveCount(4);
  await expectOnPaper(page, 'a version', { format: 'A4' });

  await page.getByRole('button', { name: 'Current version', exact: true }).click();
  await follow(page, 'Back to documents', 'Documents');
  await expect(page.getByRole('link', { name: TITLE })).toBeVisible();
  const { words } = await print(page, { format: 'A4' });
  expect(words).toContain('titleend');
  expect(words).not.toContain('Signout');
});

test('pages are numbered, and all but the first have the title at the top, cut where it is long', async ({
  person,
}) => {
  const { page } = await person('Jana');
  const start = 'Smlouva „Oprava“ \\ "střechy" č. 12';
  await createDocument(page, `${start} ${'a další věci '.repeat(10)}`);
  const paragraphs = Array.from({ length: 70 }, (_, at) => `<p>paragraph ${at}</p>`).join('');
  await pasteOwn(page, `${paragraphs}<p>lastword</p>`);
  await expect(textOf(page)).toContainText('lastword');
  await waitUntilSaved(page);
  const margins = async () => {
    const { pages, outside } = await readPdf(page, { format: 'A4' });
    return { pages, ...outside };
  };
  const alone = await margins();
  expect(alone.pages).toBeGreaterThan(2);
  expect(alone.below).toEqual(Array.from({ length: alone.pages }, (_, at) => `${at + 1}/${alone.pages}`));
  expect(alone.above).toHaveLength(alone.pages - 1);
  for (const title of alone.above) expect(title).toMatch(/^Smlouva„Oprava“\\"střechy"č.12adalší.*…$/);
  expect(alone.beside).toEqual([]);

  await page.getByRole('button', { name: 'Version history' }).click();
  await nameCurrent(page, 'Printed');
  await page.getByRole('button', { name: 'Printed' }).click();
  await expect(page.locator('.document-text.is-read-only')).toContainText('lastword');
  expect((await margins()).above).toEqual(alone.above);

  // A page of the app that has no title prints none.
  await page.getByRole('button', { name: 'Current version', exact: true }).click();
  await follow(page, 'Back to documents', 'Documents');
  expect((await margins()).above.join('')).not.toContain('Smlouva');
});

test('an address is on paper once: behind a link with a name, not behind one that shows it', async ({
  person,
}) => {
  const { page } = await person('Jana');
  await createDocument(page, 'Links');
  await pasteOwn(
    page,
    '<p>https://example.com/shownlink and <a href="https://example.com/namedlink">a name</a></p>',
  );
  await expect(textOf(page).getByRole('link')).toHaveCount(2);
  const { words } = await print(page, { format: 'A4' });
  expect(words.split('shownlink')).toHaveLength(2);
  expect(words.split('namedlink')).toHaveLength(2);
});

test('a head of a table is on each page, long code starts where it stands, and no last page is empty', async ({
  person,
}) => {
  const { page } = await person('Jana');
  await createDocument(page, 'Long');
  const pages = async (html: string): Promise<readonly string[]> => {
    await textOf(page).click();
    await page.keyboard.press('Control+a');
    await pasteOwn(page, html);
    await expect(textOf(page)).toContainText('lastword');
    const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'A4' })));
    const { items } = await extractTextItems(pdf);
    await pdf.cleanup();
    return items.map((all) => all.map(({ str }) => str).join(''));
  };
  const row = (name: string, tag: 'th' | 'td'): string =>
    `<tr><${tag}>${name}</${tag}><${tag}>x</${tag}></tr>`;
  const rows = Array.from({ length: 90 }, (_, at) => row(`row ${at}`, 'td')).join('');
  const ofTable = await pages(`<table>${row('headword', 'th')}${rows}</table><p>lastword</p>`);
  expect(ofTable.length).toBeGreaterThan(2);
  expect(ofTable.filter((words) => words.includes('headword'))).toHaveLength(ofTable.length);

  const lines = Array.from({ length: 120 }, (_, at) => `line ${at}`).join('\n');
  const [first, ...others] = await pages(`<p>before</p><pre><code>${lines}</code></pre><p>lastword</p>`);
  expect(first).toContain('line 0');
  expect(others.at(-1)).toContain('lastword');

  for (let count = 44; count <= 52; count += 2) {
    const paragraphs = Array.from({ length: count }, (_, at) => `<p>paragraph ${at}</p>`).join('');
    expect((await pages(`${paragraphs}<p>lastword</p>`)).at(-1)).toContain('lastword');
  }
});

type Paper = Parameters<Page['pdf']>[0];

async function expectOnPaper(page: Page, paper: string, options: Paper): Promise<void> {
  const { words, outside } = await print(page, options);
  expect(
    WORDS.filter((word) => !words.includes(word)),
    paper,
  ).toEqual([]);
  expect(outside, paper).toEqual([]);
}

interface Printed {
  /** All text without spaces. */
  readonly words: string;
  readonly pages: number;
  /** Lines in the margins, of all pages. */
  readonly outside: {
    readonly above: readonly string[];
    readonly below: readonly string[];
    readonly beside: readonly string[];
  };
}

async function readPdf(page: Page, options: Paper): Promise<Printed> {
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf(options)));
  const [, , width = 0, height = 0] = (await pdf.getPage(1)).view;
  const pages = (await extractTextItems(pdf)).items.map((items) =>
    items.filter(({ str }) => str.trim() !== ''),
  );
  await pdf.cleanup();
  type Item = (typeof pages)[number][number];
  const lines = (isThere: (item: Item) => boolean): string[] =>
    pages.map((items) => joinLine(items.filter(isThere))).filter((line) => line !== '');
  const isAbove = ({ y }: Item): boolean => y > height - MARGIN.above + 1;
  const isBelow = ({ y }: Item): boolean => y < MARGIN.above - 1;
  const isBeside = (item: Item): boolean =>
    item.x < MARGIN.beside - 1 || item.x + item.width > width - MARGIN.beside + 1;
  return {
    words: pages
      .flat()
      .filter((item) => !isAbove(item) && !isBelow(item))
      .map(({ str }) => str.replaceAll(/\s/g, ''))
      .join(''),
    pages: pages.length,
    outside: { above: lines(isAbove), below: lines(isBelow), beside: lines(isBeside) },
  };
}

/** Without spaces: those between pieces of text are not in the file. */
const joinLine = (items: readonly { readonly str: string }[]): string =>
  items.map(({ str }) => str.replaceAll(/\s/g, '')).join('');

/** The text, and the words that reach into the margins beside the page numbers and the title. */
async function print(page: Page, options: Paper): Promise<{ words: string; outside: readonly string[] }> {
  const { words, outside } = await readPdf(page, options);
  const { above, below, beside } = outside;
  const title = TITLE.slice(0, 40).replaceAll(' ', '');
  return {
    words,
    outside: [
      ...above.filter((line) => !line.startsWith(title)),
      ...below.filter((line) => !/^\d+\/\d+$/.test(line)),
      ...beside,
    ],
  };
}

/** Pastes HTML as if copied from another document of the app. */
async function pasteOwn(page: Page, html: string): Promise<void> {
  await textOf(page).evaluate((text, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', pasted);
    text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, `<div data-pm-slice="0 0 []">${html}</div>`);
}
