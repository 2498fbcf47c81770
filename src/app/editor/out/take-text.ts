import type { Editor } from '@tiptap/core';
import type { DocumentNode } from '#contract/text/document-node.ts';
import type { TextFormat } from '#contract/text/text-format.ts';
import { UNSHOWN, UNSHOWN_INLINE } from '../schema/unshown.ts';
import { writeText } from './write-text.ts';

/** The selection, or the whole text without one. */
export function takeText({ state }: Editor, format: TextFormat): Promise<string> {
  const { from, to, empty } = state.selection;
  const doc = empty ? state.doc : state.doc.cut(from, to);
  return writeText(withWords(doc.toJSON() as DocumentNode), format);
}

/** A part that can't be shown is drawn as a node that has its words as an attribute. In the shared text they are content. */
export function withWords(node: DocumentNode): DocumentNode {
  if (node.type === UNSHOWN || node.type === UNSHOWN_INLINE)
    return { type: node.type, content: [{ type: 'text', text: String(node.attrs?.['text']) }] };
  return node.content ? { ...node, content: node.content.map(withWords) } : node;
}
