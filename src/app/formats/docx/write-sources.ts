/** The sources of the equations in a file, for readers that know them: Word keeps such a part and does not show it. */
import { lookOf } from './read-formulas.ts';
import { elementsOf, escapeXml, parseXml } from './read-xml.ts';

export const SOURCES = 'customXml/item1.xml';
export const SOURCES_RELATION =
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships/customXml';

const EQUATION = /<m:oMath>[^]*?<\/m:oMath>|<m:oMath\/>/g;
/** Which readers of XML take for the end of a line. */
const LINES = /[\r\u0085\u2028]/g;
const MATH = 'http://schemas.openxmlformats.org/officeDocument/2006/math';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** `sources` are those of the equations in `document`, in its order. Null without any. */
export function writeSources(document: string, sources: readonly string[]): string | null {
  if (sources.length === 0) return null;
  const equations = (document.match(EQUATION) ?? []).join('');
  const root = parseXml(
    new TextEncoder().encode(`<all xmlns:m="${MATH}" xmlns:w="${WORD}">${equations}</all>`),
  );
  if (typeof root === 'string') throw new Error(`the equations are ${root}`);
  const rows = elementsOf(root).map(
    (equation, at) =>
      `<formula look="${escapeXml(lookOf(equation))}" xml:space="preserve">${escapeXml(sources[at] ?? '').replaceAll(LINES, (sign) => `&#${sign.codePointAt(0)};`)}</formula>`,
  );
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<formulas xmlns="urn:spolu:formulas">${rows.join('')}</formulas>`;
}
