/** A page that was downloaded here: its text is as we wrote it, and needs no cleaning. Comments and title stand apart. */
import type { ArrivingThread } from '#contract/formats/arriving-text.ts';
import type { Origin } from '#contract/formats/leaving-text.ts';
import type { LossBook } from '#contract/formats/loss.ts';
import { readOwnComments } from './read-own-comments.ts';
import { signOwnPage } from './read-own-places.ts';

const SIGN = '<meta name="generator" content="Spolu">';
const ORIGIN = /<meta name="spolu-origin" content="([\da-f-]{36}) (\d{1,15})">/;
const TEXT = /<main>([^]*)<\/main>/;
/** Text has no tags, so a line that begins with one of these is a block of the document. */
const BETWEEN_BLOCKS = /\n(?=<(?:blockquote|details|div|h[1-6]|hr|img|ol|p|pre|ul)[ >])/;

export interface OwnPage {
  readonly blocks: readonly string[];
  readonly threads: readonly ArrivingThread[];
  readonly origin: Origin | null;
}

/** Null for a page of another program. */
export function readOwnPage(page: string, book: LossBook): OwnPage | null {
  const head = page.slice(0, page.indexOf('</head>'));
  const text = TEXT.exec(page)?.[1];
  if (!head.includes(SIGN) || text === undefined) return null;
  const [, documentId, seq] = ORIGIN.exec(head) ?? [];
  const threads = readOwnComments(page, book);
  const signed = signOwnPage(text.trim(), new Set(threads.map(({ id }) => id)));
  for (const { id, quote, hadPlace } of threads)
    if ((hadPlace && !signed.placed.has(id)) || signed.widened.has(id))
      book.note('comment', 'changed', quote);
  return {
    blocks: signed.html.split(BETWEEN_BLOCKS),
    threads,
    origin: documentId === undefined ? null : { documentId, seq: Number(seq) },
  };
}
