/** Plain nodes, shortly written. */
import type { LeavingText, LeavingThread } from '#contract/formats/leaving-text.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';

type Marks = NonNullable<DocumentNode['marks']>;

export const text = (own: string, ...marks: (string | Marks[number])[]): DocumentNode => ({
  type: 'text',
  text: own,
  ...(marks.length > 0
    ? { marks: marks.map((mark) => (typeof mark === 'string' ? { type: mark } : mark)) }
    : {}),
});

type Content = string | DocumentNode;

/** A node with attributes and content; strings are its text. */
export const node = (
  type: string,
  attrs: Readonly<Record<string, unknown>> = {},
  ...content: readonly Content[]
): DocumentNode => ({
  type,
  ...(Object.keys(attrs).length > 0 ? { attrs } : {}),
  ...(content.length > 0
    ? { content: content.map((one) => (typeof one === 'string' ? text(one) : one)) }
    : {}),
});

export const p = (...content: readonly Content[]): DocumentNode => node('paragraph', {}, ...content);
export const item = (...content: readonly Content[]): DocumentNode =>
  node('listItem', {}, ...content.map((one) => (typeof one === 'string' ? p(one) : one)));
export const cell = (
  attrs: Readonly<Record<string, unknown>>,
  ...content: readonly Content[]
): DocumentNode =>
  node('tableCell', attrs, ...content.map((one) => (typeof one === 'string' ? p(one) : one)));
export const header = (...content: readonly Content[]): DocumentNode => ({
  ...cell({}, ...content),
  type: 'tableHeader',
});
export const row = (...cells: readonly DocumentNode[]): DocumentNode => node('tableRow', {}, ...cells);

export function leavingText(
  content: readonly DocumentNode[],
  rest: Partial<Omit<LeavingText, 'doc'>> = {},
): LeavingText {
  return {
    title: 'Smlouva o dílo',
    language: 'cs',
    doc: { type: 'doc', content },
    threads: [],
    loadPicture: () => Promise.resolve(null),
    origin: null,
    ...rest,
  };
}

export const body = (...lines: readonly Content[]): LeavingThread['comments'][number]['body'] =>
  ({
    type: 'doc',
    content: lines.map((line) => (typeof line === 'string' ? p(line) : line)),
  }) as LeavingThread['comments'][number]['body'];

export const AT = new Date('2026-03-01T08:30:00Z');

/** Comments of one author after the other. */
export const thread = (
  ranges: LeavingThread['ranges'],
  comments: readonly (readonly [author: string, text: string | null])[],
  rest: Partial<LeavingThread> = {},
): LeavingThread => ({
  ranges,
  quote: 'slova',
  isResolved: false,
  comments: comments.map(([author, own]) => ({ author, at: AT, body: own === null ? null : body(own) })),
  ...rest,
});
