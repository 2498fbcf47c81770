import { Node } from '@tiptap/core';
import { cutText } from '#contract/cut-text.ts';
import { MAX_NAME_CHARS } from '#contract/limits.ts';
import { mentionText } from '#contract/text/leaf-text.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isId = (id: unknown): id is string => typeof id === 'string' && UUID.test(id);

/** A member by id; `label` is the name at the time of the mention, for when the current one is not known. */
export const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    id: {
      default: null,
      parseHTML: (element: HTMLElement) => element.dataset['id'],
      renderHTML: ({ id }: Record<string, unknown>) => (isId(id) ? { 'data-id': id } : {}),
    },
    label: {
      default: null,
      parseHTML: (element: HTMLElement) =>
        cutText((element.textContent ?? '').replace(/^@/, '').trim(), MAX_NAME_CHARS),
      renderHTML: () => ({}),
    },
  }),
  parseHTML: () => [
    { tag: 'span[data-type="mention"]', getAttrs: (element) => (isId(element.dataset['id']) ? null : false) },
  ],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    { ...HTMLAttributes, 'data-type': 'mention' },
    mentionText(node.attrs),
  ],
  renderText: ({ node }) => mentionText(node.attrs),
  extendNodeSchema: ({ name }: { name: string }) =>
    name === 'mention'
      ? { leafText: ({ attrs }: { attrs: Record<string, unknown> }) => mentionText(attrs) }
      : {},
});
