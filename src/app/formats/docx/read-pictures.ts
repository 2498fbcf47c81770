/** Pictures that the text shows, under the names of their files. */
import type { DocxPackage, Relation } from './read-package.ts';

/** First bytes of the formats that documents may have. */
const FORMATS: Readonly<Record<string, RegExp>> = {
  png: /^\u0089PNG\r\n/,
  jpg: /^\u00FF\u00D8\u00FF/,
  gif: /^GIF8/,
  webp: /^RIFF.{4}WEBP/s,
};

export class Pictures {
  readonly files = new Map<string, Uint8Array>();
  readonly #names = new Map<string, string>();
  readonly #docx: DocxPackage;

  constructor(docx: DocxPackage) {
    this.#docx = docx;
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
