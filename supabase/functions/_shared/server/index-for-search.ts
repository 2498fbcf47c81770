/** Indexes texts and comments for search. A failed index is made again by the sweep. */
import { z } from 'zod';
import { bodyText } from '../contract/comments/body-text.ts';
import { commentBody } from '../contract/comments/comment-body.ts';
import { decodeFrame } from '../contract/frame.ts';
import { indexComment, indexText, type SearchIndex } from '../contract/search/index-text.ts';
import type { Database } from './database.ts';
import { openLog } from './fold.ts';
import { Refusal } from './refusal.ts';
import { saveSearchIndex } from './save-search-index.ts';

const headerSchema = z.object({ seq: z.int(), hasSnapshot: z.boolean() });

/** Indexes a document at its head. One that cannot be indexed gets an empty index, and is tried again after a change. */
export async function indexDocument(database: Database, documentId: string): Promise<void> {
  const frame = decodeFrame(await database.callBytes('text_to_index', { p_document: documentId }));
  if (frame === null) throw new Error('text_to_index did not return a frame');
  const { seq, hasSnapshot } = headerSchema.parse(frame.header);
  const [snapshot, rows] = hasSnapshot ? [frame.parts[0]!, frame.parts.slice(1)] : [null, frame.parts];
  try {
    const log = openLog(snapshot, rows);
    log.readTo(rows.length);
    await saveSearchIndex(database, documentId, seq, indexText(log.doc));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unavailable') throw error;
    await saveSearchIndex(database, documentId, seq, NOTHING);
    throw error;
  }
}

const NOTHING: SearchIndex = { title: '', headings: [], body: '', starts: [], vector: '' };

const commentsSchema = z.array(z.object({ id: z.uuid(), body: commentBody, hash: z.string() }));

/** Indexes comments of a document, or of all documents; returns how many there were. */
export async function indexComments(database: Database, documentId: string | null): Promise<number> {
  const comments = await database.call('comments_to_index', { p_document: documentId }, commentsSchema);
  if (comments.length === 0) return 0;
  const indexed = comments.map(({ id, hash, body }) => {
    const text = bodyText(body);
    return { id, hash, body: text, vector: indexComment(text) };
  });
  await database.call('save_comment_index', { p_comments: indexed }, z.null());
  return comments.length;
}

const leftSchema = z.object({ count: z.int(), documents: z.array(z.uuid()) });

/** Processor time that a hosted function has, less a margin. */
const MOST_MS = 1500;

/** Indexes documents that no page has indexed, and comments. `left`: documents that are not indexed yet. */
export async function indexLeft(
  database: Database,
  nowMs: () => number = () => performance.now(),
): Promise<{ readonly indexed: number; readonly comments: number; readonly left: number }> {
  const comments = await indexComments(database, null);
  const { count, documents } = await database.call('documents_to_index', {}, leftSchema);
  const endMs = nowMs() + MOST_MS;
  let indexed = 0;
  for (const id of documents) {
    if (nowMs() > endMs) break;
    try {
      await indexDocument(database, id);
      indexed += 1;
    } catch (error) {
      console.error(`indexing ${id} failed`, error);
    }
  }
  return { indexed, comments, left: count - indexed };
}
