/** Getting access: by an invitation, by the link, by a request. An open document does not load this. */
import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { GRANTABLE_ROLES } from '#contract/roles.ts';
import { askDatabase, timeLimit } from './ask-database.ts';
import { getSupabase } from './supabase.ts';

const previewSchema = z.object({
  inviter: z.string(),
  title: z.string(),
  email: z.string(),
  role: z.enum(GRANTABLE_ROLES),
});
export type InvitationPreview = z.output<typeof previewSchema>;

/** Preview of an invitation; needs no session. `not_found`: it is no longer open. */
export const invitationPreviewQuery = (token: string | null) =>
  queryOptions({
    queryKey: ['invitation-preview', token],
    enabled: token !== null,
    // Optional for the page, so a visitor does not wait for retries.
    retry: false,
    queryFn: () =>
      askDatabase(
        getSupabase()
          .rpc('preview_invitation', { p_token: token ?? '' })
          .abortSignal(timeLimit()),
        previewSchema,
      ),
  });

/** Resolves to the document's id. `not_found`: used, revoked or expired; `forbidden`: for another address. */
export async function acceptInvitation(token: string): Promise<string> {
  const request = getSupabase().rpc('accept_invitation', { p_token: token }).abortSignal(timeLimit());
  return (await askDatabase(request, z.object({ documentId: z.uuid() }))).documentId;
}

/** Adds the caller if their address is invited or the link is on; else refuses with `forbidden`. */
export const joinDocument = (documentId: string): Promise<void> => ask('join_document', documentId);

export const requestAccess = (documentId: string): Promise<void> => ask('request_access', documentId);

async function ask(name: 'join_document' | 'request_access', documentId: string): Promise<void> {
  const request = getSupabase().rpc(name, { p_document: documentId }).abortSignal(timeLimit());
  await askDatabase(request, z.unknown());
}

/** False also while the server cannot be reached. */
export async function hasAccess(documentId: string): Promise<boolean> {
  const request = getSupabase().rpc('document_head', { p_document: documentId }).abortSignal(timeLimit());
  return askDatabase(request, z.unknown()).then(
    () => true,
    () => false,
  );
}
