/** Rows and cells of tables. */
import { childOf, element, elementsOf, valueOf, type XmlElement } from './read-xml.ts';
import { CELL_MARGIN, HEAD_FILL, MIN_COLUMN, TWIPS_PER_PIXEL } from './write-names.ts';

export const TRANSPARENT: readonly string[] = ['w:customXml', 'w:smartTag', 'w:ins', 'w:moveTo'];

export interface Cell {
  readonly cell: XmlElement;
  readonly isHead: boolean;
  /** Of what it holds, in twips. */
  readonly width: number | undefined;
  /** HTML, in our own files: what the conversion does not know. */
  readonly attributes: string | null;
}

export interface CellReader {
  readonly readCell: (cell: Cell) => readonly XmlElement[];
  /** Receives elements between rows and cells. */
  readonly pass: (node: XmlElement) => void;
  readonly isOwn: boolean;
}

export function readRows(table: XmlElement, reader: CellReader): XmlElement[] {
  const rows = unwrapped(table, 'w:tr', reader.pass);
  const columns = reader.isOwn ? readColumns(table, rows) : null;
  return rows.flatMap((row) => readRow(row, columns, reader));
}

function readRow(row: XmlElement, columns: Columns | null, { readCell, pass }: CellReader): XmlElement[] {
  const format = childOf(row, 'w:trPr');
  const head = childOf(format, 'w:tblHeader');
  const before = Number(valueOf(format, 'w:gridBefore') ?? 0);
  let column = before;
  const cells = unwrapped(row, 'w:tc', pass).map((cell) => {
    const kept = elementsOf(childOf(cell, 'w:tcPr')).filter(({ name }) => KEPT.includes(name));
    const own = columns && readOwnCell(cell, columns, column);
    column += spanOf(cell);
    return element('w:tc', {}, [
      element('w:tcPr', {}, kept),
      ...readCell({
        cell,
        isHead: head !== undefined || own?.isHead === true,
        width: own?.width,
        attributes: own?.attributes ?? null,
      }),
    ]);
  });
  if (cells.length === 0) return [];
  return [
    element('w:tr', {}, [
      ...(head ? [element('w:trPr', {}, [head])] : []),
      ...(before > 0 ? [gap(before)] : []),
      ...cells,
    ]),
  ];
}

const KEPT: readonly string[] = ['w:gridSpan', 'w:vMerge'];

const spanOf = (cell: XmlElement): number => Number(valueOf(cell, 'w:tcPr', 'w:gridSpan') ?? 1);

/** In twips, as the table says them. */
export const widthsOf = (table: XmlElement): readonly number[] =>
  elementsOf(childOf(table, 'w:tblGrid')).map(({ attributes }) => Number(attributes['w:w'] ?? 0));

interface Columns {
  readonly widths: readonly number[];
  /** Those whose width was set. */
  readonly set: ReadonlySet<number>;
}

/** Our own files leave cells without a width where somebody else has to find it. */
function readColumns(table: XmlElement, rows: readonly XmlElement[]): Columns {
  const set = new Set<number>();
  const layout = childOf(table, 'w:tblPr', 'w:tblLayout')?.attributes['w:type'];
  for (const row of layout === 'fixed' ? rows : []) {
    let column = 0;
    for (const cell of elementsOf(row).filter(({ name }) => name === 'w:tc')) {
      const isSet = childOf(cell, 'w:tcPr', 'w:tcW')?.attributes['w:type'] === 'dxa';
      for (const end = column + spanOf(cell); column < end; column += 1) if (isSet) set.add(column);
    }
  }
  return { widths: widthsOf(table), set };
}

function readOwnCell(cell: XmlElement, { widths, set }: Columns, column: number) {
  const own = widths.slice(column, column + spanOf(cell));
  const pixels = own.map((width, at) => (set.has(column + at) ? Math.round(width / TWIPS_PER_PIXEL) : 0));
  return {
    isHead: childOf(cell, 'w:tcPr', 'w:shd')?.attributes['w:fill'] === HEAD_FILL,
    width: Math.max(MIN_COLUMN, own.reduce((sum, width) => sum + width, 0) - 2 * CELL_MARGIN),
    attributes: pixels.some((width) => width > 0) ? ` colwidth="${pixels.join(',')}"` : '',
  };
}

const gap = (columns: number): XmlElement =>
  element('w:tc', {}, [
    element('w:tcPr', {}, [element('w:gridSpan', { 'w:val': String(columns) })]),
    element('w:p'),
  ]);

/** Whether a cell has a color of its own. */
export const isColored = (table: XmlElement): boolean =>
  elementsOf(table).some(
    (row) => row.name === 'w:tr' && elementsOf(row).some((cell) => isShaded(childOf(cell, 'w:tcPr'))),
  );

const isShaded = (format: XmlElement | undefined): boolean =>
  !/^(?:auto|ffffff)$/i.test(childOf(format, 'w:shd')?.attributes['w:fill'] ?? 'auto');

/** Rows or cells, also those in content controls. */
function unwrapped(parent: XmlElement, name: string, pass: (node: XmlElement) => void): XmlElement[] {
  return elementsOf(parent).flatMap((child) => {
    if (child.name === name) return [child];
    if (child.name === 'w:sdt') return unwrapped(childOf(child, 'w:sdtContent') ?? child, name, pass);
    if (TRANSPARENT.includes(child.name)) return unwrapped(child, name, pass);
    pass(child);
    return [];
  });
}
