/** Names in files that were exported here, for blocks that Word has no name for. */
import { childOf, element, elementsOf, valueOf, type XmlElement } from './read-xml.ts';

/** Paragraphs that only the file needs: between tables, and around comments whose text is gone. */
export const ONLY_IN_FILE: readonly string[] = ['TableGap', 'LostCommentsHeading', 'LostComment'];
export const SUMMARY = 'DetailsSummary';

export interface OwnBox {
  readonly start: string;
  readonly end: string;
  readonly isDetails: boolean;
  readonly content: XmlElement;
}

const KINDS: Readonly<Record<string, string>> = {
  CalloutInfo: 'info',
  CalloutSuccess: 'success',
  CalloutWarning: 'warning',
  CalloutDanger: 'danger',
};

/** A callout or details: a table of one cell. Null for other tables. */
export function readOwnBox(table: XmlElement): OwnBox | null {
  const style = valueOf(table, 'w:tblPr', 'w:tblStyle') ?? '';
  const kind = KINDS[style];
  const rows = elementsOf(table).filter(({ name }) => name === 'w:tr');
  const cells = rows.flatMap((row) => elementsOf(row).filter(({ name }) => name === 'w:tc'));
  if ((kind === undefined && style !== 'Details') || cells.length !== 1) return null;
  const content = cells[0] ?? element('w:tc');
  return kind === undefined
    ? { start: '<details>', end: '</div></details>', isDetails: true, content }
    : { start: `<div data-type="callout" data-kind="${kind}">`, end: '</div>', isDetails: false, content };
}

const isSummary = (block: XmlElement | undefined): boolean => valueOf(block, 'w:pPr', 'w:pStyle') === SUMMARY;

/** Details without a summary get an empty one, which Word's users may have deleted. */
export const startOfDetails = (content: XmlElement): string =>
  isSummary(childOf(content, 'w:p')) ? '' : '<summary></summary><div data-type="detailsContent">';
