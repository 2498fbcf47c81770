/** A document with the text of a row of the table. */
import * as Y from 'yjs';
import { TEXT_ROOT, TITLE_ROOT } from '#contract/document-schema.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { writeDocument } from '#contract/text/yjs-document.ts';

export const documentOf = (text: string): Y.Doc => docWith([blockOf(text)]);

/** @param title is left out where it is empty */
export function docWith(blocks: readonly DocumentNode[], title = ''): Y.Doc {
  const doc = new Y.Doc();
  const nodes = writeDocument(blocks).toArray() as Y.XmlElement[];
  doc.getXmlFragment(TEXT_ROOT).insert(
    0,
    nodes.map((node) => node.clone()),
  );
  if (title !== '') doc.getText(TITLE_ROOT).insert(0, title);
  return doc;
}

const leaf = (text: string, marks: readonly string[] = []): DocumentNode => ({
  type: 'text',
  text,
  ...(marks.length > 0 ? { marks: marks.map((type) => ({ type })) } : {}),
});

export const paragraph = (text: string): DocumentNode => ({ type: 'paragraph', content: [leaf(text)] });

function blockOf(text: string): DocumentNode {
  if (text.startsWith('# ')) return { type: 'heading', attrs: { level: 1 }, content: [leaf(text.slice(2))] };
  if (text.startsWith('```')) return { type: 'codeBlock', content: [leaf(text.slice(3))] };
  const lines = text.split('\n').map(boldPartsOf);
  return {
    type: 'paragraph',
    content: lines.flatMap((line, at) => (at === 0 ? line : [{ type: 'hardBreak' }, ...line])),
  };
}

/** Every other part between `**` is bold. */
const boldPartsOf = (line: string): readonly DocumentNode[] =>
  line.split('**').flatMap((part, at) => (part === '' ? [] : [leaf(part, at % 2 === 1 ? ['bold'] : [])]));
