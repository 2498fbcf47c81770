/** Index of a document for search: its words for PostgreSQL, and its text for passages. */
import type * as Y from 'yjs';
import { cutText } from '../cut-text.ts';
import { TEXT_ROOT } from '../document-schema.ts';
import { MAX_TITLE_CHARS } from '../limits.ts';
import { readTitle } from '../text/read-title.ts';
import { readDocument } from '../text/yjs-document.ts';
import { createVector } from './create-vector.ts';
import { linesOf, type Line } from './lines-of.ts';

export interface SearchIndex {
  readonly title: string;
  /** Each with the headings above it, itself last, and its line in the body. */
  readonly headings: readonly { readonly line: number; readonly path: readonly string[] }[];
  /** A line for each block, several for a long one; at most `MAX_BODY_BYTES` of UTF-8. */
  readonly body: string;
  /** For each line of the body the number of its first word; the title has the first words. */
  readonly starts: readonly number[];
  /**
   * Text of a `tsvector`: `x:` words without accents, `a:` words with accents, `s:` stems, `m:` words of which not all positions
   * are there; weights A title, B headings, C text.
   * Positions begin again after 16,383, the highest.
   */
  readonly vector: string;
}

export const MAX_BODY_BYTES = 200 * 1024;
const MAX_HEADINGS = 1000;
const MAX_HEADING_CHARS = 80;

/** Deleted text is in no part of it. */
export function indexText(doc: Y.Doc): SearchIndex {
  const title = cutText(readTitle(doc), MAX_TITLE_CHARS);
  const vector = createVector();
  vector.add(title, 'A', []);
  const body = createBody();
  const outline = createOutline();
  for (const line of linesOf(readDocument(doc.getXmlFragment(TEXT_ROOT)))) {
    const start = vector.count();
    const isRoom = vector.add(line.text, line.level === 0 ? 'C' : 'B', line.code);
    const at = body.add(line.text, start);
    if (at !== null) outline.add(line, at);
    if (!isRoom && at === null) break;
  }
  return { title, headings: outline.headings, ...body.take(), vector: vector.toString() };
}

function createBody() {
  const lines: string[] = [];
  const starts: number[] = [];
  const encoder = new TextEncoder();
  let bytes = 0;
  let isFull = false;
  return {
    /** The number of the line; null where there is no room. */
    add: (text: string, start: number): number | null => {
      const size = encoder.encode(text).length + 1;
      isFull ||= bytes + size > MAX_BODY_BYTES;
      if (isFull) return null;
      bytes += size;
      starts.push(start);
      return lines.push(text) - 1;
    },
    take: () => ({ body: lines.join('\n'), starts }),
  };
}

function createOutline() {
  const headings: { line: number; path: readonly string[] }[] = [];
  let above: { level: number; text: string }[] = [];
  return {
    headings,
    add: ({ level, text }: Line, line: number): void => {
      if (level === 0 || headings.length >= MAX_HEADINGS) return;
      above = [
        ...above.filter((each) => each.level < level),
        { level, text: cutText(text, MAX_HEADING_CHARS) },
      ];
      headings.push({ line, path: above.map((each) => each.text) });
    },
  };
}

/** The vector of a comment; weight D. */
export function indexComment(text: string): string {
  const vector = createVector();
  vector.add(text, 'D', []);
  return vector.toString();
}
