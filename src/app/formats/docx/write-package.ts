/** Adds the parts that the library leaves out, and makes the rest of the package the same each time. */
import { strFromU8, strToU8, unzipSync, zipSync, type Zippable } from 'fflate';
import { withoutGuards } from './clean-text.ts';
import { SOURCES, SOURCES_RELATION, writeSources } from './write-sources.ts';

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
  /** The sources of the equations in the document, in its order. */
  readonly formulas: readonly string[];
}

export function finishPackage(
  packed: Uint8Array,
  { styles, commentsExtended, formulas }: Additions,
): Uint8Array {
  const files = new Map(Object.entries(unzipSync(packed)));
  const rewrite = (name: string, change: (xml: string) => string): void => {
    const file = files.get(name);
    if (file) files.set(name, strToU8(change(strFromU8(file))));
  };
  for (const name of files.keys()) if (/\.(?:xml|rels)$/.test(name)) rewrite(name, withoutGuards);
  rewrite('word/document.xml', writeTicks);
  for (const part of ['document', 'comments']) rewrite(`word/${part}.xml`, keepSpaces);
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
  const sources = writeSources(strFromU8(files.get('word/document.xml') ?? new Uint8Array(0)), formulas);
  if (sources !== null) {
    files.set(SOURCES, strToU8(sources));
    rewrite('word/_rels/document.xml.rels', (xml) =>
      xml.replace(
        '</Relationships>',
        `<Relationship Id="rIdSources" Type="${SOURCES_RELATION}" Target="../${SOURCES}"/></Relationships>`,
      ),
    );
  }
  return zipSync(Object.fromEntries([...files].toSorted(firstTypes).map(compress)));
}

/** Readers of XML make spaces of them in attributes, where alone they are left. */
const keepSpaces = (xml: string): string =>
  xml.replaceAll(/[\t\u0085\u2028]/g, (space) => `&#${space.codePointAt(0)};`);

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

/** Stands between the title of a link and its address, for which the library has no place. */
const TITLE = '\ufdd0';
/** The library cuts an address at this sign. */
const [CUT, UNCUT] = ['#', '\ufdd2'];
export const withTitle = ({ href, title }: { readonly href: string; readonly title: string }): string =>
  title === '' ? href : title.replaceAll(CUT, UNCUT) + TITLE + href;

/** The library names links by chance. */
const RANDOM_NAME = /"rId([\w-]{21})"/g;
const LINK = /Id="rId([\w-]{21})"([^>]*?)Target="([^"]*)"/g;

function nameLinks(
  part: string,
  rewrite: (name: string, change: (xml: string) => string) => void,
  files: ReadonlyMap<string, Uint8Array>,
): void {
  const relations = files.get(`word/_rels/${part}.xml.rels`);
  if (relations === undefined) return;
  const links = new Map<string, { readonly id: string; readonly title: string }>();
  const named = strFromU8(relations).replaceAll(LINK, (_, name: string, between: string, target: string) => {
    const [address = '', title = ''] = target.split(TITLE).toReversed();
    const id = `rIdLink${links.size + 1}`;
    links.set(name, { id, title: keepSpaces(title.replaceAll(UNCUT, CUT)) });
    return `Id="${id}"${between}Target="${address}"`;
  });
  rewrite(`word/_rels/${part}.xml.rels`, () => named);
  rewrite(`word/${part}.xml`, (xml) =>
    xml.replaceAll(RANDOM_NAME, (whole, name: string) => {
      const link = links.get(name);
      if (link === undefined) return whole;
      return `"${link.id}"${link.title === '' ? '' : ` w:tooltip="${link.title}"`}`;
    }),
  );
}
