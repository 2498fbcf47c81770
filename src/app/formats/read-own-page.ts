/** A page that was downloaded here: its text is as we wrote it, and needs no cleaning. Comments and title stand apart. */
import type { Origin } from '#contract/formats/leaving-text.ts';

const SIGN = '<meta name="generator" content="Spolu">';
const ORIGIN = /<meta name="spolu-origin" content="([\da-f-]{36}) (\d{1,15})">/;
const TEXT = /<main>([^]*)<\/main>/;
/** Text has no tags, so a line that begins with one of these is a block of the document. */
const BETWEEN_BLOCKS = /\n(?=<(?:blockquote|details|div|h[1-6]|hr|img|ol|p|pre|ul)[ >])/;

export interface OwnPage {
  readonly blocks: readonly string[];
  readonly origin: Origin | null;
}

/** Null for a page of another program. */
export function readOwnPage(page: string): OwnPage | null {
  const head = page.slice(0, page.indexOf('</head>'));
  const text = TEXT.exec(page)?.[1];
  if (!head.includes(SIGN) || text === undefined) return null;
  const [, documentId, seq] = ORIGIN.exec(head) ?? [];
  return {
    blocks: text.trim().split(BETWEEN_BLOCKS),
    origin: documentId === undefined ? null : { documentId, seq: Number(seq) },
  };
}
