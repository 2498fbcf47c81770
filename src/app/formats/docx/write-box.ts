/** Callouts and details as tables of one cell, shaded or framed. */
import {
  BorderStyle,
  Paragraph,
  ShadingType,
  Table,
  TableCell,
  TableLayoutType,
  TableRow,
  WidthType,
} from 'docx';
import type { Box } from './desk.ts';
import { BOX_MARGIN, BOXES, STYLES, type BoxName } from './write-names.ts';
import type { Block } from './write-scopes.ts';

const LOOKS: Readonly<Record<BoxName, { readonly line: string; readonly fill: string | null }>> = {
  details: { line: 'B8B4AA', fill: null },
  info: { line: '2B4F9E', fill: 'EEF1F7' },
  success: { line: '2C6434', fill: 'EEF3EE' },
  warning: { line: '8A4300', fill: 'F6F0EB' },
  danger: { line: 'B42318', fill: 'F9EDEC' },
};

export function writeBox(
  name: BoxName,
  text: string,
  box: Box,
  write: (inner: Box) => readonly Block[],
): Table {
  box.desk.losses.note('box', 'simplified', text, box.block);
  const { line, fill } = LOOKS[name];
  const thin = { style: BorderStyle.SINGLE, size: 4, color: line };
  const inner: Box = {
    desk: box.desk,
    block: box.block,
    width: box.width - 2 * BOX_MARGIN,
    indent: 0,
    after: 80,
  };
  const cell = new TableCell({
    children: endWithParagraph(write(inner)),
    margins: { top: 100, bottom: 20, left: BOX_MARGIN, right: BOX_MARGIN, marginUnitType: WidthType.DXA },
    ...(fill === null ? {} : { shading: { type: ShadingType.CLEAR, color: 'auto', fill } }),
    borders: { top: thin, bottom: thin, right: thin, left: { ...thin, size: 24 } },
  });
  return new Table({
    style: BOXES[name],
    rows: [new TableRow({ children: [cell] })],
    layout: TableLayoutType.FIXED,
    width: { size: box.width, type: WidthType.DXA },
    columnWidths: [box.width],
    indent: { size: box.indent, type: WidthType.DXA },
  });
}

/** Word refuses a cell that does not end with a paragraph. */
export function endWithParagraph(blocks: readonly Block[]): (Paragraph | Table)[] {
  const ended =
    blocks.at(-1) instanceof Paragraph ? blocks : [...blocks, new Paragraph({ style: STYLES.gap })];
  // The library names only these two, and writes any element.
  return ended as (Paragraph | Table)[];
}
