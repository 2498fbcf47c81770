/** Rows and cells of tables. */
import { childOf, element, elementsOf, valueOf, type XmlElement } from './read-xml.ts';

export const TRANSPARENT: readonly string[] = ['w:customXml', 'w:smartTag', 'w:ins', 'w:moveTo'];

export interface CellReader {
  readonly readCell: (cell: XmlElement, isHead: boolean) => readonly XmlElement[];
  /** Receives elements between rows and cells. */
  readonly pass: (node: XmlElement) => void;
}

export const readRows = (table: XmlElement, reader: CellReader): XmlElement[] =>
  unwrapped(table, 'w:tr', reader.pass).flatMap((row) => readRow(row, reader));

function readRow(row: XmlElement, { readCell, pass }: CellReader): XmlElement[] {
  const format = childOf(row, 'w:trPr');
  const head = childOf(format, 'w:tblHeader');
  const before = Number(valueOf(format, 'w:gridBefore') ?? 0);
  const cells = unwrapped(row, 'w:tc', pass).map((cell) => {
    const kept = elementsOf(childOf(cell, 'w:tcPr')).filter(({ name }) => KEPT.includes(name));
    return element('w:tc', {}, [element('w:tcPr', {}, kept), ...readCell(cell, head !== undefined)]);
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
