/** Title of a file, and the text here that it was exported from. */
import type { Origin } from '#contract/formats/leaving-text.ts';
import type { DocxPackage } from './read-package.ts';
import type { Styles } from './read-styles.ts';
import { childOf, elementsOf, isElement, textOf, valueOf, type XmlElement } from './read-xml.ts';

export const ORIGIN_DOCUMENT = 'SpoluDocument';
export const ORIGIN_SEQ = 'SpoluSeq';

const plainText = (node: XmlElement | undefined): string =>
  (node?.children ?? []).map((child) => (isElement(child) ? plainText(child) : child)).join('');

/** Null for files of other programs. */
export function readOrigin(docx: DocxPackage): Origin | null {
  const properties = new Map(
    elementsOf(docx.properties('custom-properties') ?? undefined).map((property) => [
      property.attributes['name'] ?? '',
      plainText(property).trim(),
    ]),
  );
  const documentId = properties.get(ORIGIN_DOCUMENT) ?? '';
  const seq = properties.get(ORIGIN_SEQ) ?? '';
  const isValid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(documentId) && /^\d{1,15}$/.test(seq);
  return isValid ? { documentId, seq: Number(seq) } : null;
}

/** A paragraph in the style of a title, which our own files begin with; their property has it too. Empty without one. */
export function readTitle(docx: DocxPackage, styles: Styles): string {
  const title = elementsOf(childOf(docx.document, 'w:body')).find(
    (block) =>
      block.name === 'w:p' &&
      styles.paragraph(valueOf(block, 'w:pPr', 'w:pStyle')).isTitle &&
      textOf(block).trim() !== '',
  );
  if (title) return textOf(title).trim();
  const core = childOf(docx.properties('core-properties') ?? undefined, 'dc:title');
  return readOrigin(docx) ? plainText(core).trim() : '';
}
