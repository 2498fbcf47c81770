/** Finds images in pasted or dropped data. */
import { cleanNow } from '../paste/cleaning.ts';

/** Image files, unless the data also has text: office programs add a picture of what they copy. */
export function readImageFiles(data: DataTransfer): readonly File[] {
  const files = [...data.files];
  if (files.length === 0) return [];
  return parse(data.getData('text/html')).textContent.trim() === '' ? files : [];
}

/** Whether the HTML refers to images on other sites. Emoji and invisible images do not count. */
export function bringsForeignImages(data: Pick<DataTransfer, 'getData'>): boolean {
  const html = data.getData('text/html');
  if (!/<img\b/i.test(html)) return false;
  return parse(cleanNow(html)).querySelector('img[src]:not([data-src])') !== null;
}

/** `DOMParser` runs no scripts and loads nothing. */
const parse = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body;
