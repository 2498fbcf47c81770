/** Deleting versions, and the record of those that were deleted. */
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { askDatabase, timeLimit } from './ask-database.ts';
import { getSupabase } from './supabase.ts';

const recordSchema = z.pipe(
  z.object({
    id: z.uuid(),
    name: z.nullable(z.string()),
    saved_at: z.coerce.date(),
    deleted_at: z.coerce.date(),
    person: z.nullable(z.object({ name: z.string() })),
  }),
  z.transform(({ id, name, saved_at, deleted_at, person }) => ({
    id,
    name,
    /** The moment of the state that the version was. */
    savedAt: saved_at,
    deletedAt: deleted_at,
    /** Null: a deleted account, or a former member. */
    deletedBy: person?.name ?? null,
  })),
);

export type DeletedVersion = z.output<typeof recordSchema>;

const MAX_LISTED = 100;

/** Newest deletion first; for the owner and editors of the document. */
export const deletedVersionsQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['deleted-versions', documentId] as const,
    queryFn: () => {
      const request = getSupabase()
        .from('deleted_versions')
        .select('id, name, saved_at, deleted_at, person:profiles(name)')
        .eq('document_id', documentId)
        .order('deleted_at', { ascending: false })
        .limit(MAX_LISTED)
        .abortSignal(timeLimit());
      return askDatabase(request, z.array(recordSchema));
    },
  });

/** For the owner. Refused for the newest stretch of work. */
export async function deleteVersion(documentId: string, versionId: string): Promise<void> {
  const request = getSupabase().rpc('delete_version', { p_document: documentId, p_version: versionId });
  await askDatabase(request.abortSignal(timeLimit()), z.unknown());
}
