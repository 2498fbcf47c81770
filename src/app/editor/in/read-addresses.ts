/** Links and pictures of an arriving text. */
import type { LossBook } from '#contract/formats/loss.ts';
import { isImagePath } from '../schema/image-path.ts';
import { hasAllowedScheme, isLink } from '../schema/link-address.ts';

/** Paths of the pictures that came with the text, by their names in it. */
export type Pictures = ReadonlyMap<string, string>;

const PICTURE = /\ssrc\s*=\s*(["'])picture:(.*?)\1/g;
const IMAGE = /<img\b(?:[^>"']|"[^"]*"|'[^']*')*>/gi;
/** A picture of a text is content, however small. */
const SIZES = /\s(?:width|height)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*)/gi;

/** Gives each picture that came with the text the address under which it will be stored. */
export function placePictures(html: string, pictures: Pictures, book: LossBook, at: number): string {
  return html.replaceAll(IMAGE, (image) => {
    let isOwn = false;
    let isMissing = false;
    const placed = image.replace(PICTURE, (_all, _quote, name: string) => {
      const path = pictures.get(unescape(name));
      isOwn = true;
      if (path !== undefined) return ` src="${path}" data-src="${path}"`;
      isMissing = true;
      book.note('picture', 'lost', unescape(name), at);
      return '';
    });
    if (isMissing) return '';
    return isOwn ? placed.replaceAll(SIZES, '') : image;
  });
}

const unescape = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** A picture on another site stays there, as a link: its server would learn of each reader. */
export function linkForeignPictures(body: HTMLElement, book: LossBook, at: number): void {
  for (const image of body.querySelectorAll('img:not([data-src])')) {
    const { src, alt, isOutside } = notePicture(image, book, at);
    if (!isOutside || image.closest('a')) image.replaceWith(alt);
    else {
      const link = image.ownerDocument.createElement('a');
      link.href = src;
      link.textContent = alt || src;
      image.replaceWith(link);
    }
  }
}

/** Pictures that did not come with a text of our own rules, which make a link or words of them. */
export function noteMissingPictures(html: string, book: LossBook, at: number): void {
  if (!/<img\s/i.test(html)) return;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const image of body.querySelectorAll('img:not([data-src])'))
    if (!isImagePath(image.getAttribute('src') ?? '')) notePicture(image, book, at);
}

function notePicture(image: Element, book: LossBook, at: number) {
  const src = image.getAttribute('src') ?? '';
  const alt = image.getAttribute('alt') ?? '';
  const isOutside = hasAllowedScheme(src) && isLink(src);
  book.note('picture', isOutside ? 'simplified' : 'lost', alt || src, at);
  return { src, alt, isOutside };
}

/** Links that the schema refuses keep their text. */
export function noteLinks(html: string, book: LossBook, at: number): void {
  if (!/<a\s/i.test(html)) return;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const link of body.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    if (!isLink(href) && link.textContent.trim() !== '')
      book.note('link', 'simplified', link.textContent, at);
  }
}

const OBJECT = /<(?:iframe|video|audio|object|embed)\b(?:[^>"']|"[^"]*"|'[^']*')*>/gi;
const ADDRESS = /\s(?:src|data)\s*=\s*["']?([^"'\s>]+)/i;

/** Players and frames of a page: the document has none. */
export function noteObjects(html: string, book: LossBook, at: number): void {
  for (const [tag] of html.matchAll(OBJECT))
    book.note('object', 'lost', unescape(ADDRESS.exec(tag)?.[1] ?? ''), at);
}
