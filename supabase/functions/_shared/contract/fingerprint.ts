/**
 * Bytes that are equal for equal copies of a document. A digest is the first 32 hexadecimal digits of their SHA-256.
 *
 * State vectors miss deletions and reused client ids, so the content is included. Delete sets are left out: Yjs removes
 * superfluous marks in each copy separately, and what a viewer's copy removes never reaches the log. For the same reason
 * runs of text with equal marks are joined.
 */
import * as Y from 'yjs';
import { TEXT_ROOT, TITLE_ROOT } from './document-schema.ts';

export function fingerprint(doc: Y.Doc): Uint8Array {
  const clocks = [...Y.decodeStateVector(Y.encodeStateVector(doc))].toSorted(([a], [b]) => a - b);
  const text = doc.getXmlFragment(TEXT_ROOT).toArray().map(contentOf);
  return new TextEncoder().encode(JSON.stringify([clocks, doc.getText(TITLE_ROOT).toJSON(), text]));
}

function contentOf(part: unknown): unknown {
  if (part instanceof Y.XmlText) return runsOf(part);
  if (part instanceof Y.XmlElement)
    return [part.nodeName, sorted(part.getAttributes()), part.toArray().map(contentOf)];
  return null;
}

function runsOf(text: Y.XmlText): unknown {
  const runs: { readonly marks: string; text: string }[] = [];
  for (const { insert, attributes } of text.toDelta() as { insert: unknown; attributes?: object }[]) {
    const marks = JSON.stringify(sorted(attributes ?? {}));
    const words = typeof insert === 'string' ? insert : JSON.stringify(insert);
    const last = runs.at(-1);
    if (last?.marks === marks) last.text += words;
    else runs.push({ marks, text: words });
  }
  return runs;
}

const sorted = (attributes: object): unknown =>
  Object.entries(attributes)
    .map(([key, value]: [string, unknown]) => [key, isRecord(value) ? sorted(value) : value] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));

const isRecord = (value: unknown): value is object =>
  // A shared type as attribute has a `toJSON` and refers to its parent.
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Y.AbstractType);
