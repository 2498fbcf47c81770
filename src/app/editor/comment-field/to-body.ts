import type { JSONContent } from '@tiptap/core';
import { commentBody, type CommentBody } from '#contract/comments/comment-body.ts';

/** Null for a text without a character, or one that the server would refuse. */
export function toBody({ content = [] }: JSONContent): CommentBody | null {
  const from = content.findIndex(hasText);
  const to = content.findLastIndex(hasText);
  if (from === -1) return null;
  return (
    commentBody.safeParse({ type: 'doc', content: content.slice(from, to + 1).map(withStoredLinks) }).data ??
    null
  );
}

const hasText = ({ type, text, content = [] }: JSONContent): boolean =>
  type === 'mention' || (text ?? '').trim() !== '' || content.some(hasText);

/** Addresses with a scheme that comments do not store stay as text. */
function withStoredLinks(node: JSONContent): JSONContent {
  const { marks, content, ...rest } = node;
  return {
    ...rest,
    ...(marks ? { marks: marks.filter(isStored) } : {}),
    ...(content ? { content: content.map(withStoredLinks) } : {}),
  };
}

const isStored = ({ type, attrs }: { readonly type: string; readonly attrs?: Record<string, unknown> }) =>
  type !== 'link' || LINK.test(String(attrs?.['href']));

/** As `comment-body.ts` in the contract. */
const LINK = /^(?:https?:|mailto:|tel:)/i;
