/** The text of a document without formatting, one line per block. */
import * as Y from 'yjs';
import { leafText } from './leaf-text.ts';

const INLINE: ReadonlySet<string> = new Set(['hardBreak', 'image', 'mention', 'inlineMath']);

type Child = Y.XmlElement | Y.XmlText | Y.XmlHook;

export function plainText(root: Y.XmlFragment): string {
  return typesIn(root).flatMap(linesOf).join('\n');
}

/** The same for a part. */
export const plainTextOf = (part: Y.XmlElement | Y.XmlText): string => linesOf(part).join('\n');

/** Values of other kinds have no text. */
const typesIn = (parent: Y.XmlFragment): Child[] =>
  (parent.toArray() as unknown[]).filter((child): child is Child => child instanceof Y.AbstractType);

function linesOf(node: Child): readonly string[] {
  if (!(node instanceof Y.XmlElement)) return [inlineText(node)];
  // Its attributes are its text, whatever is in it.
  if (leafText(node.nodeName, node.getAttributes()) !== null) return [inlineText(node)];
  const children = typesIn(node);
  if (children.every(isInline)) return [children.map(inlineText).join('')];
  return children.flatMap((child) => linesOf(child));
}

/** An image with content cannot be shown, but its words count. */
const isInline = (node: Child): boolean =>
  node instanceof Y.XmlText ||
  (node instanceof Y.XmlElement &&
    INLINE.has(node.nodeName) &&
    (node.nodeName !== 'image' || node.length === 0));

function inlineText(node: Child): string {
  if (node instanceof Y.XmlElement) return leafText(node.nodeName, node.getAttributes()) ?? '';
  // `toString` would include formatting as tags.
  const delta = node instanceof Y.XmlText ? (node.toDelta() as { insert: unknown }[]) : [];
  return delta.map(({ insert }) => (typeof insert === 'string' ? insert : '')).join('');
}
