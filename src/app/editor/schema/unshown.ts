import { Node, type Extensions } from '@tiptap/core';

/** Names of the nodes that stand for shared content that does not fit the schema. Documents never contain them. */
export const UNSHOWN = 'unshown';
export const UNSHOWN_INLINE = 'unshownInline';

const attributes = () => ({
  /** The Yjs id of the content; required, so that no editor fills a gap with such a node. */
  key: { isRequired: true, rendered: false },
  /** The text within, for copying and counting. */
  text: { default: '', rendered: false },
});

const textOf = ({ text }: Readonly<Record<string, unknown>>): string =>
  typeof text === 'string' ? text : '';

const create = (name: string, group: 'block' | 'inline', tag: 'div' | 'span') =>
  Node.create({
    name,
    group,
    inline: group === 'inline',
    atom: true,
    selectable: true,
    draggable: false,
    addAttributes: attributes,
    // Without rules for HTML: a copy is its text.
    renderHTML: ({ node }) => [tag, {}, textOf(node.attrs)],
    renderText: ({ node }) => textOf(node.attrs),
    extendNodeSchema: (extension: { name: string }) =>
      extension.name === name
        ? { leafText: ({ attrs }: { attrs: Record<string, unknown> }) => textOf(attrs) }
        : {},
  });

export const Unshown = create(UNSHOWN, 'block', 'div');
export const UnshownInline = create(UNSHOWN_INLINE, 'inline', 'span');

/** For the schema of a view that shows shared text. */
export const unshownNodes: Extensions = [Unshown, UnshownInline];
