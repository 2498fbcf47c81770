/** Comments of a file as the database stores them. Pure. */
import { commentBody, MAX_BODY_BYTES, type CommentBody } from '#contract/comments/comment-body.ts';
import { cleanLine } from '#contract/clean-line.ts';
import { cutText } from '#contract/cut-text.ts';
import type { ArrivingThread } from '#contract/formats/arriving-text.ts';
import { LossBook, type Loss } from '#contract/formats/loss.ts';
import type { DocumentNode } from '#contract/text/document-node.ts';
import { plainText } from '#contract/text/plain-text.ts';

const MAX_THREADS = 500;
const MAX_COMMENTS = 5000;
const MAX_AUTHOR_CHARS = 120;
/** A character takes up to four bytes. */
const SURE_CHARS = MAX_BODY_BYTES / 8;

interface Range {
  readonly from: number;
  readonly to: number;
  /** Of `WHOLE_BLOCKS`, the one that the thread stands at. */
  readonly block?: number;
}

export interface PlacedThread {
  readonly isResolved: boolean;
  /** Null: about the whole document. */
  readonly range: Range | null;
  readonly comments: readonly { readonly author: string; readonly at: Date; readonly body: CommentBody }[];
}

export function placeThreads(
  threads: readonly ArrivingThread[],
  ranges: ReadonlyMap<string, Range>,
  /** For comments whose time the file does not say. */
  now: Date,
): { readonly threads: readonly PlacedThread[]; readonly losses: readonly Loss[] } {
  const book = new LossBook();
  const placed: PlacedThread[] = [];
  let count = 0;
  for (const { id, isResolved, comments } of threads) {
    count += comments.length;
    if (comments.length === 0) continue;
    if (placed.length === MAX_THREADS || count > MAX_COMMENTS) {
      book.note('comment', 'lost', plainText({ type: 'doc', content: comments[0]!.content }));
      continue;
    }
    const range = ranges.get(id) ?? null;
    placed.push({ isResolved, range, comments: comments.map((comment) => store(comment, now, book)) });
  }
  return { threads: placed, losses: book.list() };
}

function store({ author, at, content }: ArrivingThread['comments'][number], now: Date, book: LossBook) {
  return {
    author: cutText(cleanLine(author).trim(), MAX_AUTHOR_CHARS),
    at: at ?? now,
    body: bodyOf(content, book),
  };
}

/** A comment with more than comments here may have becomes plain text. */
function bodyOf(content: readonly DocumentNode[], book: LossBook): CommentBody {
  const read = commentBody.safeParse({ type: 'doc', content });
  if (read.success && new TextEncoder().encode(JSON.stringify(read.data)).length <= MAX_BODY_BYTES)
    return read.data;
  const text = plainText({ type: 'doc', content }).trim();
  const kept = cutText(text, SURE_CHARS);
  if (kept !== text) book.note('comment', 'simplified', text);
  const lines = kept.split('\n').map((line): CommentBody['content'][number] => ({
    type: 'paragraph',
    ...(line === '' ? {} : { content: [{ type: 'text', text: line }] }),
  }));
  return { type: 'doc', content: lines };
}
