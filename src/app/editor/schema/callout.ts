import { Node } from '@tiptap/core';
import { readKind } from './callout-kinds.ts';

/** Highlighted blocks of one of four kinds. */
export const Callout = Node.create({
  name: 'callout',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes: () => ({
    kind: {
      default: 'info',
      parseHTML: (element: HTMLElement) => readKind(element.dataset['kind']),
      renderHTML: ({ kind }: Record<string, unknown>) => ({ 'data-kind': readKind(kind) }),
    },
  }),
  parseHTML: () => [{ tag: 'div[data-type="callout"]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', { ...HTMLAttributes, 'data-type': 'callout' }, 0],
});
