/**
 * The text of a document without formatting, in two forms: as it is read, and as it was typed. Each takes a shared
 * document or the nodes read from one, and parts of both.
 */
import * as Y from 'yjs';
import { childrenOf, isInline, joinText, type DocumentNode } from './document-node.ts';
import { leafText } from './leaf-text.ts';
import { charactersOf, sharedIn } from './yjs-document.ts';

type Part = Y.XmlFragment | Y.XmlText | DocumentNode;

/** One line per block. Mentions, formulas and line breaks have the text that `leafText` returns. */
export const plainText = (part: Part): string => linesOf(levelOf(part)).join('\n');

function linesOf({ type, attrs = {}, text, content }: Level): readonly string[] {
  // The attributes of such a node are its text, whatever it contains.
  const own = text ?? leafText(type, attrs);
  if (own !== null) return [own];
  const children = content.map(levelOf);
  const lines = children.flatMap(linesOf);
  return children.every(isInLine) ? [lines.join('')] : lines;
}

/** An image with content cannot be shown, but its words count. */
const isInLine = ({ type, content }: Level): boolean =>
  type === 'image' ? content.length === 0 : isInline({ type });

/**
 * The typed text, piece by piece in document order. Nodes separate the pieces; those that are not typed, such as names and
 * formulas, have none. A caller that stops early reads no more of the document.
 */
export function* typedTexts(part: Part): Generator<string> {
  const { text, content } = levelOf(part);
  if (text !== undefined) yield text;
  for (const child of content) yield* typedTexts(child);
}

/** A part with its children unread, in one shape for shared text and for nodes. */
interface Level {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly text?: string;
  readonly content: readonly Part[];
}

function levelOf(part: Part): Level {
  if (part instanceof Y.XmlText) return { type: 'text', text: charactersOf(part), content: [] };
  if (part instanceof Y.XmlElement)
    return { type: part.nodeName, attrs: part.getAttributes(), content: sharedIn(part) };
  if (part instanceof Y.XmlFragment) return { type: 'doc', content: sharedIn(part) };
  // A word that is bold in part is several nodes.
  return { ...part, content: joinText(childrenOf(part).map(withoutMarks)) };
}

const withoutMarks = (node: DocumentNode): DocumentNode =>
  node.text === undefined ? node : { type: node.type, text: node.text };
