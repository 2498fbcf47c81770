/** Turns blocks whose styles are paths into HTML by mammoth. */
import { zipSync } from 'fflate';
import mammoth from 'mammoth';
import type { Reading } from './read-state.ts';
import { CODE_STYLE, HIGHLIGHTS } from './read-looks.ts';
import { element, escapeXml, writeXml, type XmlElement } from './read-xml.ts';

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** One string of HTML for each block of the text. Its signs are not yet resolved. */
export async function convertBlocks(reading: Reading, blocks: readonly XmlElement[]): Promise<string[]> {
  const zip = writeZip(reading, blocks);
  // In Node the library takes a buffer only.
  const input = { arrayBuffer: zip.buffer, buffer: zip };
  const { value } = await mammoth.convertToHtml(input, {
    styleMap: [...reading.paths.map(), ...RUNS],
    includeDefaultStyleMap: false,
    includeEmbeddedStyleMap: false,
    ignoreEmptyParagraphs: false,
  });
  return splitBlocks(reading.signs.resolveEdges(value)).map((block) =>
    block
      .replaceAll(/(<(?:[ou]l|blockquote)) class="\w+"/g, '$1')
      // The first line end in there says nothing in HTML.
      .replaceAll('<pre>\n', '<pre>\n\n'),
  );
}

const RUNS = [
  `r.${CODE_STYLE} => code`,
  'u => u',
  'strike => s',
  "table => table[border='1']:fresh",
  ...HIGHLIGHTS.map((color) => `highlight[color='${color}'] => mark[data-color='${color}']`),
];

function writeZip(reading: Reading, blocks: readonly XmlElement[]): Uint8Array<ArrayBuffer> {
  const document = element('w:document', { 'xmlns:w': W, 'xmlns:r': R }, [element('w:body', {}, blocks)]);
  const styles = [
    ...reading.paths.styles().map(({ type, id }) => element('w:style', { 'w:type': type, 'w:styleId': id })),
    element('w:style', { 'w:type': 'character', 'w:styleId': CODE_STYLE }),
  ];
  const links = reading.links
    .list()
    .map(
      ([address, id]) =>
        `<Relationship Id="${id}" Type="${R}/hyperlink" Target="${escapeXml(address)}" TargetMode="External"/>`,
    );
  const files = {
    'word/document.xml': writeXml(document),
    'word/styles.xml': writeXml(element('w:styles', { 'xmlns:w': W }, styles)),
    'word/_rels/document.xml.rels': `<Relationships xmlns="${RELATIONS}">${links.join('')}</Relationships>`,
  };
  const encoder = new TextEncoder();
  const encoded = Object.entries(files).map(([path, text]) => [path, encoder.encode(text)] as const);
  return zipSync(Object.fromEntries(encoded), { level: 0 });
}

const TAG = /<(\/?)([a-z]\w*)[^<>]*?(\/?)>/g;
const VOID: readonly string[] = ['br', 'hr', 'img', 'input'];

/** The elements of the top level. */
function splitBlocks(html: string): string[] {
  const blocks: string[] = [];
  let [start, depth] = [0, 0];
  for (const match of html.matchAll(TAG)) {
    const [tag, slash, name = '', closed] = match;
    const isVoid = VOID.includes(name) || closed === '/';
    if (!isVoid) depth += slash === '/' ? -1 : 1;
    if (depth > 0) continue;
    const end = match.index + tag.length;
    blocks.push(html.slice(start, end));
    start = end;
  }
  return blocks;
}
