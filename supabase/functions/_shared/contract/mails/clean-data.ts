/** Names, titles, quotes and comments are data of others: each becomes text that cannot pass for more than itself. */
import { cleanLine, RIGHT_TO_LEFT } from '../clean-line.ts';
import type { CommentBody } from '../comments/comment-body.ts';
import { cutText } from '../cut-text.ts';
import { mentionText } from '../text/leaf-text.ts';

/** Of names and titles. */
const MAX_LINE_CHARS = 80;
const MAX_QUOTE_CHARS = 300;
const MAX_BODY_CHARS = 1200;
const MAX_BODY_LINES = 20;

/** First strong isolate, and its end. */
const ISOLATE = ['\u2068', '\u2069'] as const;

/** In a sentence of another direction its neighbors would change places with it. */
const isolate = (text: string): string =>
  RIGHT_TO_LEFT.test(text) ? `${ISOLATE[0]}${text}${ISOLATE[1]}` : text;

function cut(text: string, max: number): string {
  const line = cleanLine(text).trim();
  return line.length > max ? `${cutText(line, max - 1).trimEnd()}…` : line;
}

/** Empty if nothing can be seen. */
export const cleanName = (text: string): string => isolate(cut(text, MAX_LINE_CHARS));

const DOT_OF_ADDRESS = /(?<=[\p{L}\p{N}])\.(?=\p{L}{2})/gu;

/** A mail program makes no link of it. */
export const withoutLinks = (text: string): string =>
  text.replace(DOT_OF_ADDRESS, '.\u2060').replaceAll('://', ':\u2060//');

export const cleanQuote = (text: string): string => isolate(cut(text, MAX_QUOTE_CHARS));

type Block = CommentBody['content'][number];
type Paragraph = Extract<Block, { type: 'paragraph' }>;
type Inline = NonNullable<Paragraph['content']>[number];

function textOf(inline: Inline): string {
  if (inline.type === 'text') return inline.text;
  return inline.type === 'hardBreak' ? '\n' : mentionText(inline.attrs);
}

const paragraphText = ({ content = [] }: Paragraph): string => content.map(textOf).join('');

function blockLines(block: Block): readonly string[] {
  if (block.type === 'paragraph') return paragraphText(block).split('\n');
  return block.content.map((item, index) => {
    const sign = block.type === 'orderedList' ? `${index + 1}.` : '•';
    return `${sign} ${item.content.map(paragraphText).join(' ')}`;
  });
}

/** The lines of a comment, without empty ones. Formatting is left out. */
export function commentLines(body: CommentBody): readonly string[] {
  const lines: string[] = [];
  let left = MAX_BODY_CHARS;
  for (const line of body.content.flatMap(blockLines)) {
    const clean = cut(line, Math.max(left, 1));
    if (clean === '') continue;
    if (left <= 0 || lines.length === MAX_BODY_LINES) return [...lines, '…'];
    lines.push(isolate(clean));
    left -= clean.length;
  }
  return lines;
}
