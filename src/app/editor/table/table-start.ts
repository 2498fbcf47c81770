/** Handles table keys until table editing has loaded: simple ones at once, others then. */
import { findParentNodeClosestToPos, type Editor } from '@tiptap/core';
import type { Node, Slice } from '@tiptap/pm/model';
import { Plugin, PluginKey, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { Later } from '../../ui/load-later.tsx';
import { nodeOf } from '../schema/node-of.ts';
import type { pressInTable, TableKey } from './table-editing.ts';

type KeyParts = Later<{ readonly pressInTable: typeof pressInTable }>;

/** True when the key is handled. */
export function pressTableKey(parts: KeyParts, editor: Editor, key: TableKey): boolean {
  const part = parts.read();
  if (part) return part.pressInTable(editor, key);
  const table = key === 'Delete' ? null : tableAround(editor.state);
  if (!table) return false;
  const tr = goToCell(editor.state, table, key === 'Tab' ? 1 : -1);
  if (tr) editor.view.dispatch(tr.scrollIntoView());
  else if (key === 'Tab') onceThere(parts, editor, () => parts.read()?.pressInTable(editor, key));
  return tr !== null || key === 'Tab';
}

/** Delays pasting cells into cells until table editing has loaded. */
export function pasteCellsLater(parts: KeyParts, editor: Editor): Plugin {
  return new Plugin({
    key: new PluginKey('pasteCellsLater'),
    props: {
      handlePaste(view, event, slice) {
        if (parts.read() || !tableAround(view.state) || !bringsCells(slice)) return false;
        onceThere(parts, editor, () => {
          const isDone = view.someProp('handlePaste', (handle) => handle(view, event, slice));
          if (!isDone) view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView());
        });
        return true;
      },
    },
  });
}

const onceThere = (parts: KeyParts, editor: Editor, act: () => void): void =>
  void parts.ask().then(() => editor.isDestroyed || act());

interface Table {
  readonly node: Node;
  /** Position where its rows begin. */
  readonly start: number;
}

const tableAround = ({ selection }: EditorState): Table | null =>
  findParentNodeClosestToPos(selection.$head, ({ type }) => type.name === 'table') ?? null;

/** Selects the content of the next or previous cell; adds a row below the last. Null when only the full editing can. */
function goToCell({ tr, selection }: EditorState, table: Table, by: 1 | -1): Transaction | null {
  const cells = cellsOf(table);
  const here = cells.findLastIndex(({ pos }) => pos < selection.head);
  const end = table.start + table.node.content.size;
  const next = cells[here + by] ?? (by === 1 && addRow(tr, table) ? { pos: end + 1 } : null);
  const cell = next && tr.doc.nodeAt(next.pos);
  if (!cell) return null;
  const [$start, $end] = [next.pos, next.pos + cell.nodeSize].map((pos) => tr.doc.resolve(pos));
  return $start && $end ? tr.setSelection(TextSelection.between($start, $end)) : null;
}

function cellsOf({ node, start }: Table): { readonly pos: number; readonly cell: Node }[] {
  const cells: { pos: number; cell: Node }[] = [];
  node.forEach((row, rowAt) => row.forEach((cell, at) => cells.push({ cell, pos: start + rowAt + 1 + at })));
  return cells;
}

/** Adds a row like the last, with plain cells below a header. False where cells are merged. */
function addRow(tr: Transaction, table: Table): boolean {
  const merged = cellsOf(table).some(
    ({ cell: { attrs } }) => attrs['colspan'] !== 1 || attrs['rowspan'] !== 1,
  );
  const last = table.node.lastChild;
  if (merged || !last) return false;
  const plain = nodeOf(tr.doc.type.schema, 'tableCell');
  const isHeader = last.children.every(({ type }) => type !== plain);
  const cells = last.children.flatMap(
    ({ type, attrs: { colwidth } }) => (isHeader ? plain : type).createAndFill({ colwidth }) ?? [],
  );
  tr.insert(table.start + table.node.content.size, last.type.create(null, cells));
  return true;
}

function bringsCells({ content }: Slice): boolean {
  let found = false;
  content.descendants(({ type }) => {
    found ||= type.name === 'tableCell' || type.name === 'tableHeader';
    return !found;
  });
  return found;
}
