/** The user's documents. */
import { readAgain } from './read-again.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { roleSchema } from '#contract/roles.ts';
import { askDatabase, timeLimit } from './ask-database.ts';
import type { Database } from './database.types.ts';
import { fromDevice, keepOwnList, ownKeptList } from './kept-lists.ts';
import { listPollMs } from './list-polling.ts';
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
    deleted_at: z.nullable(z.coerce.date()),
    favorite: z.boolean(),
    opened_at: z.nullable(z.coerce.date()),
    folder_id: z.nullable(z.uuid()),
    // Older servers have none.
    is_template: z._default(z.boolean(), false),
    keep_on_devices: z._default(z.boolean(), true),
    erased_at: z._default(z.nullable(z.coerce.date()), null),
    here: z.array(z.object({ id: z.uuid(), name: z.string(), color: z.nullable(z.int()) })),
  }),
  z.transform((row) => ({
    id: row.id,
    title: row.title,
    role: row.role,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    memberCount: row.member_count,
    updatedAt: row.updated_at,
    /** Time at which the user moved it to the trash. */
    deletedAt: row.deleted_at,
    favorite: row.favorite,
    openedAt: row.opened_at,
    folderId: row.folder_id,
    /** The user starts new documents from it. */
    isTemplate: row.is_template,
    /** The owner allows its text to stay on devices. */
    keepOnDevices: row.keep_on_devices,
    /** When text was last erased from its log. */
    erasedAt: row.erased_at,
    /** The others who have it open now. */
    here: row.here.map(({ id, ...person }) => ({ userId: id, ...person })),
  })),
);

export type ListedDocument = z.output<typeof listedDocumentSchema>;

const DOCUMENTS_KEY = ['documents'] as const;

let isTold = false;

/** Whether the user's topic tells this tab of changes. */
export const setTold = (told: boolean): void => {
  isTold = told;
};

/** Documents the user is a member of, newest change first, and those in the user's trash. */
export const documentsQuery = () =>
  queryOptions({
    queryKey: DOCUMENTS_KEY,
    refetchInterval: ({ state }) => listPollMs(state.data, isTold),
    queryFn: async () => {
      const documents = await askDatabase(
        getSupabase().rpc('list_my_documents').abortSignal(timeLimit()),
        z.array(listedDocumentSchema),
      );
      keepOwnList({ documents });
      return documents;
    },
    ...fromDevice(() => ownKeptList<ListedDocument, unknown>()?.documents),
  });

/** Creates an empty document in this language. Idempotent per key. */
export async function createDocument(language: string, key: string = newId()): Promise<string> {
  const reply = await askDatabase(
    getSupabase().rpc('create_document', { p_key: key, p_language: language }).abortSignal(timeLimit()),
    z.object({ id: z.uuid() }),
  );
  return reply.id;
}

export const setFavorite = (documentId: string, favorite: boolean): Promise<void> =>
  organize('set_favorite', { p_document: documentId, p_favorite: favorite });

/** In the user's own list only. */
export const setTemplate = (documentId: string, isTemplate: boolean): Promise<void> =>
  organize('set_template', { p_document: documentId, p_is_template: isTemplate });

/** Moves it to the owner's trash for 30 days; no one can read or edit it there. */
export const deleteDocument = (documentId: string): Promise<void> =>
  organize('delete_document', { p_document: documentId });

export const restoreDocument = (documentId: string): Promise<void> =>
  organize('restore_document', { p_document: documentId });

/** Deletes it from the trash permanently. */
export const eraseDocument = (documentId: string): Promise<void> =>
  organize('erase_document', { p_document: documentId });

type Organizing =
  | 'set_favorite'
  | 'delete_document'
  | 'restore_document'
  | 'erase_document'
  | 'save_folder'
  | 'delete_folder'
  | 'move_to_folder'
  | 'set_template'
  | 'set_folder_template';

export async function organize<Name extends Organizing>(
  name: Name,
  args: Database['public']['Functions'][Name]['Args'],
): Promise<void> {
  await askDatabase(getSupabase().rpc(name, args).abortSignal(timeLimit()), z.unknown());
}

/** Optimistic update; the server's reply replaces it. */
export function patchDocument(
  client: QueryClient,
  documentId: string,
  change: Partial<ListedDocument>,
): void {
  client.setQueryData(documentsQuery().queryKey, (documents) =>
    documents?.map((one) => (one.id === documentId ? { ...one, ...change } : one)),
  );
}

/** `now`: else when the tab is shown again. */
export async function refreshDocuments(client: QueryClient, now = true): Promise<void> {
  await readAgain(client, DOCUMENTS_KEY, now ? 'active' : 'none');
}
