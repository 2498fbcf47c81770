/** Threads of comments of one document. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { CommentBody } from '#contract/comments/comment-body.ts';
import { threadsReply, type Anchor, type Thread, type ThreadsReply } from '#contract/comments/thread.ts';
import { errorCodeOf } from './api-error.ts';
import { askDatabase, timeLimit } from './ask-database.ts';
import type { Database } from './database.types.ts';
import { getSupabase } from './supabase.ts';

export interface NewComment {
  readonly thread: string;
  readonly comment: string;
  /** Opens the thread if it does not exist; null for a reply. */
  readonly anchor: Anchor | null;
  readonly body: CommentBody;
  readonly assignee: string | null;
}

/** Threads that changed after a version; all with 0. Refused as forbidden for viewers, if the owner wants that. */
function listThreads(documentId: string, since: number): Promise<ThreadsReply> {
  const request = getSupabase().rpc('list_threads', { p_document: documentId, p_since: since });
  return askDatabase(request.abortSignal(timeLimit()), threadsReply);
}

/** Idempotent: sent twice, it is added once. */
const addComment = (documentId: string, { thread, comment, anchor, body, assignee }: NewComment) =>
  change('add_comment', {
    p_document: documentId,
    p_thread: thread,
    p_comment: comment,
    p_anchor: anchor,
    p_body: body,
    ...(assignee === null ? {} : { p_assignee: assignee }),
  });

const editComment = (documentId: string, comment: string, body: CommentBody) =>
  change('edit_comment', { p_document: documentId, p_comment: comment, p_body: body });

const deleteComment = (documentId: string, comment: string) =>
  change('delete_comment', { p_document: documentId, p_comment: comment });

const setThreadState = (documentId: string, thread: string, state: 'open' | 'resolved') =>
  change('set_thread_state', { p_document: documentId, p_thread: thread, p_state: state });

const assignThread = (documentId: string, thread: string, user: string | null) =>
  change('assign_thread', {
    p_document: documentId,
    p_thread: thread,
    ...(user === null ? {} : { p_assignee: user }),
  });

const react = (documentId: string, comment: string, emoji: string, isOn: boolean) =>
  change('react_to_comment', { p_document: documentId, p_comment: comment, p_emoji: emoji, p_on: isOn });

const attachThread = (documentId: string, thread: string, anchor: Anchor) =>
  change('attach_thread', { p_document: documentId, p_thread: thread, p_anchor: anchor });

const readThreads = (documentId: string, threads: readonly string[]) =>
  change('read_threads', { p_document: documentId, p_threads: [...threads] });

/** Empty for a role that sees none. */
export async function listOpenThreads(documentId: string): Promise<readonly Thread[]> {
  try {
    return (await listThreads(documentId, 0)).threads.filter((thread) => !thread.is_resolved);
  } catch (error) {
    if (errorCodeOf(error) === 'forbidden') return [];
    throw error;
  }
}

/** Copies open threads to a copy of their document that has none yet. */
export const copyThreads = (
  documentId: string,
  copyId: string,
  threads: readonly { readonly thread: string; readonly anchor: Anchor }[],
): Promise<void> =>
  change('copy_threads', {
    p_document: documentId,
    p_copy: copyId,
    p_threads: threads.map(({ thread, anchor }) => ({ thread, anchor: { ...anchor } })),
  });

export const commentApi = {
  listThreads,
  addComment,
  editComment,
  deleteComment,
  setThreadState,
  assignThread,
  react,
  attachThread,
  readThreads,
};
export type CommentApi = typeof commentApi;

type Functions = Database['public']['Functions'];

async function change<Name extends keyof Functions>(
  name: Name,
  args: Functions[Name]['Args'],
): Promise<void> {
  const request = getSupabase().rpc(name as never, args as never);
  await askDatabase(request.abortSignal(timeLimit()), z.unknown());
}

const viewersKey = (documentId: string) => ['viewers-see-comments', documentId] as const;

export const viewersSeeCommentsQuery = (documentId: string) =>
  queryOptions({
    queryKey: viewersKey(documentId),
    queryFn: async () => {
      const request = getSupabase().from('documents').select('viewers_see_comments').eq('id', documentId);
      const schema = z.object({ viewers_see_comments: z.boolean() });
      return (await askDatabase(request.abortSignal(timeLimit()).single(), schema)).viewers_see_comments;
    },
  });

/** For the owner. */
export async function setViewersSeeComments(
  client: QueryClient,
  documentId: string,
  see: boolean,
): Promise<void> {
  await change('set_viewers_see_comments', { p_document: documentId, p_see: see });
  client.setQueryData(viewersKey(documentId), see);
}
