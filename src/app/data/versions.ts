/** Saved versions of one document. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { readStateHeader, readStateRequest } from '#contract/log-pages.ts';
import {
  readVersionHeader,
  readVersionRequest,
  restoreReply,
  restoreRequest,
  saveSnapshotReply,
  saveSnapshotRequest,
} from '#contract/requests.ts';
import { ApiError } from './api-error.ts';
import { askDatabase, timeLimit } from './ask-database.ts';
import { callFunction, callFunctionForFrame } from './call-function.ts';
import { getSupabase } from './supabase.ts';

const KINDS = ['named', 'automatic', 'before_restore', 'before_deletion', 'restored'] as const;

/** A page loaded before a release may receive kinds added since. */
const kindSchema = z.pipe(
  z.string(),
  z.transform((kind) => KINDS.find((known) => known === kind) ?? 'automatic'),
);

const personSchema = z.nullable(z.object({ id: z.uuid(), name: z.string() }));

const authorSchema = z.object({
  typed: z.int(),
  deleted: z.int(),
  session: z.nullable(z.object({ person: personSchema })),
});

/** An author of a stretch. Null fields: a deleted account, or a former member. */
export interface VersionAuthor {
  readonly id: string | null;
  readonly name: string | null;
  readonly typed: number;
  readonly deleted: number;
}

const versionSchema = z.pipe(
  z.object({
    id: z.uuid(),
    seq: z.int().check(z.nonnegative()),
    kind: kindSchema,
    name: z.nullable(z.string()),
    note: z.nullable(z.string()),
    created_at: z.coerce.date(),
    author: personSchema,
    ended_at: z.nullable(z.coerce.date()),
    typed: z.int(),
    deleted: z.int(),
    authors: z.array(authorSchema),
    restored_version_id: z.nullable(z.uuid()),
    restore_session_id: z.nullable(z.uuid()),
  }),
  z.transform(({ created_at, ended_at, authors, restored_version_id, restore_session_id, ...rest }) => ({
    ...rest,
    /** The moment of the state; for a stretch, when its last change was logged. */
    createdAt: ended_at ?? created_at,
    /** Start of a stretch; null for a version that was saved at one moment. */
    startedAt: ended_at === null ? null : created_at,
    authors: sumByPerson(authors),
    /** For a version saved before a restore: the restored version, and the editing session that wrote the restore. */
    restoredId: restored_version_id,
    restoreSessionId: restore_session_id,
  })),
);

/** `author` is null for automatic versions and for authors who no longer share a document with the user. */
export type Version = z.output<typeof versionSchema>;

/** One entry a person, who may have written in several tabs. Sorted by size of contribution, largest first. */
function sumByPerson(authors: readonly z.output<typeof authorSchema>[]): VersionAuthor[] {
  const people = new Map<string | null, VersionAuthor>();
  for (const { typed, deleted, session } of authors) {
    const { id = null, name = null } = session?.person ?? {};
    const known = people.get(id);
    people.set(id, {
      id,
      name,
      typed: typed + (known?.typed ?? 0),
      deleted: deleted + (known?.deleted ?? 0),
    });
  }
  return [...people.values()].toSorted((a, b) => b.typed + b.deleted - a.typed - a.deleted);
}

const MAX_LISTED_VERSIONS = 500;

const versionsKey = (documentId: string) => ['versions', documentId] as const;
const presentKey = (documentId: string) => [...versionsKey(documentId), 'present'] as const;

/** Polling interval while the list is shown. */
const ASK_AGAIN_MS = 15_000;

/** Newest first. */
export const versionsQuery = (documentId: string) =>
  queryOptions({
    queryKey: versionsKey(documentId),
    refetchInterval: ASK_AGAIN_MS,
    queryFn: () => listVersions(documentId),
  });

/** The first 500 after so many. */
export function listVersions(documentId: string, after = 0): Promise<Version[]> {
  const request = getSupabase()
    .from('versions')
    .select(
      `id, seq, kind, name, note, created_at, ended_at, typed, deleted, restored_version_id, restore_session_id,
       author:profiles(id, name),
       authors:version_authors(typed, deleted, session:editing_sessions(person:profiles(id, name)))`,
    )
    .eq('document_id', documentId)
    .order('created_at', { ascending: false })
    .order('seq', { ascending: false })
    .range(after, after + MAX_LISTED_VERSIONS - 1)
    .abortSignal(timeLimit());
  return askDatabase(request, z.array(versionSchema));
}

