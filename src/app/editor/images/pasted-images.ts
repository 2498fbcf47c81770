/** Finds images in pasted or dropped data. */
import { cleanNow, readInlinePictures } from '../paste/cleaning.ts';

export interface Pasted {
  readonly files: readonly File[];
  readonly html: string;
  readonly rtf: string;
}

/** Image files, unless the data also has text: office programs add a picture of the copied text. */
export function readImageFiles({ files, html }: Pasted): readonly File[] {
  return files.length > 0 && parse(html).textContent.trim() === '' ? files : [];
}

/** Whether images of the HTML cannot be had, as those on other sites. Emoji and invisible images do not count. */
export function lacksImages({ html, ...beside }: Pasted): boolean {
  if (!/<img\b/i.test(html)) return false;
  const clean = cleanNow(html);
  const { html: rest } = readInlinePictures(clean, beside, () => 'here') ?? { html: clean };
  return parse(rest).querySelector('img[src]:not([data-src])') !== null;
}

/** `DOMParser` runs no scripts and loads nothing. */
const parse = (html: string): HTMLElement => new DOMParser().parseFromString(html, 'text/html').body;
