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
  /** Keeps two tables apart, which Word would make one. */
  gap: 'TableGap',
  /** Above the comments whose text is gone, and each of their quotes. */
  lostHeading: 'LostCommentsHeading',
  lostQuote: 'LostComment',
  comment: 'CommentText',
} as const;

/** Id of the character style. */
export const CODE_RUN = 'VerbatimChar';

/** Ids of table styles: boxes of one cell. */
export const BOXES = {
  details: 'Details',
  info: 'CalloutInfo',
  success: 'CalloutSuccess',
  warning: 'CalloutWarning',
  danger: 'CalloutDanger',
} as const;
export type BoxName = keyof typeof BOXES;

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
