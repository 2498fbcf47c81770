/** Pictures that the text shows, under the names of their files. */
import { readPictureSize } from './picture-size.ts';
import { childOf, elementsOf } from './read-xml.ts';
import type { DocxPackage, Relation } from './read-package.ts';

/** First bytes of the formats that documents may have. */
const FORMATS: Readonly<Record<string, RegExp>> = {
  png: /^\u0089PNG\r\n/,
  jpg: /^\u00FF\u00D8\u00FF/,
  gif: /^GIF8/,
  webp: /^RIFF.{4}WEBP/s,
};

const EMU_PER_TWIP = 635;
const EMU_PER_PIXEL = 9525;
/** A4 with the usual margins. */
const USUAL_WIDTH = 9026;
const MIN_PERCENT = 10;
/** Of the pixels by which a picture may differ from its own size: other programs round. */
const TOLERANCE = { own: 0.05, foreign: 2 };

export class Pictures {
  readonly files = new Map<string, Uint8Array>();
  readonly #names = new Map<string, string>();
  readonly #docx: DocxPackage;

  /** Width of the column of text, in twips. */
  readonly column: number;

  constructor(docx: DocxPackage) {
    this.#docx = docx;
    const section = elementsOf(childOf(docx.document, 'w:body')).findLast(({ name }) => name === 'w:sectPr');
    const margins = childOf(section, 'w:pgMar')?.attributes ?? {};
    const page = Number(childOf(section, 'w:pgSz')?.attributes['w:w'] ?? Number.NaN);
    const column = page - Number(margins['w:left'] ?? 0) - Number(margins['w:right'] ?? 0);
    this.column = column > 0 ? column : USUAL_WIDTH;
  }

  /** Of a kept picture, in percents of its column. Null for its own size, as far as the column has room for it. */
  percent(
    name: string,
    width: number | null,
    room: { readonly width: number; readonly isOwn: boolean },
  ): number | null {
    if (width === null) return null;
    const column = room.width * EMU_PER_TWIP;
    const own = (readPictureSize(this.files.get(name) ?? new Uint8Array(0))?.width ?? 0) * EMU_PER_PIXEL;
    const tolerance = room.isOwn ? TOLERANCE.own : TOLERANCE.foreign;
    if (Math.abs(Math.min(own, column) - width) < tolerance * EMU_PER_PIXEL) return null;
    return Math.max(MIN_PERCENT, Math.min(100, Math.round((100 * width) / column)));
  }

  /** The name of a picture that is kept; null for one that no document may have. */
  keep(relation: Relation | undefined): string | null {
    if (!relation || relation.isExternal) return null;
    const known = this.#names.get(relation.target);
    if (known !== undefined) return known;
    const bytes = this.#docx.file(relation.target);
    const start = String.fromCharCode(...(bytes?.subarray(0, 16) ?? []));
    const format = Object.keys(FORMATS).find((one) => FORMATS[one]!.test(start));
    if (!bytes || format === undefined) return null;
    const name = `picture${this.files.size + 1}.${format}`;
    this.files.set(name, bytes);
    this.#names.set(relation.target, name);
    return name;
  }
}

/** Of a picture that is left out, for people. */
export const fileName = (relation: Relation | undefined): string => relation?.target.split('/').at(-1) ?? '';
