/** Access to a document: who is invited, the link, requests. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { GRANTABLE_ROLES } from '#contract/roles.ts';
import { askDatabase, timeLimit } from './ask-database.ts';
import type { Database } from './database.types.ts';
import type { GrantableRole } from './members.ts';
import { getSupabase } from './supabase.ts';

const grantable = z.enum(GRANTABLE_ROLES);

const sharingSchema = z.object({
  /** Role that the link gives to signed-in users; null: the link is off. */
  linkRole: z.nullable(grantable),
  /** Null: not known yet. */
  mailsAreSetUp: z.nullable(z.boolean()),
  invitations: z.array(
    z.object({
      id: z.uuid(),
      email: z.string(),
      role: grantable,
      expiresAt: z.coerce.date(),
      /** State of the last mail with the link. Null: none. */
      mail: z.nullable(z.string()),
      /** Null: an old invitation, whose token is stored nowhere. */
      token: z.nullable(z.string()),
    }),
  ),
  requests: z.array(z.object({ userId: z.uuid(), name: z.string(), email: z.string() })),
});
export type Invitation = z.output<typeof sharingSchema>['invitations'][number];
export type AccessRequest = z.output<typeof sharingSchema>['requests'][number];

/** Polling interval while the dialog is open. */
export const SHARING_LOOK_MS = 4000;

/** Polling interval while it is closed, so that the owner notices access requests. */
export const SHARING_GLANCE_MS = 60_000;

const sharingKey = (documentId: string) => ['sharing', documentId] as const;

/** Only the owner receives invitations and requests. */
export const sharingQuery = (documentId: string) =>
  queryOptions({
    queryKey: sharingKey(documentId),
    queryFn: () =>
      askDatabase(
        getSupabase().rpc('list_sharing', { p_document: documentId }).abortSignal(timeLimit()),
        sharingSchema,
      ),
  });

export async function refreshSharing(client: QueryClient, documentId: string): Promise<void> {
  await client.invalidateQueries({ queryKey: sharingKey(documentId) });
}

export const revokeInvitation = (documentId: string, invitationId: string): Promise<void> =>
  change('revoke_invitation', { p_document: documentId, p_invitation: invitationId });

export const setLinkRole = (documentId: string, role: GrantableRole | null): Promise<void> =>
  change('set_link_role', { p_document: documentId, p_role: orNull(role) });

/** Null declines. */
export const answerRequest = (
  documentId: string,
  userId: string,
  role: GrantableRole | null,
): Promise<void> =>
  change('answer_request', { p_document: documentId, p_user: userId, p_role: orNull(role) });

/** Makes another member the owner; the caller becomes an editor. */
export const transferDocument = (documentId: string, userId: string): Promise<void> =>
  change('transfer_document', { p_document: documentId, p_user: userId });

type Change = 'revoke_invitation' | 'set_link_role' | 'answer_request' | 'transfer_document';

async function change<Name extends Change>(
  name: Name,
  args: Database['public']['Functions'][Name]['Args'],
): Promise<void> {
  await askDatabase(getSupabase().rpc(name, args).abortSignal(timeLimit()), z.unknown());
}

/** The generated types lack nullable arguments. */
const orNull = (role: GrantableRole | null): string => role as string;
