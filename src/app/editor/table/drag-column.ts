/** Changes the width of a column while its edge is dragged. The text changes once, when the drag ends. */
import type { Editor } from '@tiptap/core';
import type { Transaction } from '@tiptap/pm/state';
import { separateUndoStep } from '../binding/undo-depth.ts';
import { cellsOfColumn, isRightToLeft, widthsOf, withinBounds } from './column-widths.ts';
import { columnOf, setColumnWidth, storedWidth, type Column } from './resize-column.ts';

export interface ColumnDrag {
  readonly move: (x: number) => void;
  readonly drop: () => void;
  readonly cancel: () => void;
}

interface ColumnDragOptions {
  readonly cell: number;
  readonly x: number;
  /** Called with the width in px; with null when the drag has ended. */
  readonly onShow: (px: number | null) => void;
}

/** The width that the column has on the screen. */
export function widthNow(editor: Editor, cell: number): number {
  const column = columnOf(editor.state.doc, cell);
  if (!column) return 0;
  const [dom] = domOf(editor, column).toSorted((a, b) => a.colSpan - b.colSpan);
  return withinBounds(storedWidth(editor.state.doc, cell) || (dom ? dom.offsetWidth / dom.colSpan : 0));
}

export const isFromRight = ({ view }: Editor, cell: number): boolean => {
  const element = elementAt(view.nodeDOM(cell));
  return element !== null && isRightToLeft(element);
};

/** Null sets an automatic width. */
export function changeColumnWidth(editor: Editor, cell: number, px: number | null): void {
  const tr = setColumnWidth(editor.state.tr, cell, px);
  if (tr.docChanged) editor.view.dispatch(tr);
}

export function dragColumn(editor: Editor, { cell, x, onShow }: ColumnDragOptions): ColumnDrag {
  const from = widthNow(editor, cell);
  const sign = isFromRight(editor, cell) ? -1 : 1;
  // A style of the page: in the text, the editor would take a style for a change.
  const sheet = document.head.appendChild(document.createElement('style'));
  let place: number | null = cell;
  let px = from;
  const draw = (): void => {
    const column = place === null ? null : columnOf(editor.state.doc, place);
    sheet.textContent = column && px !== from ? styleOf(editor, column, px) : '';
  };
  const end = (): void => {
    place = null;
    sheet.remove();
    editor.off('transaction', follow);
    globalThis.removeEventListener('keydown', press, true);
    onShow(null);
  };
  const follow = ({ transaction, appendedTransactions }: Followed): void => {
    for (const { mapping } of [transaction, ...appendedTransactions]) {
      const mapped = place === null ? null : mapping.mapResult(place, 1);
      place = mapped && !mapped.deletedAfter ? mapped.pos : null;
    }
    if (place === null || !columnOf(editor.state.doc, place)) end();
    else draw();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    end();
  };
  editor.on('transaction', follow);
  globalThis.addEventListener('keydown', press, true);
  onShow(px);
  return {
    move: (at) => {
      if (place === null) return;
      px = withinBounds(from + sign * (at - x));
      draw();
      onShow(px);
    },
    drop: () => {
      const at = place;
      if (at === null) return;
      end();
      if (px !== from) separateUndoStep(editor, () => changeColumnWidth(editor, at, px));
    },
    cancel: () => {
      if (place !== null) end();
    },
  };
}

interface Followed {
  readonly transaction: Transaction;
  readonly appendedTransactions: readonly Transaction[];
}

const elementAt = (node: unknown): HTMLTableCellElement | null =>
  node instanceof HTMLTableCellElement ? node : null;

const domOf = ({ view }: Editor, { table, tableAt, index }: Column): HTMLTableCellElement[] =>
  cellsOfColumn(table, index).flatMap((place) => elementAt(view.nodeDOM(tableAt + 1 + place)) ?? []);

/** The rules that draw the column as if its cells had the width. */
function styleOf(editor: Editor, column: Column, px: number): string {
  const cells = domOf(editor, column);
  const single = cells.filter(({ colSpan }) => colSpan === 1);
  const table = cells[0]?.closest('table');
  if (!table) return '';
  const path = pathTo(table, editor.view.dom);
  const rule = (of: readonly HTMLTableCellElement[], style: string): string =>
    of.length === 0 ? '' : `${of.map((cell) => `${path}${placeOf(cell)}`).join()} { ${style} }`;
  const others = widthsOf(column.table).filter((_width, at) => at !== column.index);
  return [
    rule(single, `width: ${px}px !important; min-width: ${px}px !important; overflow-wrap: anywhere`),
    single.length > 0
      ? rule(
          cells.filter(({ colSpan }) => colSpan > 1),
          'width: auto !important; min-width: 0 !important',
        )
      : '',
    others.every((width) => width > 0) ? `${path} { width: auto !important }` : '',
  ].join('\n');
}

const placeOf = (cell: HTMLTableCellElement): string => {
  const row = cell.parentElement;
  return row instanceof HTMLTableRowElement
    ? ` > tbody > :nth-child(${row.rowIndex + 1}) > :nth-child(${cell.cellIndex + 1})`
    : '';
};

function pathTo(element: Element, root: Element): string {
  const steps: string[] = [];
  for (let at = element; at !== root && at.parentElement; at = at.parentElement)
    steps.unshift(`:nth-child(${[...at.parentElement.children].indexOf(at) + 1})`);
  return ['.ProseMirror', ...steps].join(' > ');
}
