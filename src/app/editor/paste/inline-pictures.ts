/**
 * Pictures within a copied text: in `data:` addresses, or as files behind its `file:` addresses. Office programs put those on
 * the clipboard, or into the RTF beside the HTML.
 */

import { wholeAddress } from './long-addresses.ts';

/** The parts of the clipboard beside the HTML. */
export interface Beside {
  readonly files: readonly File[];
  readonly rtf: string;
}

export interface InlinePictures {
  /** HTML in which each available picture has the address of `nameFor` in `data-src`. */
  readonly html: string;
  /** Decoded only when called: a text may have hundreds. */
  readonly files: ReadonlyMap<string, () => File>;
}

/** Larger ones are refused anyway (`image-file.ts`). */
const MAX_CHARS = 70_000_000;

/** `nameFor` makes a path for a picture. Null when there are none. */
export function readInlinePictures(
  html: string,
  beside: Beside,
  nameFor: () => string,
): InlinePictures | null {
  if (!/\bsrc\s*=\s*["']?(?:data:image\/|file:)/i.test(html)) return null;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const images = [...body.querySelectorAll('img[src]:not([data-src])')];
  const stored = images.filter((image) => /^file:/i.test(image.getAttribute('src') ?? ''));
  const brought = filesFor(stored.length, beside);
  const files = new Map<string, () => File>();
  for (const image of images) {
    const known = brought[stored.indexOf(image)];
    const file = known ? () => known : readDataAddress(wholeAddress(image.getAttribute('src') ?? ''));
    if (file === null) continue;
    const path = nameFor();
    files.set(path, file);
    image.setAttribute('data-src', path);
    // The size on the page; that of the file is read from it.
    for (const name of ['src', 'width', 'height']) image.removeAttribute(name);
    leaveLine(image);
  }
  return { html: body.innerHTML, files };
}

/** Removes the line around a picture: a picture is a block here, and the line would stay behind, empty. */
function leaveLine(image: Element): void {
  const line = image.closest('p');
  if (line?.textContent.trim() === '' && line.querySelectorAll('img').length === 1) line.replaceWith(image);
}

/** Files or pictures of the RTF, if there are as many as addresses: otherwise they cannot be matched. */
function filesFor(count: number, { files, rtf }: Beside): readonly File[] {
  if (count === 0) return [];
  const pictures = files.filter(({ type }) => type.startsWith('image/'));
  if (pictures.length === count) return pictures;
  const inRtf = readRtfPictures(rtf);
  return inRtf.length === count ? inRtf : [];
}

const DATA = /^data:(image\/[a-z.+-]+)(?:;[^,;]*)*;base64,([a-z\d+/\s]+=*)\s*$/i;

function readDataAddress(address: string): (() => File) | null {
  if (address.length > MAX_CHARS) return null;
  const [, type = '', base64 = ''] = DATA.exec(address) ?? [];
  const digits = base64.replaceAll(/[\s=]/g, '');
  if (type === '' || digits.length % 4 === 1) return null;
  return () => fileOf(readBase64(digits), type);
}

function readBase64(digits: string): Uint8Array<ArrayBuffer> {
  const text = atob(digits);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

const RTF_TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpeg: 'image/jpeg' };

/** Pictures in order. A picture that older programs show instead (`\nonshppict`) is a copy of the one before it. */
function readRtfPictures(rtf: string): File[] {
  if (rtf.length > 2 * MAX_CHARS) return [];
  return [...rtf.matchAll(/\\pict\b/g)].flatMap(({ index }) => {
    if (/\\nonshppict\s*\{?\s*$/.test(rtf.slice(Math.max(0, index - 30), index))) return [];
    const words = ownTextOfGroup(rtf, index);
    const type = RTF_TYPES[/\\(png|jpeg)blip\b/.exec(words)?.[1] ?? ''];
    const hex = words.replaceAll(/\\[a-z]+-?\d*|\s/gi, '');
    if (type === undefined || !/^(?:[\da-f]{2})+$/i.test(hex)) return [];
    const bytes = Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
      Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16),
    );
    return [fileOf(bytes, type)];
  });
}

/** From a place in a group to its end, without the groups inside. */
function ownTextOfGroup(rtf: string, from: number): string {
  let [own, at, depth] = ['', from, 0];
  const braces = /[{}]/g;
  braces.lastIndex = from;
  for (let brace = braces.exec(rtf); brace !== null && depth >= 0; brace = braces.exec(rtf)) {
    if (depth === 0) own += rtf.slice(at, brace.index);
    depth += brace[0] === '{' ? 1 : -1;
    at = brace.index + 1;
  }
  return own;
}

const fileOf = (bytes: Uint8Array<ArrayBuffer>, type: string): File => new File([bytes], '', { type });
