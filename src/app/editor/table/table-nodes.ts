import { callOrReturn, getExtensionField, Node, type Editor, type Extensions } from '@tiptap/core';
import { TableCell } from '@tiptap/extension-table/cell';
import { TableHeader } from '@tiptap/extension-table/header';
import { TableRow } from '@tiptap/extension-table/row';
import { MAX_SPAN } from '#contract/limits.ts';
import { later } from '../../ui/load-later.tsx';
import { latePlugin } from '../late-plugin.ts';
import { insertTable, type TableSize } from './insert-table.ts';
import type { TableKey } from './table-editing.ts';
import { TABLE_KEY } from './table-key.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    table: { insertTable: (size: TableSize) => ReturnType };
  }
}

const editing = later(() => import('./table-editing.ts'));

/** A key that is pressed in a table before the rest has come does its work then. */
function press(editor: Editor, key: TableKey): boolean {
  const part = editing.read();
  if (part) return part.pressInTable(editor, key);
  if (key === 'Delete' || !editor.isActive('table')) return false;
  void editing.ask().then(() => editor.isDestroyed || editing.read()?.pressInTable(editor, key));
  return true;
}

/** Tables without widths of columns: those are styles, and anybody could write anything into them. */
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
  addCommands: () => ({
    insertTable:
      (size) =>
      ({ tr, dispatch, editor }) => {
        if (dispatch) insertTable(tr, editor.schema, size);
        return true;
      },
  }),
  addKeyboardShortcuts() {
    const remove = (): boolean => press(this.editor, 'Delete');
    return {
      Tab: () => press(this.editor, 'Tab'),
      'Shift-Tab': () => press(this.editor, 'Shift-Tab'),
      Backspace: remove,
      'Mod-Backspace': remove,
      Delete: remove,
      'Mod-Delete': remove,
    };
  },
  addProseMirrorPlugins: () => [latePlugin(TABLE_KEY, editing, ({ tablePlugin }) => tablePlugin())],
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
