// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import type { DocumentNode } from '#contract/text/document-node.ts';
import type { Picture } from '#contract/formats/leaving-text.ts';
import { writeDocx } from '../../../../../src/app/formats/docx/write-docx.ts';
import { all, openDocx, textOf } from './open-docx.ts';
import { item, leavingText, node, p, text, thread } from './sample.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A PNG of one pixel, as wide and high as its header says. */
const png = (width: number, height: number): Uint8Array => {
  const bytes = Uint8Array.from(
    atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
    (sign) => sign.charCodeAt(0),
  );
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  return bytes;
};
const jpeg = (width: number, height: number): Uint8Array =>
  // Start, a part of four bytes to pass over, and the frame.
  new Uint8Array([
    0xff,
    0xd8,
    0xff,
    0xe0,
    0,
    4,
    1,
    2,
    0xff,
    0xc2,
    0,
    17,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    3,
  ]);
const gif = (width: number, height: number): Uint8Array =>
  new Uint8Array(
    Array.from('GIF89a')
      .map((sign) => sign.charCodeAt(0))
      .concat([width & 255, width >> 8, height & 255, height >> 8]),
  );

const image = (name: string, attrs: Record<string, unknown> = {}): DocumentNode =>
  node('image', { src: `d/${name}.png`, alt: name, ...attrs });

async function withPictures(
  content: readonly DocumentNode[],
  pictures: Record<string, Picture>,
  redraw?: () => Promise<Picture | null>,
) {
  const loadPicture = vi.fn((path: string) => Promise.resolve(pictures[path] ?? null));
  const { bytes, losses } = await writeDocx(leavingText(content, { loadPicture }), redraw);
  const docx = openDocx(bytes);
  const document = docx.part('word/document.xml');
  return { docx, losses, document, loadPicture };
}

const sizes = (document: Document) =>
  all(document, 'wp:extent').map((one) =>
    ['cx', 'cy'].map((name) => Math.round(Number(one.getAttribute(name)) / 9525)),
  );

/** Of the text on the page, in pixels. */
const COLUMN = 602;

test('pictures keep their bytes, their text and their shape, and fit on the page', async () => {
  const file = png(300, 150);
  const pictures = {
    'd/a.png': { bytes: file, type: 'image/png' },
    'd/b.png': { bytes: jpeg(4000, 1000), type: 'image/jpeg' },
    'd/c.png': { bytes: gif(10, 4000), type: 'image/gif' },
  };
  const { docx, document, losses, loadPicture } = await withPictures(
    [
      image('a'),
      image('b'),
      image('c'),
      image('a', { width: 50 }),
      image('a', { pixelWidth: 600, pixelHeight: 600, alt: '' }),
    ],
    pictures,
  );
  expect(sizes(document)).toEqual([
    [300, 150],
    [COLUMN, 150],
    [2, 867],
    [301, 150],
    [600, 600],
  ]);
  expect(all(document, 'wp:docPr').map((one) => one.getAttribute('descr'))).toEqual([
    'a',
    'b',
    'c',
    'a',
    null,
  ]);
  expect(new Set(all(document, 'wp:docPr').map((one) => one.getAttribute('id'))).size).toBe(5);
  const stored = docx.names.filter((name) => name.startsWith('word/media/'));
  expect(new Set(stored.map((name) => name.split('.').at(-1)))).toEqual(new Set(['gif', 'jpg', 'png']));
  expect(docx.bytesOf(stored.find((name) => name.endsWith('png'))!)).toEqual(file);
  expect(loadPicture).toHaveBeenCalledTimes(3);
  // The last is longer than a page.
  expect(losses).toMatchObject([{ kind: 'picture', severity: 'changed', count: 1, block: 2 }]);
});

test('a picture in a table is no wider than its cell', async () => {
  const cell = node('tableCell', { colwidth: [100] }, image('a'));
  const { document } = await withPictures([node('table', {}, node('tableRow', {}, cell))], {
    'd/a.png': { bytes: png(300, 150), type: 'image/png' },
  });
  expect(sizes(document)[0]![0]).toBeLessThanOrEqual(100);
});

test('a picture in a format that Word does not read is converted', async () => {
  const redraw = vi.fn(() => Promise.resolve({ bytes: png(7, 8), type: 'image/png' }));
  const webp = { bytes: new Uint8Array(30), type: 'image/webp' };
  const { document } = await withPictures([image('a')], { 'd/a.png': webp }, redraw);
  expect(sizes(document)).toEqual([[7, 8]]);
  expect(redraw).toHaveBeenCalledWith(webp);
});

test('a picture that is missing or broken is one loss each, with its text in its place', async () => {
  const broken = { bytes: new Uint8Array([0xff, 0xd8, 0xff]), type: 'image/jpeg' };
  const { document, losses } = await withPictures(
    [image('a'), image('b'), image('c', { src: 7, alt: null })],
    { 'd/b.png': broken },
  );
  expect(all(document, 'w:p').slice(1).map(textOf)).toEqual(['[Obrázek: a]', '[Obrázek: b]', '[Obrázek]']);
  expect(losses).toMatchObject([{ kind: 'picture', severity: 'lost', count: 3, example: 'a', block: 0 }]);
});

const everything = () =>
  leavingText(
    [
      node('heading', { level: 1 }, 'a'),
      p(
        text('b', { type: 'link', attrs: { href: 'https://a.cz' } }),
        text('c', { type: 'link', attrs: { href: 'https://b.cz' } }),
      ),
      node('orderedList', {}, item('d')),
      image('a'),
    ],
    {
      threads: [thread([{ from: 1, to: 2 }], [['A', 'a']])],
      origin: { documentId: '00000000-0000-4000-8000-000000000001', seq: 1 },
      loadPicture: () => Promise.resolve({ bytes: png(2, 2), type: 'image/png' }),
    },
  );

test('the same text is the same file, whenever it is written', async () => {
  const first = await writeDocx(everything());
  vi.useFakeTimers({ now: new Date('2031-05-06T07:08:09Z'), toFake: ['Date'] });
  const second = await writeDocx(everything());
  expect(second.bytes).toEqual(first.bytes);
});

test('text that looks like a place that the library fills in stays text', async () => {
  const { bytes } = await writeDocx(
    leavingText(
      [
        node('orderedList', {}, item('{1.1-1}'), item('{bullet-1}')),
        p('{'),
        p('a{b}c'),
        node('codeBlock', {}, '{\n}'),
      ],
      { title: '{1.1-1}' },
    ),
  );
  const lines = all(openDocx(bytes).part('word/document.xml'), 'w:p').map(textOf);
  expect(lines).toEqual(['{1.1-1}', '{1.1-1}', '{bullet-1}', '{', 'a{b}c', '{}']);
});

test('the content types come first, and every relation leads to a part', async () => {
  const docx = openDocx((await writeDocx(everything())).bytes);
  expect(docx.names[0]).toBe('[Content_Types].xml');
  for (const name of docx.names.filter((one) => one.endsWith('.rels'))) {
    const folder = name.replace(/_rels\/[^/]*$/, '');
    for (const one of all(docx.part(name), 'Relationship'))
      if (one.getAttribute('TargetMode') !== 'External')
        expect(docx.names).toContain(`${folder}${one.getAttribute('Target')}`.replace(/^.*\/\//, ''));
  }
  for (const one of all(docx.part('[Content_Types].xml'), 'Override'))
    expect(docx.names).toContain(one.getAttribute('PartName')?.slice(1));
});
