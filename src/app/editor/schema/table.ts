import { callOrReturn, getExtensionField, Node, type Extensions } from '@tiptap/core';
import { TableCell } from '@tiptap/extension-table/cell';
import { TableHeader } from '@tiptap/extension-table/header';
import { TableRow } from '@tiptap/extension-table/row';
import { isColumnWidths } from '#contract/document-grammar.ts';
import { MAX_SPAN } from '#contract/limits.ts';

/** Without the library's view, which draws the widths of columns: here each cell has its own. */
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

/** In px, for each column that the cell spans. A style, so nothing but numbers is drawn. */
const colwidth = {
  default: null,
  parseHTML: (element: HTMLElement) => {
    const widths = element.getAttribute('colwidth')?.split(',').map(Number);
    return isColumnWidths(widths) ? widths : null;
  },
  renderHTML: ({ colwidth: widths, colspan }: Record<string, unknown>) => {
    if (!isColumnWidths(widths) || widths.length !== colspan) return {};
    const isWhole = widths.every((width) => width > 0);
    const px = widths.reduce((sum, width) => sum + width);
    return {
      colwidth: widths.join(','),
      ...(isWhole ? { style: `width: ${px}px; min-width: ${px}px` } : {}),
    };
  },
};

/** Cells have no alignment; their paragraphs are aligned. */
const addAttributes = () => ({ colspan: span('colspan'), rowspan: span('rowspan'), colwidth });

export const tableNodes: Extensions = [
  PlainTable,
  TableRow,
  TableHeader.extend({ addAttributes }),
  TableCell.extend({ addAttributes }),
];
