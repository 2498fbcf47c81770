/** Names in files that were exported here, for blocks that Word has no name for. */
import { childOf, element, elementsOf, valueOf, type XmlElement } from './read-xml.ts';
import { widthsOf } from './read-tables.ts';
import { BOX_MARGIN, BOXES, STYLES } from './write-names.ts';

/** Paragraphs around comments whose text is gone. */
const ONLY_IN_FILE: readonly string[] = [STYLES.lostHeading, STYLES.lostQuote];
export const SUMMARY = STYLES.summary;

/** Somebody may have written into a gap. */
export const isOnlyInFile = (styleId: string, isEmpty: boolean): boolean =>
  ONLY_IN_FILE.includes(styleId) || (isEmpty && styleId === STYLES.gap);

export interface OwnBox {
  readonly start: string;
  readonly end: string;
  readonly isDetails: boolean;
  readonly content: XmlElement;
  /** Of what it holds, in twips. */
  readonly width: number;
}

const KINDS: Readonly<Record<string, string>> = {
  [BOXES.info]: 'info',
  [BOXES.success]: 'success',
  [BOXES.warning]: 'warning',
  [BOXES.danger]: 'danger',
};

/** A callout or details: a table of one cell. Null for other tables. */
export function readOwnBox(table: XmlElement): OwnBox | null {
  const style = valueOf(table, 'w:tblPr', 'w:tblStyle') ?? '';
  const kind = KINDS[style];
  const rows = elementsOf(table).filter(({ name }) => name === 'w:tr');
  const cells = rows.flatMap((row) => elementsOf(row).filter(({ name }) => name === 'w:tc'));
  if ((kind === undefined && style !== BOXES.details) || cells.length !== 1) return null;
  const content = cells[0] ?? element('w:tc');
  const width = widthsOf(table).reduce((sum, one) => sum + one, 0) - 2 * BOX_MARGIN;
  return kind === undefined
    ? { start: '<details>', end: '</details>', isDetails: true, content, width }
    : {
        start: `<div data-type="callout" data-kind="${kind}">`,
        end: '</div>',
        isDetails: false,
        content,
        width,
      };
}

/** Details without a summary get an empty one, which Word's users may have deleted. */
export const lacksSummary = (content: XmlElement): boolean =>
  valueOf(childOf(content, 'w:p'), 'w:pPr', 'w:pStyle') !== SUMMARY;
