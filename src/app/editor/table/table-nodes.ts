import { isChangeOrigin } from '@tiptap/extension-collaboration';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import type { Extensions } from '@tiptap/core';
import { Plugin, type Transaction } from '@tiptap/pm/state';
import { tableEditingKey } from '@tiptap/pm/tables';
import { MAX_SPAN } from '#contract/limits.ts';

/** Tables without widths of columns: those are styles, and anybody could write anything into them. */
const PlainTable = Table.extend({
  renderHTML: () => ['div', { class: 'table-scroll' }, ['table', ['tbody', 0]]],
  addNodeView: () => null,
  addProseMirrorPlugins() {
    return (this.parent?.() ?? []).map((plugin) =>
      plugin.spec.key === tableEditingKey ? withOwnRepairsOnly(plugin) : plugin,
    );
  },
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

/** Neither width nor alignment of their own: the paragraphs in them are aligned. */
const addAttributes = () => ({ colspan: span('colspan'), rowspan: span('rowspan') });

export const tableNodes: Extensions = [
  PlainTable,
  TableRow,
  TableHeader.extend({ addAttributes }),
  TableCell.extend({ addAttributes }),
];

/**
 * Two who add a row and a column at once get a table with a cell missing. If every editor repaired what it receives,
 * each would add that cell, and then a row of cells for each that is too many, without end. So a table is repaired
 * where somebody pastes it or changes its rows and columns, and shown as it is until then.
 */
function withOwnRepairsOnly(plugin: Plugin): Plugin {
  const { appendTransaction } = plugin.spec;
  if (!appendTransaction) throw new Error('the table plugin repairs nothing any more');
  return new Plugin({
    ...plugin.spec,
    appendTransaction(transactions, before, after) {
      const leave = transactions.some((tr) => tr.docChanged && !isOwnPaste(tr));
      return leave ? null : appendTransaction.call(plugin, transactions, before, after);
    },
  });
}

function isOwnPaste(tr: Transaction): boolean {
  const event: unknown = tr.getMeta('uiEvent');
  return !isChangeOrigin(tr) && (event === 'paste' || event === 'drop');
}
