/** Files of 200 pages with 50 photos, in each format that comes in. */
import type { Browser } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { item, level, makeDocx, p, picture, r, style, styled } from '../formats/by-description/make-docx.ts';
import { createRandom } from '../support/random.ts';

const [PAGES, PHOTOS] = [200, 50];
const WORDS =
  'smlouva o dílo a její příloha, kterou obě strany podepsaly; the price of the work is paid within fourteen days'.split(
    ' ',
  );

interface Chapter {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly items: readonly string[];
  /** Null on every other page. */
  readonly rows: readonly (readonly string[])[] | null;
  readonly photo: string | null;
}

export interface LargeFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The same text as a Word file, as a zip of Markdown, and as a page of HTML. */
export async function makeLargeFiles(browser: Browser): Promise<readonly LargeFile[]> {
  const photos = await takePhotos(browser);
  const chapters = writeChapters([...photos.keys()]);
  return [
    { name: 'pages.docx', bytes: docx(chapters, photos) },
    { name: 'pages.zip', bytes: zip(chapters, photos) },
    { name: 'pages.html', bytes: strToU8(html(chapters, photos)) },
  ];
}

/** About 400 words each, as a page has. */
function writeChapters(photos: readonly string[]): readonly Chapter[] {
  const random = createRandom(45);
  const words = (count: number): string =>
    Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');
  const many = <One>(count: number, make: () => One): One[] => Array.from({ length: count }, make);
  return Array.from({ length: PAGES }, (_, at) => ({
    heading: `${at + 1} ${words(5)}`,
    paragraphs: many(4, () => words(70)),
    items: many(6, () => words(10)),
    rows: at % 2 === 0 ? many(5, () => many(4, () => words(4))) : null,
    photo: photos[at / (PAGES / PHOTOS)] ?? null,
  }));
}

/** Some hundred KB each. */
async function takePhotos(browser: Browser): Promise<ReadonlyMap<string, Uint8Array>> {
  const page = await browser.newPage();
  const photos = new Map<string, Uint8Array>();
  for (let at = 0; at < PHOTOS; at += 1) {
    const taken = await page.evaluate((hue) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [1600, 1200];
      const context = canvas.getContext('2d')!;
      for (let dot = 0; dot < 7000; dot += 1) {
        context.fillStyle = `hsl(${hue + Math.random() * 60} 60% ${Math.random() * 100}%)`;
        context.fillRect(Math.random() * 1600, Math.random() * 1200, 20, 20);
      }
      return canvas.toDataURL('image/jpeg', 0.8).split(',')[1]!;
    }, at * 7);
    photos.set(`photo${at}.jpg`, Buffer.from(taken, 'base64'));
  }
  await page.close();
  return photos;
}

type Photos = ReadonlyMap<string, Uint8Array>;

function docx(chapters: readonly Chapter[], photos: Photos): Uint8Array {
  const body = chapters.map(({ heading, paragraphs, items, rows, photo }) =>
    [
      styled('H1', heading),
      ...paragraphs.map((text) =>
        p(r(text.slice(0, 60)) + r(text.slice(60, 90), '<w:b/>') + r(text.slice(90))),
      ),
      ...items.map((text) => item('1', 0, text)),
      rows === null
        ? ''
        : `<w:tbl>${rows.map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${p(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`,
      photo === null ? '' : p(picture(photo, { width: 600 })),
    ].join(''),
  );
  return makeDocx({
    title: 'Pages',
    styles: style('H1', 'heading 1'),
    numbering: `<w:abstractNum w:abstractNumId="1">${level(0, 'bullet', '•')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>`,
    pictures: Object.fromEntries(photos),
    body: body.join(''),
  });
}

function zip(chapters: readonly Chapter[], photos: Photos): Uint8Array {
  const texts = chapters.map(({ heading, paragraphs, items, rows, photo }) =>
    [
      `# ${heading}`,
      ...paragraphs.map((text) => `**${text.slice(0, 5)}** ${text}`),
      items.map((text) => `- ${text}`).join('\n'),
      ...(rows === null
        ? []
        : [
            [rows[0]!, ['-', '-', '-', '-'], ...rows.slice(1)]
              .map((cells) => `| ${cells.join(' | ')} |`)
              .join('\n'),
          ]),
      ...(photo === null ? [] : [`![A photo](${photo})`]),
    ].join('\n\n'),
  );
  return zipSync({ 'pages.md': strToU8(texts.join('\n\n')), ...Object.fromEntries(photos) });
}

function html(chapters: readonly Chapter[], photos: Photos): string {
  const list = (tag: string, texts: readonly string[]): string =>
    texts.map((text) => `<${tag}>${text}</${tag}>`).join('');
  const texts = chapters.map(({ heading, paragraphs, items, rows, photo }) =>
    [
      `<h1 class="h">${heading}</h1>`,
      ...paragraphs.map((text) => `<p style="margin: 0"><b>${text.slice(0, 30)}</b>${text.slice(30)}</p>`),
      `<ul>${list('li', items)}</ul>`,
      rows === null
        ? ''
        : `<table>${list(
            'tr',
            rows.map((cells) => list('td', cells)),
          )}</table>`,
      photo === null
        ? ''
        : `<p><img src="data:image/jpeg;base64,${Buffer.from(photos.get(photo)!).toString('base64')}"></p>`,
    ].join('\n'),
  );
  return `<!doctype html><html><head><title>Pages</title><style>.h { color: red }</style></head><body><div>${texts.join('\n')}</div></body></html>`;
}
