/** Adds the parts that the library leaves out, and makes the rest of the package the same each time. */
import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from 'fflate';
import { withoutGuards } from './clean-text.ts';

const COMMENTS_EXTENDED = 'word/commentsExtended.xml';
const EXTENDED_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.commentsExtended+xml';
const EXTENDED_RELATION = 'http://schemas.microsoft.com/office/2011/relationships/commentsExtended';
const CONTENT_TYPES = '[Content_Types].xml';

/** The earliest time of a zip: the same text is the same file. */
const MTIME = new Date(1980, 0, 1);

export interface Additions {
  readonly styles: string;
  /** Null without comments. */
  readonly commentsExtended: string | null;
}

export function finishPackage(packed: Uint8Array, { styles, commentsExtended }: Additions): Uint8Array {
  const files = new Map(Object.entries(unzipSync(packed)));
  const rewrite = (name: string, change: (xml: string) => string): void => {
    const file = files.get(name);
    if (file) files.set(name, strToU8(change(strFromU8(file))));
  };
  for (const name of files.keys()) if (/\.(?:xml|rels)$/.test(name)) rewrite(name, withoutGuards);
  rewrite('word/document.xml', writeTicks);
  for (const part of ['document', 'comments']) nameLinks(part, rewrite, files);
  rewrite('word/styles.xml', (xml) => xml.replace('</w:styles>', `${styles}</w:styles>`));
  if (commentsExtended !== null) {
    files.set(COMMENTS_EXTENDED, strToU8(commentsExtended));
    rewrite(CONTENT_TYPES, (xml) =>
      xml.replace(
        '</Types>',
        `<Override PartName="/${COMMENTS_EXTENDED}" ContentType="${EXTENDED_TYPE}"/></Types>`,
      ),
    );
    rewrite('word/_rels/document.xml.rels', (xml) =>
      xml.replace(
        '</Relationships>',
        `<Relationship Id="rIdExtended" Type="${EXTENDED_RELATION}" Target="commentsExtended.xml"/></Relationships>`,
      ),
    );
  }
  return zipSync(Object.fromEntries([...files].toSorted(firstTypes).map(compress)));
}

/** Readers expect the content types first. */
const firstTypes = ([a]: readonly [string, Uint8Array], [b]: readonly [string, Uint8Array]): number =>
  Number(b === CONTENT_TYPES) - Number(a === CONTENT_TYPES) || (a < b ? -1 : 1);

/** Pictures are compressed already. */
const compress = ([name, bytes]: readonly [string, Uint8Array]): [string, Zippable[string]] => [
  name,
  [bytes, { level: name.startsWith('word/media/') ? 0 : 6, mtime: MTIME }],
];

/** The library writes ticks as symbols of a font, which other readers do not see. */
const writeTicks = (xml: string): string =>
  xml.replaceAll(
    /<w:sym w:char="(2610|2612)" w:font="MS Gothic"\/>/g,
    (_, code: string) => `<w:t>${String.fromCodePoint(Number.parseInt(code, 16))}</w:t>`,
  );

/** The library names links by chance. */
const RANDOM_NAME = /"rId([\w-]{21})"/g;

function nameLinks(
  part: string,
  rewrite: (name: string, change: (xml: string) => string) => void,
  files: ReadonlyMap<string, Uint8Array>,
): void {
  const relations = files.get(`word/_rels/${part}.xml.rels`);
  if (relations === undefined) return;
  const names = new Map<string, string>();
  for (const [, name] of strFromU8(relations).matchAll(RANDOM_NAME))
    names.set(name!, `rIdLink${names.size + 1}`);
  const rename = (xml: string): string =>
    xml.replaceAll(RANDOM_NAME, (whole, name: string) => {
      const known = names.get(name);
      return known === undefined ? whole : `"${known}"`;
    });
  rewrite(`word/_rels/${part}.xml.rels`, rename);
  rewrite(`word/${part}.xml`, rename);
}
