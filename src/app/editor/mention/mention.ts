import { Node } from '@tiptap/core';
import { cutText } from '#contract/cut-text.ts';
import { MAX_NAME_CHARS } from '#contract/limits.ts';
import { mentionText } from '../../room/leaf-text.ts';
import type { MemberDirectory } from './member-directory.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isId = (id: unknown): id is string => typeof id === 'string' && UUID.test(id);

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

/** Shows the current name of the member. */
export const liveMention = (directory: MemberDirectory) =>
  Mention.extend({
    addNodeView:
      () =>
      ({ node }) => {
        const dom = document.createElement('span');
        dom.className = 'mention';
        const { id } = node.attrs as Record<string, unknown>;
        const show = (): void => {
          const name = isId(id) ? directory.nameOf(id) : null;
          dom.textContent = name === null ? mentionText(node.attrs) : mentionText({ label: name });
        };
        const forget = directory.subscribe(show);
        if (isId(id)) directory.want();
        show();
        return { dom, update: (updated) => updated.eq(node), destroy: forget };
      },
  });