/** Newest first, page by page. */
export async function listAllVersions(documentId: string): Promise<Version[]> {
  const all: Version[] = [];
  for (;;) {
    const page = await listVersions(documentId, all.length);
    all.push(...page);
    if (page.length < MAX_LISTED_VERSIONS) return all;
  }
}

/** Saves the log's current content as a version. Flush the room first, or the last changes are missing. */
export async function saveVersion(
  documentId: string,
  naming: { readonly name?: string | undefined; readonly note?: string | undefined } = {},
): Promise<{ seq: number; versionId: string | null }> {
  const body = saveSnapshotRequest.parse({ documentId, ...naming, version: true });
  return callFunction('save-snapshot', body, saveSnapshotReply);
}

/** A document at one row of the log: the Yjs updates (encoding V1) that make it up, in order. */
export interface SavedState {
  readonly seq: number;
  readonly updates: readonly Uint8Array[];
}

/** Before the first row there was nothing. */
export const NOTHING: SavedState = { seq: 0, updates: [] };

export async function readVersion(documentId: string, versionId: string): Promise<SavedState> {
  const body = readVersionRequest.parse({ documentId, versionId });
  const { header, parts } = await callFunctionForFrame('read-version', body, readVersionHeader);
  if (parts.length === 0) throw new ApiError({ code: 'unexpected_reply', status: 200 });
  return { seq: header.seq, updates: parts };
}

/** Read once for each `seq`, which only grows while a stretch goes on. Until then the state before stays in view. */
export const versionStateQuery = (documentId: string, { id, seq }: Pick<Version, 'id' | 'seq'>) =>
  queryOptions({
    queryKey: [...versionsKey(documentId), id, seq] as const,
    queryFn: () => readVersion(documentId, id),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before, query) => (query?.queryKey[2] === id ? before : undefined),
  });

/** The document at one row of the log; for its owner and editors. */
export const stateAtQuery = (documentId: string, seq: number) =>
  queryOptions({
    queryKey: [...versionsKey(documentId), 'at', seq] as const,
    queryFn: async (): Promise<SavedState> => {
      const body = readStateRequest.parse({ documentId, seq });
      const { header, parts } = await callFunctionForFrame('read-state', body, readStateHeader);
      return { seq: header.seq, updates: parts };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * The current text, which is that of the newest version, and of when it is. It is read again only after a restore, or when the
 * user asks for it, so that it stays the same while they read it and choose changes in it.
 */
export const presentStateQuery = (documentId: string) =>
  queryOptions({
    queryKey: presentKey(documentId),
    queryFn: async (): Promise<SavedState & { readonly at: Date | null }> => {
      const [newest] = (await listVersions(documentId)).toSorted((a, b) => b.seq - a.seq);
      if (!newest) return { ...NOTHING, at: null };
      return { ...(await readVersion(documentId, newest.id)), at: newest.createdAt };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** `backupVersionId`: version of the text before the restore; `head`: of the log, right after it. */
export interface Restored {
  readonly backupVersionId: string;
  readonly head: number;
}

/** Reverts the text up to `seenHead` to the version; later changes stay. */
export async function restoreVersion(
  documentId: string,
  versionId: string,
  seenHead: number,
): Promise<Restored> {
  const body = restoreRequest.parse({ documentId, versionId, seenHead });
  const { head, backupVersionId } = await callFunction('restore-version', body, restoreReply);
  if (backupVersionId === null) throw new ApiError({ code: 'unexpected_reply', status: 200 });
  return { head, backupVersionId };
}

/** Undoes a restore by restoring its backup. Null if it was undone already. */
export async function takeBackRestore(
  documentId: string,
  { backupVersionId: versionId, head: seenHead }: Restored,
): Promise<Restored | null> {
  const body = restoreRequest.parse({ documentId, versionId, seenHead, takesBack: true });
  const { head, backupVersionId } = await callFunction('restore-version', body, restoreReply);
  return backupVersionId === null ? null : { head, backupVersionId };
}

/** Names a version; an empty name removes the name. */
export async function nameVersion(documentId: string, versionId: string, name: string): Promise<void> {
  const request = getSupabase().rpc('name_version', {
    p_document: documentId,
    p_version: versionId,
    p_name: name,
  });
  await askDatabase(request.abortSignal(timeLimit()), z.unknown());
}

export async function refreshVersions(client: QueryClient, documentId: string): Promise<void> {
  const keys = [versionsKey(documentId), presentKey(documentId)];
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey, exact: true })));
}
