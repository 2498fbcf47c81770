/** XML of Office files as plain trees, whose names have fixed prefixes. */
import { DOMParser } from '@xmldom/xmldom';

export interface XmlElement {
  /** With the prefix of `PREFIXES`. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}
export type XmlNode = XmlElement | string;

const PREFIXES: Readonly<Record<string, string>> = {
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main': 'w',
  'http://purl.oclc.org/ooxml/wordprocessingml/main': 'w',
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships': 'r',
  'http://purl.oclc.org/ooxml/officeDocument/relationships': 'r',
  'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing': 'wp',
  'http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing': 'wp',
  'http://schemas.openxmlformats.org/drawingml/2006/main': 'a',
  'http://purl.oclc.org/ooxml/drawingml/main': 'a',
  'http://schemas.openxmlformats.org/drawingml/2006/picture': 'pic',
  'http://purl.oclc.org/ooxml/drawingml/picture': 'pic',
  'http://schemas.openxmlformats.org/drawingml/2006/chart': 'c',
  'http://purl.oclc.org/ooxml/drawingml/chart': 'c',
  'http://schemas.openxmlformats.org/drawingml/2006/diagram': 'dgm',
  'http://purl.oclc.org/ooxml/drawingml/diagram': 'dgm',
  'http://schemas.openxmlformats.org/officeDocument/2006/math': 'm',
  'http://purl.oclc.org/ooxml/officeDocument/math': 'm',
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc',
  'http://schemas.openxmlformats.org/package/2006/relationships': 'rel',
  'http://schemas.openxmlformats.org/officeDocument/2006/custom-properties': 'cust',
  'http://purl.oclc.org/ooxml/officeDocument/customProperties': 'cust',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://schemas.microsoft.com/office/word/2010/wordml': 'w14',
  'http://schemas.microsoft.com/office/word/2012/wordml': 'w15',
  'http://schemas.microsoft.com/office/word/2018/wordml/cex': 'w16cex',
  'http://schemas.microsoft.com/office/word/2016/wordml/cid': 'w16cid',
  'urn:spolu:formulas': 'spolu',
  'http://www.w3.org/XML/1998/namespace': 'xml',
  'http://schemas.microsoft.com/office/drawing/2017/decorative': 'adec',
  'urn:schemas-microsoft-com:vml': 'v',
  'urn:schemas-microsoft-com:office:office': 'o',
};

/** Deeper trees are no text, and would exhaust the stack. */
const MAX_DEPTH = 400;
const [ELEMENT, TEXT, CDATA] = [1, 3, 4];

/** `dtd`: it has a document type, which could name files and repeat entities. */
export type XmlFailure = 'dtd' | 'damaged';

export function parseXml(bytes: Uint8Array): XmlElement | XmlFailure {
  const text = decode(bytes).replace(/^\uFEFF/, '');
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) return 'dtd';
  let isDamaged = false;
  const damaged = (): void => {
    isDamaged = true;
  };
  const parser = new DOMParser({
    errorHandler: { warning: damaged, error: damaged, fatalError: damaged },
  });
  const root = parser.parseFromString(text, 'text/xml')?.documentElement;
  if (isDamaged || !root) return 'damaged';
  return readElement(root, 0) ?? 'damaged';
}

function decode(bytes: Uint8Array): string {
  const start = `${bytes[0]} ${bytes[1]}`;
  const encoding = start === '255 254' ? 'utf-16le' : start === '254 255' ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** Null: too deep. */
function readElement(element: Element, depth: number): XmlElement | null {
  if (depth > MAX_DEPTH) return null;
  const children: XmlNode[] = [];
  for (let node = element.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === ELEMENT) {
      const child = readElement(node as Element, depth + 1);
      if (!child) return null;
      children.push(child);
    } else if (node.nodeType === TEXT || node.nodeType === CDATA) children.push(node.nodeValue ?? '');
  }
  const attributes: Record<string, string> = {};
  for (let at = 0; at < element.attributes.length; at++) {
    const attribute = element.attributes[at]!;
    if (!attribute.name.startsWith('xmlns')) attributes[nameOf(attribute)] = attribute.value;
  }
  return { name: nameOf(element), attributes, children };
}

function nameOf(node: Element | Attr): string {
  const name = node.localName ?? node.nodeName;
  if (!node.namespaceURI) return name;
  return `${PREFIXES[node.namespaceURI] ?? '?'}:${name}`;
}

export const element = (
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly XmlNode[] = [],
): XmlElement => ({ name, attributes, children });

export const isElement = (node: XmlNode | undefined): node is XmlElement =>
  node !== undefined && typeof node !== 'string';

export const elementsOf = (parent: XmlElement | undefined): XmlElement[] =>
  parent ? parent.children.filter(isElement) : [];

/** The first child of this name; with several names, of this path. */
export function childOf(parent: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  let found = parent;
  for (const name of path)
    found = found?.children.find((child): child is XmlElement => isElement(child) && child.name === name);
  return found;
}

export const valueOf = (parent: XmlElement | undefined, ...path: readonly string[]): string | undefined =>
  childOf(parent, ...path)?.attributes['w:val'];

/** All below, in document order; inside a found one too. */
export function findAll(parent: XmlElement, isWanted: (found: XmlElement) => boolean): XmlElement[] {
  const found: XmlElement[] = [];
  const search = (from: XmlElement): void => {
    for (const child of from.children) {
      if (!isElement(child)) continue;
      if (isWanted(child)) found.push(child);
      search(child);
    }
  };
  search(parent);
  return found;
}

export const named =
  (...names: readonly string[]) =>
  ({ name }: XmlElement): boolean =>
    names.includes(name);

/** The characters directly in an element. */
export const ownText = ({ children }: XmlElement): string =>
  children.filter((child) => typeof child === 'string').join('');

/** Text of runs, with tabs and breaks as spaces. */
export function textOf(node: XmlNode): string {
  if (typeof node === 'string') return '';
  if (node.name === 'w:t' || node.name === 'w:delText' || node.name === 'm:t') return ownText(node);
  if (node.name === 'w:tab' || node.name === 'w:br') return ' ';
  return node.children.map(textOf).join('');
}

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Without self-closing tags, so that HTML reads it too. */
export function writeXml(node: XmlNode): string {
  if (typeof node === 'string') return escapeXml(node);
  const attributes = Object.entries(node.attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('');
  return `<${node.name}${attributes}>${node.children.map(writeXml).join('')}</${node.name}>`;
}
