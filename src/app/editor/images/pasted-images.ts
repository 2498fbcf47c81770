/** Which pictures come with what is pasted or dropped. */
import { cleanNow } from '../paste/cleaning.ts';

/** Files, unless they are only a picture of words that came along: office programs add one to what they copy. */
export function readImageFiles(data: DataTransfer): readonly File[] {
  const files = [...data.files];
  if (files.length === 0) return [];
  return parse(data.getData('text/html')).textContent.trim() === '' ? files : [];
}

/** Pictures that lie elsewhere, and so stay out of the document: not the small ones that are text or were not seen. */
export function bringsForeignImages(data: Pick<DataTransfer, 'getData'>): boolean {
  const html = data.getData('text/html');
  if (!/<img\b/i.test(html)) return false;
  return parse(cleanNow(html)).querySelector('img[src]:not([data-src])') !== null;
}

/** Nothing in it runs, and nothing is loaded. */
const parse = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body;
