/** Which versions viewers and commenters of a document see. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { askDatabase, timeLimit } from './ask-database.ts';
import { getSupabase } from './supabase.ts';

const readersKey = (documentId: string) => ['readers-history', documentId] as const;

/** Whether they see all versions since they got access, or only those with a name. */
export const readersSeeAllQuery = (documentId: string) =>
  queryOptions({
    queryKey: readersKey(documentId),
    queryFn: async () => {
      const request = getSupabase().from('documents').select('readers_see_all').eq('id', documentId);
      const schema = z.object({ readers_see_all: z.boolean() });
      return (await askDatabase(request.abortSignal(timeLimit()).single(), schema)).readers_see_all;
    },
  });

export async function setReadersSeeAll(client: QueryClient, documentId: string, all: boolean): Promise<void> {
  const request = getSupabase().rpc('set_readers_see_all', { p_document: documentId, p_all: all });
  await askDatabase(request.abortSignal(timeLimit()), z.unknown());
  client.setQueryData(readersKey(documentId), all);
}
