/** The cells of a table in a grid without holes and overlaps, which concurrent changes may have left. */
import { fittingAttributes } from '#contract/document-grammar.ts';
import { contentOf, type Placed } from './positions.ts';

export interface GridCell {
  /** More than one where the grid had no more columns; none where it had a hole. */
  readonly cells: readonly Placed[];
  readonly column: number;
  readonly span: number;
  /** Rows that it covers, this one included; 0 where a cell from above goes on. */
  readonly rows: number;
}

export interface Grid {
  readonly rows: readonly (readonly GridCell[])[];
  readonly columns: number;
  /** Widths in px that cells ask for; 0 for any. */
  readonly widths: readonly number[];
  readonly isCut: boolean;
  /** Cells had holes between them, or reached out of it. */
  readonly isRagged: boolean;
}

/** Word opens no table with more. */
export const MAX_COLUMNS = 63;

export const spansOf = ({ node }: Placed): { readonly columns: number; readonly rows: number } => {
  const { colspan, rowspan } = fittingAttributes(node.type, node.attrs ?? {});
  return { columns: Number(colspan ?? 1), rows: Number(rowspan ?? 1) };
};

interface Draft {
  cells: Placed[];
  readonly column: number;
  readonly span: number;
  readonly rows: number;
}

export function placeCells(table: Placed): Grid {
  const sources = contentOf(table).map(contentOf);
  const rows: Draft[][] = sources.map(() => []);
  /** Taken columns of each row. */
  const taken: boolean[][] = sources.map(() => []);
  const widths: number[] = [];
  let [isCut, isRagged] = [false, false];
  for (const [y, cells] of sources.entries())
    for (const cell of cells) {
      const asked = spansOf(cell);
      const column = firstFree(taken[y]!);
      if (column >= MAX_COLUMNS) {
        isCut = true;
        // Word hides text in a cell that goes on from above.
        (rows[y]!.findLast((one) => one.rows > 0) ?? rows[y]!.at(-1))?.cells.push(cell);
        continue;
      }
      const span = roomFor(taken[y]!, column, Math.min(asked.columns, MAX_COLUMNS - column));
      isRagged ||= span < asked.columns || asked.rows > rows.length - y;
      const draft: Draft = { cells: [cell], column, span, rows: Math.min(asked.rows, rows.length - y) };
      for (let below = y; below < y + draft.rows; below += 1) {
        rows[below]!.push(below === y ? draft : { ...draft, cells: [], rows: 0 });
        for (let x = column; x < column + span; x += 1) taken[below]![x] = true;
      }
      noteWidths(widths, cell, column);
    }
  const columns = Math.max(1, ...taken.map((row) => row.length));
  return {
    columns,
    isCut,
    isRagged: isRagged || taken.some((row) => countTaken(row) < columns),
    widths: Array.from({ length: columns }, (_, x) => widths[x] ?? 0),
    rows: rows.map((row, y) => fillHoles(row, taken[y]!, columns)),
  };
}

const countTaken = (row: readonly boolean[]): number => row.filter(Boolean).length;

function firstFree(taken: readonly boolean[]): number {
  let column = 0;
  while (taken[column] === true) column += 1;
  return column;
}

function roomFor(taken: readonly boolean[], column: number, asked: number): number {
  let span = 1;
  while (span < asked && taken[column + span] !== true) span += 1;
  return span;
}

/** In px, as the cell asks for them; empty for none. */
export function widthsOf({ node }: Placed): readonly number[] {
  const { colwidth } = fittingAttributes(node.type, node.attrs ?? {});
  return Array.isArray(colwidth) ? colwidth.map(Number) : [];
}

function noteWidths(widths: number[], cell: Placed, column: number): void {
  for (const [index, width] of widthsOf(cell).entries()) widths[column + index] ||= width;
}

function fillHoles(row: readonly Draft[], taken: readonly boolean[], columns: number): GridCell[] {
  const holes = Array.from({ length: columns }, (_, column) => column)
    .filter((column) => taken[column] !== true)
    .map((column): GridCell => ({ cells: [], column, span: 1, rows: 1 }));
  return [...row, ...holes].toSorted((a, b) => a.column - b.column);
}
