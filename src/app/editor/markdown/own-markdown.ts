/** Recognizes Markdown that this app has written: reading it and writing that again gives the same text. */
import type { Node, Schema } from '@tiptap/pm/model';
import { fromMarkdown } from './from-markdown.ts';
import { toMarkdown } from './to-markdown.ts';

export { fromMarkdown } from './from-markdown.ts';

/** Reading and writing longer texts takes too long. */
const MOST_CHARS = 100_000;

/** An escaped sign, a line break, an entity, a tag. */
const WRITTEN = /\\[!-/:-@[-`{-~\n]|&#\d+;|<\/?[a-z][^>]*>/i;
/** Nodes that say nothing: their signs also start lines of notes. */
const PLAIN: ReadonlySet<string> = new Set([
  'paragraph',
  'text',
  'bulletList',
  'orderedList',
  'listItem',
  'heading',
  'blockquote',
  'horizontalRule',
]);
/** `1. 5. 2024`: the number of the list would be the day. */
const DATE = /^\s*\d{1,2}\. \d{1,2}\./m;

/** A product: its stars are no emphasis. */
export const PRODUCT = /[\p{L}\p{N})]\*[\p{L}\p{N}(]/u;

/** Whether the text has syntax beyond that of notes, and this app would write it in the same way. */
export function isOwnMarkdown(schema: Schema, text: string): boolean {
  const plain = text.replaceAll(/\r\n?/g, '\n').trimEnd();
  if (plain.length > MOST_CHARS || DATE.test(plain)) return false;
  const doc = fromMarkdown(schema, plain);
  return (WRITTEN.test(plain) || hasSyntax(doc, PRODUCT.test(plain))) && toMarkdown(doc).trimEnd() === plain;
}

function hasSyntax(doc: Node, isProduct: boolean): boolean {
  let found = false;
  doc.descendants(({ type, marks, text }) => {
    const isMarked = marks.some(({ type: { name }, attrs }) => {
      // A bare address is a link in plain text too.
      if (name === 'link') return attrs['href'] !== text;
      return name !== 'italic' || !isProduct;
    });
    found ||= isMarked || !PLAIN.has(type.name);
    return !found;
  });
  return found;
}
