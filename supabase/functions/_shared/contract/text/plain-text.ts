/**
 * The text of a document without formatting, one line per block; of mentions, formulas and line breaks it is what
 * `leafText` returns. Search, mails, counts and the check of what is drawn read documents here.
 */
import * as Y from 'yjs';
import { childrenOf, isInline, type DocumentNode } from './document-node.ts';
import { leafText } from './leaf-text.ts';
import { charactersOf, sharedIn } from './yjs-document.ts';

/** Of a shared document or a part of one. Reads Yjs directly: an open document is read after every change. */
export function plainText(part: Y.XmlFragment | Y.XmlText): string {
  if (part instanceof Y.XmlElement || part instanceof Y.XmlText) return linesOf(part).join('\n');
  return sharedIn(part).flatMap(linesOf).join('\n');
}

function linesOf(part: Y.XmlElement | Y.XmlText): readonly string[] {
  if (part instanceof Y.XmlText) return [charactersOf(part)];
  // The attributes of such a node are its text, whatever it contains.
  const leaf = leafText(part.nodeName, part.getAttributes());
  if (leaf !== null) return [leaf];
  const children = sharedIn(part);
  if (children.every(isInlinePart)) return [children.flatMap(linesOf).join('')];
  return children.flatMap(linesOf);
}

/** An image with content cannot be shown, but its words count. */
const isInlinePart = (part: Y.XmlElement | Y.XmlText): boolean =>
  part instanceof Y.XmlText ||
  (part.nodeName === 'image' ? part.length === 0 : isInline({ type: part.nodeName }));

/** Of a node as ProseMirror's JSON has it. */
export const plainTextOf = (node: DocumentNode): string => linesOfNode(node).join('\n');

function linesOfNode(node: DocumentNode): readonly string[] {
  const text = node.text ?? leafText(node.type, node.attrs ?? {});
  if (text !== null) return [text];
  const children = childrenOf(node);
  if (children.every(isInlineNode)) return [children.flatMap(linesOfNode).join('')];
  return children.flatMap(linesOfNode);
}

const isInlineNode = (node: DocumentNode): boolean =>
  node.type === 'image' ? childrenOf(node).length === 0 : isInline(node);
