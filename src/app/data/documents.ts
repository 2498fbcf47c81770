/** My documents. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { roleSchema } from '#contract/requests.ts';
import { askDatabase, timeLimit } from './ask-database.ts';
import { newId } from './new-id.ts';
import { getSupabase } from './supabase.ts';

const listedDocumentSchema = z.pipe(
  z.object({
    id: z.uuid(),
    title: z.string(),
    role: roleSchema,
    owner_id: z.uuid(),
    owner_name: z.string(),
    member_count: z.int().check(z.nonnegative()),
    updated_at: z.coerce.date(),
  }),
  z.transform((row) => ({
    id: row.id,
    title: row.title,
    role: row.role,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    memberCount: row.member_count,
    updatedAt: row.updated_at,
  })),
);

export type ListedDocument = z.output<typeof listedDocumentSchema>;

const DOCUMENTS_KEY = ['documents'] as const;

/** Documents I am a member of, newest change first. */
export const documentsQuery = () =>
  queryOptions({
    queryKey: DOCUMENTS_KEY,
    queryFn: () =>
      askDatabase(
        getSupabase().rpc('list_my_documents').abortSignal(timeLimit()),
        z.array(listedDocumentSchema),
      ),
  });

/** Makes an empty document that belongs to me and resolves to its id. Repeating it with the same id is harmless. */
export async function createDocument(id: string = newId()): Promise<string> {
  const reply = await askDatabase(
    getSupabase().rpc('create_document', { p_id: id }).abortSignal(timeLimit()),
    z.object({ id: z.uuid() }),
  );
  return reply.id;
}

export async function refreshDocuments(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: DOCUMENTS_KEY });
}
