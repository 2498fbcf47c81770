/** The words of an anchor, until the server has read them in the log: its quote, the text around it, the heading above. */
import type { Node } from '@tiptap/pm/model';
import { MAX_CONTEXT_CHARS, MAX_HEADING_CHARS, MAX_QUOTE_CHARS } from '#contract/comments/thread.ts';
import { cutText } from '#contract/cut-text.ts';
import { leafText } from '#contract/text/leaf-text.ts';
import { readOutline } from '../text/read-outline.ts';
import type { NewAnchor } from './types.ts';
import type { Spot } from './unit-index.ts';

/** More than a context has, with the ends of blocks. */
const AROUND = 400;

export function describe(
  doc: Node,
  spots: readonly Spot[],
): Pick<NewAnchor, 'quote' | 'before' | 'after' | 'heading'> {
  const [from, to] = [spots[0]!.from, spots.at(-1)!.to];
  const own = doc.resolve(from).start();
  const heading = readOutline(doc).findLast(({ place }) => place <= from && place !== own)?.text ?? '';
  return {
    quote: cutText(quoteOf(doc, spots), MAX_QUOTE_CHARS),
    before: cutStart(textBetween(doc, Math.max(0, from - AROUND), from), MAX_CONTEXT_CHARS),
    after: cutText(textBetween(doc, to, Math.min(doc.content.size, to + AROUND)), MAX_CONTEXT_CHARS),
    heading: cutText(storable(heading), MAX_HEADING_CHARS),
  };
}

/** Of cells and paragraphs only what was chosen. */
function quoteOf(doc: Node, spots: readonly Spot[]): string {
  let quote = '';
  let end = spots[0]!.from;
  for (const { from, to } of spots) {
    const isNext = from === end || doc.resolve(from).sameParent(doc.resolve(end));
    quote += (isNext ? '' : '\n') + textBetween(doc, from, to);
    end = to;
    if (quote.length > MAX_QUOTE_CHARS) break;
  }
  return quote;
}

/** Empty blocks are left out. */
const textBetween = (doc: Node, from: number, to: number): string =>
  storable(doc.textBetween(from, to, '\n', textOfLeaf).replaceAll(/\n+/g, '\n'));

const textOfLeaf = ({ type: { name }, attrs }: Node): string =>
  leafText(name, attrs) ?? (typeof attrs['alt'] === 'string' ? attrs['alt'] : '');

const CHARACTERS = new Intl.Segmenter();

/** The longest end of a text that begins between two characters, as `cutText`. */
function cutStart(text: string, max: number): string {
  const start = text.length - max;
  if (start <= 0) return text;
  const { index = start, segment = '' } = CHARACTERS.segment(text).containing(start) ?? {};
  return text.slice(index === start ? start : index + segment.length);
}

/** Neither JSON nor the database has halves of surrogate pairs, nor the database the character 0. */
const storable = (text: string): string =>
  text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|\0/g, '');
