// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { LeavingText, LeavingThread, WrittenFile } from '#contract/formats/leaving-text.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { writePage } from '../../../../../src/app/editor/out/write-page.ts';

const text = (value: string, ...marks: NonNullable<DocumentNode['marks']>): DocumentNode => ({
  type: 'text',
  text: value,
  marks,
});
const line = (...content: readonly DocumentNode[]): DocumentNode => ({ type: 'paragraph', content });

const write = (content: readonly DocumentNode[], more: Partial<LeavingText> = {}): Promise<WrittenFile> =>
  writePage({
    title: 'Smlouva o dílo',
    language: 'cs',
    doc: { type: 'doc', content },
    threads: [],
    loadPicture: () => Promise.resolve({ type: 'image/png', bytes: new Uint8Array([1, 2, 3]) }),
    origin: null,
    ...more,
  });

const sourceOf = ({ bytes }: WrittenFile): string => new TextDecoder().decode(bytes);
const pageOf = (file: WrittenFile): Document => new DOMParser().parseFromString(sourceOf(file), 'text/html');

const thread = (
  from: number,
  to: number,
  author: string,
  more: Partial<LeavingThread> = {},
): LeavingThread => ({
  ranges: [{ from, to }],
  quote: 'citát',
  isResolved: false,
  comments: [
    {
      author,
      at: new Date('2026-11-29T10:00:00Z'),
      body: {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: '<b>Proč?</b>' }] }],
      },
    },
  ],
  ...more,
});

test('the page is named for its title, in its language, and may load and run nothing', async () => {
  const file = await write([line(text('Text'))]);
  expect(file.name).toBe('Smlouva o dílo.html');
  const page = pageOf(file);
  expect(page.documentElement.lang).toBe('cs');
  expect(page.title).toBe('Smlouva o dílo');
  const policy = page.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('script');
});

const EVIL = '"><script>alert(1)</script><img src=x onerror=alert(1)>';

test('no text, title, name, quote or attribute becomes markup', async () => {
  const path = '00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-000000000001.png';
  const file = await write(
    [
      line(text(EVIL, { type: 'link', attrs: { href: `https://a.cz/${EVIL}`, title: EVIL } })),
      line({ type: 'mention', attrs: { id: EVIL, label: EVIL } }),
      line({ type: 'inlineMath', attrs: { latex: EVIL } }),
      { type: 'codeBlock', attrs: { language: EVIL }, content: [text(EVIL)] },
      {
        type: 'orderedList',
        attrs: { type: EVIL },
        content: [{ type: 'listItem', content: [line(text(EVIL))] }],
      },
      { type: 'image', attrs: { src: path, alt: EVIL } },
      { type: 'callout', attrs: { kind: EVIL }, content: [line(text(EVIL))] },
    ],
    { title: EVIL, threads: [thread(1, 3, EVIL, { quote: EVIL })] },
  );
  const page = pageOf(file);
  expect(page.querySelectorAll('script, [onerror], iframe')).toHaveLength(0);
  expect([...page.querySelectorAll('img')].map((image) => image.getAttribute('src'))).toEqual([
    'data:image/png;base64,AQID',
  ]);
  expect(page.title).toBe(EVIL);
});

test('a link with another scheme is text', async () => {
  const file = await write([line(text('zde', { type: 'link', attrs: { href: 'javascript:alert(1)' } }))]);
  expect(sourceOf(file)).not.toContain('javascript:');
  expect(pageOf(file).querySelector('main')?.textContent.trim()).toBe('zde');
});

test('comments are asides below the text, numbered in its order, and lead to their places', async () => {
  const file = await write([line(text('První a druhý'))], {
    threads: [
      thread(9, 14, 'Eva'),
      thread(1, 6, 'Jana', { isResolved: true }),
      thread(0, 0, 'Petr', { ranges: [], quote: '' }),
    ],
  });
  const page = pageOf(file);
  const places = [...page.querySelectorAll('main [data-comments]')];
  expect(places.map(({ textContent }) => textContent)).toEqual(['První', 'druhý']);
  const asides = [...page.querySelectorAll('aside')];
  expect(asides.map((aside) => aside.querySelector('strong')?.textContent)).toEqual(['Jana', 'Eva', 'Petr']);
  expect(asides[0]?.textContent).toContain('Vyřešeno');
  expect(asides[2]?.textContent).toContain('K celému dokumentu');
  expect(asides[1]?.textContent).toContain('<b>Proč?</b>');
  for (const link of page.querySelectorAll('a[href^="#"]'))
    expect(page.querySelector(link.getAttribute('href')!)).not.toBeNull();
  expect(page.querySelector('main')?.textContent.trim()).toBe('První a druhý');
});

test('overlapping comments and marks keep all letters', async () => {
  const file = await write([line(text('abc', { type: 'bold' }), text('def😀'))], {
    threads: [thread(2, 5, 'Eva'), thread(3, 6, 'Jana'), thread(1, 8, 'Petr')],
  });
  const main = pageOf(file).querySelector('main');
  expect(main?.textContent.trim()).toBe('abcdef😀');
  expect(main?.querySelector('strong')?.textContent.startsWith('a')).toBe(true);
  expect(main?.querySelectorAll('a[data-comment]')).toHaveLength(3);
});

test('a picture that cannot be loaded stands as its description, and is a loss', async () => {
  const path = '00000000-0000-4000-8000-000000000001/00000000-0000-4000-8000-000000000001.png';
  const file = await write([line(text('a')), { type: 'image', attrs: { src: path, alt: 'Plán' } }], {
    loadPicture: () => Promise.resolve(null),
  });
  expect(pageOf(file).querySelector('main')?.textContent).toContain('[Plán]');
  expect(file.losses).toEqual([{ kind: 'picture', severity: 'lost', count: 1, example: 'Plán', block: 1 }]);
});

test('a formula is MathML, and its source where it cannot be drawn', async () => {
  const file = await write([
    { type: 'blockMath', attrs: { latex: String.raw`\frac{1}{2}` } },
    { type: 'blockMath', attrs: { latex: String.raw`\def\a{x}\a` } },
  ]);
  const [drawn, source] = pageOf(file).querySelectorAll('[data-type="blockMath"]');
  expect(drawn?.querySelector('math mfrac')).not.toBeNull();
  expect(source?.innerHTML).toBe(String.raw`\def\a{x}\a`);
});

test('a numbered list below another has letters, as in the editor', async () => {
  const list = (...content: readonly DocumentNode[]): DocumentNode => ({
    type: 'orderedList',
    content: [{ type: 'listItem', content: [line(text('Bod')), ...content] }],
  });
  const page = pageOf(await write([list(list())]));
  document.body.append(...page.querySelectorAll('style'), ...page.body.children);
  const [outer, inner] = document.querySelectorAll('ol');
  expect(getComputedStyle(inner!).listStyle).toBe('lower-alpha');
  expect(getComputedStyle(outer!).listStyle).not.toBe('lower-alpha');
});
