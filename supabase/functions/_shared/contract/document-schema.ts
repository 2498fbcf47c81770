/**
 * The nodes and marks that a document may contain. Client and server refuse all others, because a client that reads an
 * unknown node or mark would delete it from the shared document.
 */

/** Increased when a client of the previous number would damage a document. Writes of older clients are refused. */
export const SCHEMA_MAJOR = 1;

/** Root types of the Y.Doc: the text (XmlFragment) and the title (Text). */
export const TEXT_ROOT = 'default';
export const TITLE_ROOT = 'title';
export const ROOT_NAMES: ReadonlySet<string> = new Set([TEXT_ROOT, TITLE_ROOT]);

export const NODE_NAMES: ReadonlySet<string> = new Set([
  'paragraph',
  'heading',
  'blockquote',
  'bulletList',
  'orderedList',
  'listItem',
  'taskList',
  'taskItem',
  'codeBlock',
  'horizontalRule',
  'hardBreak',
  'image',
  'table',
  'tableRow',
  'tableHeader',
  'tableCell',
  'details',
  'detailsSummary',
  'detailsContent',
  'callout',
  'mention',
  'inlineMath',
  'blockMath',
]);

export const MARK_NAMES: ReadonlySet<string> = new Set([
  'bold',
  'italic',
  'strike',
  'underline',
  'code',
  'highlight',
  'subscript',
  'superscript',
  'link',
]);
