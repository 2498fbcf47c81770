import { callOrReturn, getExtensionField, Node, type Extensions } from '@tiptap/core';
import { TableCell } from '@tiptap/extension-table/cell';
import { TableHeader } from '@tiptap/extension-table/header';
import { TableRow } from '@tiptap/extension-table/row';
import { MAX_SPAN } from '#contract/limits.ts';

/** Tables without column widths: those are styles, which peers could set to anything. */
const PlainTable = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  tableRole: 'table',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['div', { class: 'table-scroll' }, ['table', ['tbody', 0]]],
  extendNodeSchema: (extension) => ({
    tableRole: callOrReturn(getExtensionField(extension, 'tableRole', extension)),
  }),
});

const isSpan = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MAX_SPAN;

const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (element: HTMLElement) => {
    const value = Number(element.getAttribute(name));
    return isSpan(value) ? value : 1;
  },
  renderHTML: (attributes: Record<string, unknown>) =>
    isSpan(attributes[name]) && attributes[name] > 1 ? { [name]: attributes[name] } : {},
});

/** Cells have neither width nor alignment; their paragraphs are aligned. */
const addAttributes = () => ({ colspan: span('colspan'), rowspan: span('rowspan') });

export const tableNodes: Extensions = [
  PlainTable,
  TableRow,
  TableHeader.extend({ addAttributes }),
  TableCell.extend({ addAttributes }),
];
