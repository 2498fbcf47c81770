/** Removes hidden rows and columns, and unwraps tables used for layout. */
import { isHidden } from './drop-unseen.ts';
import { rename, textOf, unwrap } from './elements.ts';

export function dropHiddenCells(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) {
    dropHiddenColumns(table);
    dropHiddenRows(table);
  }
}

/** Shortens row spans by the hidden rows. */
function dropHiddenRows(table: HTMLTableElement): void {
  const rows = [...table.rows];
  const hidden = rows.map((row) => isHidden(row) || isGhost(row));
  if (!hidden.includes(true)) return;
  for (const [at, row] of rows.entries()) {
    for (const cell of row.cells) {
      if (cell.rowSpan > 1) cell.rowSpan -= hidden.slice(at + 1, at + cell.rowSpan).filter(Boolean).length;
    }
  }
  for (const [at, row] of rows.entries()) if (hidden[at] === true) row.remove();
}

/** Word ends a table of merged cells with a row that only sets widths, and keeps rows that are merged completely. */
const isGhost = (row: HTMLTableRowElement): boolean =>
  row.cells.length === 0 ||
  (/^0(?:px|pt)?$/.test(row.getAttribute('height') ?? '') && textOf(row) === '' && !row.querySelector('img'));

/** Excel marks a hidden column only in its `col`. */
function dropHiddenColumns(table: HTMLTableElement): void {
  const hidden: boolean[] = [];
  for (const column of table.querySelectorAll('col')) {
    for (let count = 0; count < Math.min(column.span, 1000); count += 1) hidden.push(isHidden(column));
  }
  if (!hidden.includes(true)) return;
  for (const { cell, column } of cellsOf(table)) {
    const gone = hidden.slice(column, column + cell.colSpan).filter(Boolean).length;
    if (gone === 0) continue;
    if (gone >= cell.colSpan) cell.remove();
    else cell.colSpan -= gone;
  }
}

/** All cells with their first column. */
function cellsOf(table: HTMLTableElement): { cell: HTMLTableCellElement; column: number }[] {
  const found: { cell: HTMLTableCellElement; column: number }[] = [];
  let taken = new Map<number, number>();
  for (const row of table.rows) {
    let column = 0;
    const below = new Map(
      [...taken].map(([at, rows]) => [at, rows - 1] as const).filter(([, rows]) => rows > 0),
    );
    for (const cell of row.cells) {
      while ((taken.get(column) ?? 0) > 0) column += 1;
      found.push({ cell, column });
      for (let at = column; at < column + Math.min(cell.colSpan, 1000); at += 1) {
        if (cell.rowSpan > 1) below.set(at, cell.rowSpan - 1);
      }
      column += cell.colSpan;
    }
    taken = below;
  }
  return found;
}

/** Cells of a row that is repeated on each page, which Word does not call a head. */
export function nameHeads(body: HTMLElement): void {
  for (const cell of body.querySelectorAll('thead td')) {
    const head = cell.ownerDocument.createElement('th');
    for (const { name, value } of cell.attributes) head.setAttribute(name, value);
    head.append(...cell.childNodes);
    cell.replaceWith(head);
  }
}

/** Mails and old pages lay out columns with tables. A single cell without a border is no table, even from a spreadsheet. */
export function unwrapLayouts(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) {
    const isLayout =
      table.matches('[role="presentation"], [role="none"]') ||
      (table.querySelector('table') !== null &&
        !table.querySelector('th') &&
        !Number(table.getAttribute('border'))) ||
      (table.getAttribute('border') === '0' && table.querySelectorAll('td, th').length === 1);
    if (!isLayout) continue;
    for (const cell of table.querySelectorAll('td, th'))
      if (cell.closest('table') === table) rename(cell, 'div');
    for (const part of table.querySelectorAll('tr, tbody, thead, tfoot, colgroup, col')) {
      if (part.closest('table') === table) unwrap(part);
    }
    unwrap(table);
  }
}
