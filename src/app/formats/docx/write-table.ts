import {
  BorderStyle,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  VerticalMergeType,
  WidthType,
} from 'docx';
import { plainText } from '#contract/text/plain-text.ts';
import type { Box } from './desk.ts';
import { placeCells, widthsOf, type Grid, type GridCell } from './place-cells.ts';
import { contentOf, type Placed } from './positions.ts';
import { endWithParagraph } from './write-box.ts';
import { CELL_MARGIN, HEAD_FILL, MIN_COLUMN, STYLES, TWIPS_PER_PIXEL } from './write-names.ts';
import type { Block } from './write-scopes.ts';

type Write = (placed: readonly Placed[], box: Box) => Block[];

const LINE = { style: BorderStyle.SINGLE, size: 4, color: 'B8B4AA' };

export function writeTable(placed: Placed, box: Box, write: Write): Block[] {
  const grid = placeCells(placed);
  if (grid.rows.length === 0) return [];
  const { losses } = box.desk;
  if (grid.isCut) losses.note('table', 'simplified', plainText(placed.node), box.block);
  const widths = spread(grid.widths, box.width);
  if (isChanged(grid, widths)) losses.note('table', 'changed', plainText(placed.node), box.block);
  const headers = countHeaders(grid);
  for (const one of grid.rows.slice(headers).flat())
    if (isHeader(one))
      losses.note(
        'headerCell',
        'simplified',
        one.cells.map(({ node }) => plainText(node)).join(' '),
        box.block,
      );
  const rows = grid.rows.map(
    (cells, y) =>
      new TableRow({
        ...(y < headers ? { tableHeader: true, cantSplit: true } : {}),
        children: cells.map((one) => writeCell(one, { widths, grid }, box, write)),
      }),
  );
  const total = widths.reduce((sum, width) => sum + width, 0);
  return [
    new Table({
      rows,
      columnWidths: widths,
      // Word fits columns without widths to their content, as the page does.
      layout: grid.widths.some((width) => width > 0) ? TableLayoutType.FIXED : TableLayoutType.AUTOFIT,
      width: { size: total, type: WidthType.DXA },
      indent: { size: box.indent, type: WidthType.DXA },
      borders: {
        top: LINE,
        bottom: LINE,
        left: LINE,
        right: LINE,
        insideHorizontal: LINE,
        insideVertical: LINE,
      },
      tableLook: { firstRow: headers > 0, firstColumn: false, noHBand: true, noVBand: true },
    }),
  ];
}

const isHeader = ({ cells }: GridCell): boolean => cells.some(({ node }) => node.type === 'tableHeader');

/** Rows at the top that are all headers. Word repeats them on each page, so some other row must follow. */
function countHeaders({ rows }: Grid): number {
  const first = rows.findIndex((cells) => cells.some((one) => one.rows > 0 && !isHeader(one)));
  return first === -1 ? Math.min(1, rows.length - 1) : first;
}

/** Whether widths or places of cells are others in Word, which has one width for all cells of a column. */
function isChanged({ rows, widths: asked, isRagged }: Grid, widths: readonly number[]): boolean {
  const readable = new Set(rows.flat().flatMap((one) => (isSet(one, asked) ? columnsOf(one) : [])));
  const isNarrowed = asked.some(
    (pixels, x) => pixels > 0 && (widths[x] !== pixels * TWIPS_PER_PIXEL || !readable.has(x)),
  );
  return (
    isRagged ||
    isNarrowed ||
    rows.flat().some(({ cells, column, span }) => {
      const own = asked.slice(column, column + span);
      const wanted = own.some((pixels) => pixels > 0) ? own.join() : '';
      return cells.some((cell) => widthsOf(cell).join() !== wanted);
    })
  );
}

const columnsOf = ({ column, span }: GridCell): number[] =>
  Array.from({ length: span }, (_, index) => column + index);

/** A cell without a width leaves it to the program. */
const isSet = (cell: GridCell, asked: readonly number[]): boolean =>
  columnsOf(cell).every((x) => (asked[x] ?? 0) > 0);

interface Columns {
  readonly widths: readonly number[];
  readonly grid: Grid;
}

function writeCell(one: GridCell, { widths, grid }: Columns, box: Box, write: Write): TableCell {
  const width = widths.slice(one.column, one.column + one.span).reduce((sum, each) => sum + each, 0);
  const inner: Box = {
    desk: box.desk,
    block: box.block,
    width: Math.max(MIN_COLUMN, width - 2 * CELL_MARGIN),
    indent: 0,
    after: 40,
    ...(isHeader(one) ? { style: STYLES.head } : {}),
  };
  return new TableCell({
    children: endWithParagraph(one.cells.flatMap((cell) => write(contentOf(cell), inner))),
    width: isSet(one, grid.widths) ? { size: width, type: WidthType.DXA } : { size: 0, type: WidthType.AUTO },
    margins: { top: 60, bottom: 60, left: CELL_MARGIN, right: CELL_MARGIN, marginUnitType: WidthType.DXA },
    ...(one.span > 1 ? { columnSpan: one.span } : {}),
    ...(one.rows > 1 ? { verticalMerge: VerticalMergeType.RESTART } : {}),
    ...(one.rows === 0 ? { verticalMerge: VerticalMergeType.CONTINUE } : {}),
    ...(isHeader(one) ? { shading: { type: ShadingType.CLEAR, color: 'auto', fill: HEAD_FILL } } : {}),
  });
}

/** Columns without a width share what the others leave; all shrink to the page. */
function spread(pixels: readonly number[], width: number): number[] {
  const asked = pixels.map((one) => one * TWIPS_PER_PIXEL);
  const free = asked.filter((one) => one === 0).length;
  const left = width - asked.reduce((sum, one) => sum + one, 0);
  const share = free === 0 ? 0 : Math.max(left / free, width / pixels.length);
  const wanted = asked.map((one) => one || share);
  const total = wanted.reduce((sum, one) => sum + one, 0);
  const factor = Math.min(1, width / total);
  return wanted.map((one) => Math.max(1, Math.floor(one * factor)));
}
