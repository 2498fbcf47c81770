import { Node, type Extensions } from '@tiptap/core';

/** A summary, and content that each reader opens for themself: what is open is never written into the document. */
export const Details = Node.create({
  name: 'details',
  group: 'block',
  content: 'detailsSummary detailsContent',
  defining: true,
  isolating: true,
  parseHTML: () => [{ tag: 'details' }],
  renderHTML: () => ['details', 0],
});

const DetailsSummary = Node.create({
  name: 'detailsSummary',
  content: 'inline*',
  defining: true,
  isolating: true,
  selectable: false,
  parseHTML: () => [{ tag: 'summary' }],
  renderHTML: () => ['summary', 0],
  // Editors of some browsers lose the words of a real one.
  addNodeView: () => () => {
    const dom = document.createElement('div');
    dom.className = 'details-summary';
    return { dom, contentDOM: dom };
  },
});

const DetailsContent = Node.create({
  name: 'detailsContent',
  // None at all is what two people leave who each delete one of two blocks: the summary must outlive that.
  content: 'block*',
  defining: true,
  selectable: false,
  parseHTML: () => [{ tag: 'div[data-type="detailsContent"]' }],
  renderHTML: () => ['div', { 'data-type': 'detailsContent' }, 0],
});

export const detailsNodes: Extensions = [Details, DetailsSummary, DetailsContent];
