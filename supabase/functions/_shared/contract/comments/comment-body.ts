/** The text of a comment: paragraphs and lists of formatted text and mentions. The server stores it as JSON. */
import * as z from 'zod/mini';

export const MAX_BODY_BYTES = 8 * 1024;

/** Schemes of links, as in documents. */
const HREF = /^(?:https?:|mailto:|tel:)/i;

const mark = z.union([
  z.object({ type: z.enum(['bold', 'italic', 'code']) }),
  z.object({
    type: z.literal('link'),
    attrs: z.object({ href: z.string().check(z.maxLength(2000), z.regex(HREF)) }),
  }),
]);
const inline = z.union([
  z.object({
    type: z.literal('text'),
    text: z.string().check(z.minLength(1)),
    marks: z.optional(z.array(mark)),
  }),
  z.object({ type: z.literal('hardBreak') }),
  z.object({ type: z.literal('mention'), attrs: z.object({ id: z.uuid(), label: z.string() }) }),
]);
const paragraph = z.object({ type: z.literal('paragraph'), content: z.optional(z.array(inline)) });
const list = z.object({
  type: z.enum(['bulletList', 'orderedList']),
  content: z
    .array(z.object({ type: z.literal('listItem'), content: z.array(paragraph).check(z.minLength(1)) }))
    .check(z.minLength(1)),
});

export const commentBody = z.object({
  type: z.literal('doc'),
  content: z.array(z.union([paragraph, list])).check(z.minLength(1)),
});
export type CommentBody = z.infer<typeof commentBody>;
