/** A second reader: the parts of a written file by another parser of XML, which refuses what is not well formed. */
import { strFromU8, unzipSync } from 'fflate';

export interface OpenDocx {
  readonly names: readonly string[];
  readonly bytesOf: (name: string) => Uint8Array;
  /** A part, such as `word/document.xml`. */
  readonly part: (name: string) => Document;
  readonly xmlOf: (name: string) => string;
}

export function openDocx(bytes: Uint8Array): OpenDocx {
  const files = unzipSync(bytes);
  const bytesOf = (name: string): Uint8Array => {
    const file = files[name];
    if (!file) throw new Error(`no part ${name}`);
    return file;
  };
  const xmlOf = (name: string): string => strFromU8(bytesOf(name));
  return { names: Object.keys(files), bytesOf, xmlOf, part: (name) => readXml(xmlOf(name)) };
}

export function readXml(xml: string): Document {
  const document = new DOMParser().parseFromString(xml, 'application/xml');
  const [failure] = document.getElementsByTagName('parsererror');
  if (failure) throw new Error(`not well formed: ${failure.textContent ?? ''}`);
  return document;
}

/** Elements with that name, such as `w:p`, in the order of the text. */
export const all = (node: Document | Element, name: string): Element[] => [
  ...node.getElementsByTagName(name),
];

/** The value of the first such element; null without one. */
export const valueIn = (node: Document | Element, name: string): string | null =>
  all(node, name)[0]?.getAttribute('w:val') ?? null;

export const textOf = (node: Document | Element): string =>
  all(node, 'w:t')
    .map(({ textContent }) => textContent)
    .join('');
