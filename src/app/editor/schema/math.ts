import { Node } from '@tiptap/core';
import { readLatex } from '#contract/text/leaf-text.ts';

const latexAttribute = () => ({
  latex: {
    default: '',
    parseHTML: (element: HTMLElement) => element.dataset['latex'] ?? '',
    renderHTML: (attributes: Record<string, unknown>) => ({ 'data-latex': readLatex(attributes) }),
  },
});

const withLeafText = (own: string) => ({
  extendNodeSchema: ({ name }: { name: string }) =>
    name === own ? { leafText: ({ attrs }: { attrs: Record<string, unknown> }) => readLatex(attrs) } : {},
});

/** An inline formula. The document stores its source; each client draws it. */
export const InlineMath = Node.create({
  name: 'inlineMath',
  group: 'inline',
  inline: true,
  atom: true,
  ...withLeafText('inlineMath'),
  addAttributes: latexAttribute,
  parseHTML: () => [{ tag: 'span[data-type="inlineMath"]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    { ...HTMLAttributes, 'data-type': 'inlineMath' },
    `$${readLatex(node.attrs)}$`,
  ],
  renderText: ({ node }) => `$${readLatex(node.attrs)}$`,
});

/** A formula in a block of its own. */
export const BlockMath = Node.create({
  name: 'blockMath',
  group: 'block',
  atom: true,
  ...withLeafText('blockMath'),
  addAttributes: latexAttribute,
  parseHTML: () => [{ tag: 'div[data-type="blockMath"]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'div',
    { ...HTMLAttributes, 'data-type': 'blockMath' },
    `$$${readLatex(node.attrs)}$$`,
  ],
  renderText: ({ node }) => `$$${readLatex(node.attrs)}$$`,
});
