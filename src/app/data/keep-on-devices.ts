/** Whether the text of a document may stay on devices of its members. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { askDatabase, timeLimit } from './ask-database.ts';
import { refreshDocuments } from './documents.ts';
import { getSupabase } from './supabase.ts';

const keepKey = (documentId: string) => ['keep-on-devices', documentId] as const;

export const keepOnDevicesQuery = (documentId: string) =>
  queryOptions({
    queryKey: keepKey(documentId),
    queryFn: async () => {
      const request = getSupabase().from('documents').select('keep_on_devices').eq('id', documentId);
      const schema = z.object({ keep_on_devices: z.boolean() });
      return (await askDatabase(request.abortSignal(timeLimit()).single(), schema)).keep_on_devices;
    },
  });

/** For the owner. */
export async function setKeepOnDevices(
  client: QueryClient,
  documentId: string,
  keep: boolean,
): Promise<void> {
  const request = getSupabase().rpc('set_keep_on_devices', { p_document: documentId, p_keep: keep });
  await askDatabase(request.abortSignal(timeLimit()), z.unknown());
  client.setQueryData(keepKey(documentId), keep);
  await refreshDocuments(client);
}
