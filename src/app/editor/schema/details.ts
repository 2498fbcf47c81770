import { Node, type Extensions } from '@tiptap/core';
import { OWN_DIRECTION } from './direction.ts';

/** A summary and its content. Each reader opens it locally; the open state is never stored in the document. */
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
  renderHTML: () => ['summary', OWN_DIRECTION, 0],
});

const DetailsContent = Node.create({
  name: 'detailsContent',
  // May be empty: two peers who each delete one of two blocks leave none, and the summary must survive.
  content: 'block*',
  defining: true,
  selectable: false,
  parseHTML: () => [{ tag: 'div[data-type="detailsContent"]' }],
  renderHTML: () => ['div', { 'data-type': 'detailsContent' }, 0],
});

export const detailsNodes: Extensions = [Details, DetailsSummary, DetailsContent];
