/** DOCX files by the public description of the format (ECMA-376, MS-DOCX): small parts of XML in a zip. */
import { zipSync } from 'fflate';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006';
const NAMESPACES = Object.entries({
  w: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  r: `${OFFICE}/relationships`,
  m: `${OFFICE}/math`,
  wp: 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
  a: 'http://schemas.openxmlformats.org/drawingml/2006/main',
  pic: 'http://schemas.openxmlformats.org/drawingml/2006/picture',
  c: 'http://schemas.openxmlformats.org/drawingml/2006/chart',
  dgm: 'http://schemas.openxmlformats.org/drawingml/2006/diagram',
  mc: 'http://schemas.openxmlformats.org/markup-compatibility/2006',
  v: 'urn:schemas-microsoft-com:vml',
  o: 'urn:schemas-microsoft-com:office:office',
  w14: 'http://schemas.microsoft.com/office/word/2010/wordml',
  w15: 'http://schemas.microsoft.com/office/word/2012/wordml',
  wps: 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
})
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join('');

export interface DocxParts {
  /** Content of the body. */
  readonly body: string;
  readonly styles?: string;
  readonly numbering?: string;
  readonly footnotes?: string;
  readonly endnotes?: string;
  readonly comments?: string;
  readonly commentsExtended?: string;
  readonly header?: string;
  readonly footer?: string;
  readonly custom?: string;
  readonly title?: string;
  /** Id, address. */
  readonly links?: Readonly<Record<string, string>>;
  /** Id and bytes; the name is `media/ID`. */
  readonly pictures?: Readonly<Record<string, Uint8Array>>;
  /** Further files of the zip, or other bytes for one of these. */
  readonly files?: Readonly<Record<string, Uint8Array | string>>;
}

const ROOTS = {
  styles: 'w:styles',
  numbering: 'w:numbering',
  footnotes: 'w:footnotes',
  endnotes: 'w:endnotes',
  comments: 'w:comments',
  commentsExtended: 'w15:commentsEx',
  header: 'w:hdr',
  footer: 'w:ftr',
} as const;

const xml = (root: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><${root}${NAMESPACES}>${content}</${root}>`;
const relationship = (id: string, type: string, target: string, mode = ''): string =>
  `<Relationship Id="${id}" Type="${type}" Target="${target}"${mode}/>`;
const relationships = (rows: readonly string[]): string =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.join('')}</Relationships>`;

export function docxFiles(parts: DocxParts): Record<string, Uint8Array> {
  const names = Object.keys(ROOTS).filter((name): name is keyof typeof ROOTS => name in parts);
  const ofText = [
    ...names.map((name) => relationship(name, `${OFFICE}/relationships/${name}`, `${name}.xml`)),
    ...Object.entries(parts.links ?? {}).map(([id, address]) =>
      relationship(
        id,
        `${OFFICE}/relationships/hyperlink`,
        address.replaceAll('&', '&amp;'),
        ' TargetMode="External"',
      ),
    ),
    ...Object.keys(parts.pictures ?? {}).map((id) =>
      relationship(id, `${OFFICE}/relationships/image`, `media/${id}`),
    ),
  ];
  const texts: Record<string, string> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relationships([
      relationship('rId1', `${OFFICE}/relationships/officeDocument`, 'word/document.xml'),
      relationship('rId2', `${OFFICE}/relationships/custom-properties`, 'docProps/custom.xml'),
      relationship(
        'rId3',
        'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
        'docProps/core.xml',
      ),
    ]),
    'word/document.xml': xml('w:document', `<w:body>${parts.body}</w:body>`),
    'word/_rels/document.xml.rels': relationships(ofText),
    ...Object.fromEntries(names.map((name) => [`word/${name}.xml`, xml(ROOTS[name], parts[name] ?? '')])),
    ...(parts.title === undefined
      ? {}
      : {
          'docProps/core.xml': `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${parts.title}</dc:title></cp:coreProperties>`,
        }),
    ...(parts.custom === undefined
      ? {}
      : {
          'docProps/custom.xml': `<Properties xmlns="${OFFICE}/custom-properties" xmlns:vt="${OFFICE}/docPropsVTypes">${parts.custom}</Properties>`,
        }),
  };
  const pictures = Object.entries(parts.pictures ?? {}).map(
    ([id, bytes]) => [`word/media/${id}`, bytes] as const,
  );
  const encoder = new TextEncoder();
  return Object.fromEntries(
    [...Object.entries(texts), ...pictures, ...Object.entries(parts.files ?? {})].map(([path, content]) => [
      path,
      typeof content === 'string' ? encoder.encode(content) : content,
    ]),
  );
}

export const makeDocx = (parts: DocxParts): Uint8Array => zipSync(docxFiles(parts));

/** A run; `format` is the content of its properties. */
export const r = (text: string, format = ''): string =>
  `<w:r>${format === '' ? '' : `<w:rPr>${format}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;

/** A paragraph; `format` is the content of its properties. */
export const p = (content: string, format = ''): string =>
  `<w:p>${format === '' ? '' : `<w:pPr>${format}</w:pPr>`}${content.startsWith('<') || content === '' ? content : r(content)}</w:p>`;

export const styled = (style: string, content: string): string => p(content, `<w:pStyle w:val="${style}"/>`);

/** A style; `more` is its content besides its name. */
export const style = (id: string, name: string, more = '', type = 'paragraph'): string =>
  `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`;
export const basedOn = (id: string): string => `<w:basedOn w:val="${id}"/>`;

export const item = (numId: string, level: number, content: string): string =>
  p(content, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numId}"/></w:numPr>`);

/** A level of a numbering, with its text as Word has it. */
export const level = (at: number, format: string, text: string, more = ''): string =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/><w:pPr><w:ind w:left="${720 * (at + 1)}" w:hanging="360"/></w:pPr></w:lvl>`;

/** `width`: in pixels. */
export const picture = (id: string, { alt = '', crop = '', width = 200 } = {}): string =>
  `<w:r><w:drawing><wp:inline><wp:extent cx="${9525 * width}" cy="1000000"/><wp:docPr id="1" name="Picture 1" descr="${alt}"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="x"/></pic:nvPicPr><pic:blipFill><a:blip r:embed="${id}"/>${crop}</pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

export const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (character) => character.charCodeAt(0),
);
