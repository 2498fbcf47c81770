/** Documents that were made from files: their losses, and the comments of the file. */
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { CommentBody } from '#contract/comments/comment-body.ts';
import type { Anchor } from '#contract/comments/thread.ts';
import { LOSS_KINDS, LOSS_SEVERITIES, type Loss } from '#contract/formats/loss.ts';
import { askDatabase, timeLimit } from './ask-database.ts';
import { getSupabase } from './supabase.ts';

export interface ImportedThread {
  readonly anchor: Anchor;
  readonly isResolved: boolean;
  /** The oldest first. */
  readonly comments: readonly { readonly author: string; readonly at: Date; readonly body: CommentBody }[];
}

/** Adds the comments of a file to the document that was made from it. */
export async function importThreads(documentId: string, threads: readonly ImportedThread[]): Promise<void> {
  const rows = threads.map(({ anchor, isResolved, comments }) => ({
    anchor: { ...anchor },
    is_resolved: isResolved,
    comments: comments.map(({ author, at, body }) => ({ author, at_ms: Math.max(0, at.getTime()), body })),
  }));
  const request = getSupabase().rpc('import_threads', { p_document: documentId, p_threads: rows });
  await askDatabase(request.abortSignal(timeLimit()), z.unknown());
}

/** Stores what was lost of the file that a document was made from. */
export async function noteImport(documentId: string, name: string, losses: readonly Loss[]): Promise<void> {
  const rows = losses.map((loss) => ({ ...loss }));
  const request = getSupabase().rpc('note_import', { p_document: documentId, p_name: name, p_losses: rows });
  await askDatabase(request.abortSignal(timeLimit()), z.unknown());
}

const lossSchema = z.object({
  // A newer page may have stored others.
  kind: z.catch(z.enum(LOSS_KINDS), 'unknown'),
  severity: z.catch(z.enum(LOSS_SEVERITIES), 'changed'),
  count: z.int(),
  example: z.string(),
  block: z.nullable(z.int()),
});

const importSchema = z.nullable(z.object({ name: z.string(), losses: z.array(lossSchema) }));
/** Null: the document was written here. */
export type Import = z.infer<typeof importSchema>;

/** For owner and editors: losses can tell of text that is not in the document. */
export const importQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['file', documentId],
    staleTime: Infinity,
    queryFn: (): Promise<Import> =>
      askDatabase(getSupabase().rpc('read_import', { p_document: documentId }), importSchema),
  });
