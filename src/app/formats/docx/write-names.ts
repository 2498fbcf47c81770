/** Names in the files written here, by which a reader knows what Word has no name for. */

/** Custom properties with the origin of the text. */
export const DOCUMENT_PROPERTY = 'SpoluDocument';
export const SEQ_PROPERTY = 'SpoluSeq';

/** Ids of paragraph styles. */
export const STYLES = {
  quote: 'Quote',
  list: 'ListParagraph',
  code: 'SourceCode',
  rule: 'HorizontalLine',
  summary: 'DetailsSummary',
  /** Of text in the heads of tables. */
  head: 'TableHead',
  /** Keeps two tables apart, which Word would make one, and ends cells, which must not end with one. */
  gap: 'TableGap',
  /** Above the comments whose text is gone, and each of their quotes. */
  lostHeading: 'LostCommentsHeading',
  lostQuote: 'LostComment',
  comment: 'CommentText',
} as const;

/** Ids of character styles. */
export const CODE_RUN = 'VerbatimChar';
export const LINK_RUN = 'Hyperlink';

/** By which cells of heads are shaded. */
export const HEAD_FILL = 'F3F1EC';

/** Blocks that a bookmark holds together: those of a quote, or of an item of a list. Word does not show names that begin so. */
export type ScopeKind = 'Quote' | 'Item';
export const scopeName = (kind: ScopeKind, id: number): string => `_Spolu${kind}${id}`;
export const SCOPE_NAME = /^_Spolu(Quote|Item)\d+$/;

/** Ids of table styles: boxes of one cell. */
export const BOXES = {
  details: 'Details',
  info: 'CalloutInfo',
  success: 'CalloutSuccess',
  warning: 'CalloutWarning',
  danger: 'CalloutDanger',
} as const;
export type BoxName = keyof typeof BOXES;

/** Space at the sides within boxes and cells, in twips. */
export const BOX_MARGIN = 160;
export const CELL_MARGIN = 100;
export const MIN_COLUMN = 300;
export const TWIPS_PER_PIXEL = 15;

/**
 * Highlights. Yellow is the highlighter of Word; it has the others in glaring colors only, so that they are shades of those on
 * the page.
 */
export const HIGHLIGHTS = {
  yellow: null,
  orange: 'FBDCC0',
  red: 'F9D5D2',
  purple: 'E5D9F5',
  blue: 'D2E4F7',
  green: 'D3ECD2',
} as const;
