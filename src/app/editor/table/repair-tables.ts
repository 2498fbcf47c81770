/**
 * Makes a table rectangular again after two people changed it at once, each of them rightly. Cells are never deleted:
 * spans that reach too far become shorter, and rows that are too short get empty cells. The cells of a column get one width.
 */
import type { Node } from '@tiptap/pm/model';
import { EditorState, type Transaction } from '@tiptap/pm/state';
import { fixTables } from '@tiptap/pm/tables';
import { StepMap, Transform } from '@tiptap/pm/transform';
import { isBroken, widthsOf, writeWidths } from './column-widths.ts';

/** Adds the repair of the tables that are meant to the transaction. */
export function repairTables(tr: Transaction, isMeant: (table: Node) => boolean): void {
  const { doc, mapping } = tr;
  const before = mapping.maps.length;
  doc.descendants((node, pos) => {
    if (node.isTextblock) return false;
    if (node.type.name !== 'table' || !isMeant(node)) return true;
    const shift = StepMap.offset(mapping.slice(before).map(pos));
    for (const step of repair(node).steps) tr.step(step.map(shift) ?? step);
    return false;
  });
}

/** A round may leave faults that only the next one can repair. */
const MAX_ROUNDS = 10;

/** Repairs a table in a separate document, because the library repairs all tables. */
function repair(table: Node): Transform {
  const whole = new Transform(table.type.schema.topNodeType.create(null, table));
  if (isBroken(table)) repairShape(whole, table);
  const repaired = whole.doc.firstChild;
  if (repaired) writeWidths(whole, 0, widthsOf(repaired));
  return whole;
}

function repairShape(whole: Transform, table: Node): void {
  // The library has another rule for cells that disagree.
  writeWidths(whole, 0, widthsOf(table));
  for (const [place, { colspan, rowspan }] of shortenSpans(table))
    whole.setNodeAttribute(1 + place, 'colspan', colspan).setNodeAttribute(1 + place, 'rowspan', rowspan);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const fixed = fixTables(EditorState.create({ doc: whole.doc }));
    if (!fixed) break;
    for (const step of fixed.steps) whole.step(step);
  }
}

interface Cell {
  /** Behind the start of the table. */
  readonly pos: number;
  readonly node: Node;
  readonly row: number;
  cols: number;
  rows: number;
}

interface Spans {
  readonly colspan: number;
  readonly rowspan: number;
}

/** Shorter spans for cells that reach beyond the width of most rows, by position. */
function shortenSpans(table: Node): [pos: number, spans: Spans][] {
  const cells = cellsOf(table);
  const width = widthOf(table, cells);
  for (let row = 0; row < table.childCount; row += 1) {
    let surplus = widthAt(cells, row) - width;
    for (const cell of cells.filter((one) => one.row === row).toReversed()) {
      const cut = Math.min(Math.max(surplus, 0), cell.cols - 1);
      cell.cols -= cut;
      surplus -= cut;
    }
    for (const cell of cells.filter((one) => covers(one, row)).toReversed()) {
      if (surplus <= 0) break;
      cell.rows = row - cell.row;
      surplus -= cell.cols;
    }
  }
  return cells
    .filter(({ node: { attrs }, cols, rows }) => attrs['colspan'] !== cols || attrs['rowspan'] !== rows)
    .map(({ pos, cols, rows }) => [pos, { colspan: cols, rowspan: rows }]);
}

function cellsOf(table: Node): Cell[] {
  const cells: Cell[] = [];
  table.forEach((row, rowAt, index) =>
    row.forEach((node, at) => {
      const rows = Math.min(Number(node.attrs['rowspan']), table.childCount - index);
      cells.push({ pos: rowAt + 1 + at, node, row: index, cols: Number(node.attrs['colspan']), rows });
    }),
  );
  return cells;
}

/** From a row above. */
const covers = (cell: Cell, row: number): boolean => cell.row < row && row < cell.row + cell.rows;

const widthAt = (cells: readonly Cell[], row: number): number =>
  cells.filter((cell) => cell.row === row || covers(cell, row)).reduce((width, { cols }) => width + cols, 0);

/** The most frequent width of a row, the smaller of two; at least as many columns as a row has cells. */
function widthOf(table: Node, cells: readonly Cell[]): number {
  const widths = table.children.map((_row, at) => widthAt(cells, at));
  const countOf = (width: number): number => widths.filter((other) => other === width).length;
  const [most = 1] = widths.toSorted((a, b) => countOf(b) - countOf(a) || a - b);
  return Math.max(most, ...table.children.map(({ childCount }) => childCount));
}
