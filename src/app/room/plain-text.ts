/** The text of a document without formatting, one line per block. */
import * as Y from 'yjs';
import { leafText } from './leaf-text.ts';

const INLINE: ReadonlySet<string> = new Set(['hardBreak', 'image', 'mention', 'inlineMath']);

export function plainText(root: Y.XmlFragment): string {
  return root.toArray().flatMap(linesOf).join('\n');
}

function linesOf(node: Y.XmlElement | Y.XmlText | Y.XmlHook): readonly string[] {
  if (!(node instanceof Y.XmlElement)) return [inlineText(node)];
  if (node.nodeName === 'blockMath') return [inlineText(node)];
  const children = node.toArray();
  if (children.every(isInline)) return [children.map(inlineText).join('')];
  return children.flatMap((child) => linesOf(child));
}

const isInline = (node: Y.XmlElement | Y.XmlText | Y.XmlHook): boolean =>
  node instanceof Y.XmlText || (node instanceof Y.XmlElement && INLINE.has(node.nodeName));

function inlineText(node: Y.XmlElement | Y.XmlText | Y.XmlHook): string {
  if (node instanceof Y.XmlElement) return leafText(node.nodeName, node.getAttributes()) ?? '';
  // `toString` would include formatting as tags.
  const delta = node instanceof Y.XmlText ? (node.toDelta() as { insert: unknown }[]) : [];
  return delta.map(({ insert }) => (typeof insert === 'string' ? insert : '')).join('');
}
