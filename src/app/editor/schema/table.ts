import { callOrReturn, getExtensionField, Node, type Extensions } from '@tiptap/core';
import { TableRow } from '@tiptap/extension-table/row';
import { isAttribute, isColumnWidths } from '#contract/document-grammar.ts';

/** The library's table without its view, which draws the widths of columns: here each cell has a width. */
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

const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (element: HTMLElement) => {
    const value = Number(element.getAttribute(name));
    return isAttribute('tableCell', name, value) ? value : 1;
  },
  renderHTML: ({ [name]: value }: Record<string, unknown>) =>
    isAttribute('tableCell', name, value) && Number(value) > 1 ? { [name]: value } : {},
});

/** Widths in px of the columns that the cell spans. They become a style, so only numbers are drawn. */
const colwidth = {
  default: null,
  parseHTML: (element: HTMLElement) => {
    const widths = element.getAttribute('colwidth')?.split(',').map(Number);
    return isColumnWidths(widths) ? widths : null;
  },
  renderHTML: ({ colwidth: widths, colspan }: Record<string, unknown>) => {
    if (!isColumnWidths(widths) || widths.length !== colspan) return null;
    const px = widths.includes(0) ? 0 : widths.reduce((sum, width) => sum + width);
    return { colwidth: widths.join(), style: px ? `width: ${px}px; min-width: ${px}px` : null };
  },
};

/** Cells have no alignment; their paragraphs are aligned. */
const addAttributes = () => ({ colspan: span('colspan'), rowspan: span('rowspan'), colwidth });

/** The cells of the library also read alignment and foreign widths. */
const cell = (name: string, tag: string, tableRole: string) =>
  Node.create({
    name,
    content: 'block+',
    tableRole,
    isolating: true,
    addAttributes,
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

export const tableNodes: Extensions = [
  PlainTable,
  TableRow,
  cell('tableHeader', 'th', 'header_cell'),
  cell('tableCell', 'td', 'cell'),
];
