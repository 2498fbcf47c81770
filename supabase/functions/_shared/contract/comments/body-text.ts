/** The plain text of comments, and the people they mention. */
import { mentionText } from '../text/leaf-text.ts';
import type { CommentBody } from './comment-body.ts';

type Block = CommentBody['content'][number];
export type Paragraph = Extract<Block, { type: 'paragraph' }>;
export type Inline = NonNullable<Paragraph['content']>[number];

const paragraphsOf = (block: Block): readonly Paragraph[] =>
  block.type === 'paragraph' ? [block] : block.content.flatMap(({ content }) => content);

const inlineOf = (body: CommentBody): readonly (readonly Inline[])[] =>
  body.content.flatMap(paragraphsOf).map(({ content = [] }) => content);

/** On one line, or with another sign between its lines. */
export function bodyText(body: CommentBody, between = ' '): string {
  const textOf = (inline: Inline): string => {
    if (inline.type === 'text') return inline.text;
    return inline.type === 'hardBreak' ? between : mentionText(inline.attrs);
  };
  return inlineOf(body)
    .map((parts) => parts.map(textOf).join(''))
    .filter((line) => line.trim() !== '')
    .join(between);
}

export interface Mentioned {
  readonly id: string;
  readonly label: string;
}

/** Each once, in the order of the text. */
export function mentionsIn(body: CommentBody): readonly Mentioned[] {
  const found = new Map<string, Mentioned>();
  for (const inline of inlineOf(body).flat()) {
    if (inline.type === 'mention' && !found.has(inline.attrs.id)) found.set(inline.attrs.id, inline.attrs);
  }
  return [...found.values()];
}
