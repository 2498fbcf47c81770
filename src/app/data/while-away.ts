/** Changes that others made while the user was away. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { askDatabase, timeLimit } from './ask-database.ts';
import { getSupabase } from './supabase.ts';

const whileAwaySchema = z.nullable(
  z.object({
    /** Up to here the user has seen the document. */
    seq: z.int().check(z.positive()),
    leftAt: z.coerce.date(),
    /** The absence was long, and the user has not closed the notice about it. */
    unread: z.boolean(),
    /** Null for an account that is gone. */
    people: z.array(z.nullable(z.string())),
  }),
);

const whileAwayKey = (documentId: string) => ['while-away', documentId] as const;

/** Changes of others during the last absence. Asked once for each visit. Null when they changed nothing. */
export const whileAwayQuery = (documentId: string) =>
  queryOptions({
    queryKey: whileAwayKey(documentId),
    queryFn: () =>
      askDatabase(
        getSupabase().rpc('changes_while_away', { p_document: documentId }).abortSignal(timeLimit()),
        whileAwaySchema,
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export async function markAsRead(client: QueryClient, documentId: string): Promise<void> {
  client.setQueryData(whileAwayQuery(documentId).queryKey, (away) => away && { ...away, unread: false });
  const request = getSupabase().rpc('mark_as_read', { p_document: documentId });
  await askDatabase(request.abortSignal(timeLimit()), z.unknown());
}
