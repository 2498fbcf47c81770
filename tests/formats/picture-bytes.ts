/** Pictures of the tests: the first bytes of one are those of its format, the last ones its path. */
import type { Picture } from '#contract/formats/leaving-text.ts';

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** Some are small, some wider than a page, some longer than one. */
const SIZES = [
  [40, 30],
  [900, 400],
  [300, 2000],
  [1, 1],
] as const;

export const sizeOf = (path: string): readonly [number, number] =>
  SIZES[(path.codePointAt(0) ?? 0) % SIZES.length]!;

/** Null for kinds that do not leave. */
export function loadPicture(path: string): Promise<Picture | null> {
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1)];
  return Promise.resolve(type ? draw(path, type) : null);
}

/** As a browser draws a picture again that Word does not read. */
export const redraw = ({ bytes }: Picture): Promise<Picture> =>
  Promise.resolve(draw(pathIn(bytes), 'image/png'));

function draw(path: string, type: string): Picture {
  const size = sizeOf(path);
  const [low, high] = size.map((pixels) => [pixels & 255, pixels >> 8] as const) as [Two, Two];
  const heads: Readonly<Record<string, readonly number[]>> = {
    'image/png': [
      ...ascii('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR'),
      0,
      0,
      low[1],
      low[0],
      0,
      0,
      high[1],
      high[0],
    ],
    'image/gif': [...ascii('GIF89a'), ...low, ...high],
    'image/jpeg': [0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, high[1], high[0], low[1], low[0]],
    'image/webp': ascii('RIFF\0\0\0\0WEBPVP8 '),
  };
  return { type, bytes: Uint8Array.from([...heads[type]!, ...ascii(` ${path}`)]) };
}

type Two = readonly [number, number];
const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
const pathIn = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes).split(' ').at(-1)!;

export const pathsOf = (pictures: ReadonlyMap<string, Uint8Array>): ReadonlyMap<string, string> =>
  new Map([...pictures].map(([name, bytes]) => [name, pathIn(bytes)]));
