/** Members of one document and their roles. */
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { GRANTABLE_ROLES, roleSchema } from '#contract/roles.ts';
import { askDatabase, timeLimit } from './ask-database.ts';
import { assignAuthorColors } from './author-colors.ts';
import { getSupabase } from './supabase.ts';

const memberSchema = z.pipe(
  z.object({
    user_id: z.uuid(),
    name: z.string(),
    color: z.nullable(z.int()),
    role: roleSchema,
    email: z.nullable(z.string()),
  }),
  z.transform(({ user_id, ...rest }) => ({ userId: user_id, ...rest })),
);

export type GrantableRole = (typeof GRANTABLE_ROLES)[number];

/** Roles offered in the dialog. */
export const OFFERED_ROLES = GRANTABLE_ROLES;

const membersKey = (documentId: string) => ['members', documentId] as const;

/** Owner first. An e-mail address is null unless the caller owns the document or it is their own. */
export const membersQuery = (documentId: string) =>
  queryOptions({ queryKey: membersKey(documentId), queryFn: () => listMembers(documentId) });

/** With the color that each has chosen, if any. */
export const readMembers = (documentId: string) =>
  askDatabase(
    getSupabase().rpc('list_members', { p_document: documentId }).abortSignal(timeLimit()),
    z.array(memberSchema),
  );

async function listMembers(documentId: string) {
  const rows = await readMembers(documentId);
  const colors = assignAuthorColors(rows);
  return rows.map((row) => ({ ...row, color: colors.get(row.userId) ?? '' }));
}

export type Member = Awaited<ReturnType<typeof listMembers>>[number];

/** Invites an address; resolves to the token of the invitation. Refuses with `already_member`, among others. */
export async function addMember(documentId: string, email: string, role: GrantableRole): Promise<string> {
  const args = { p_document: documentId, p_email: email, p_role: role };
  const invited = z.object({ token: z.string() });
  return (await askDatabase(getSupabase().rpc('add_member', args).abortSignal(timeLimit()), invited)).token;
}

export async function setMemberRole(documentId: string, userId: string, role: GrantableRole): Promise<void> {
  const args = { p_document: documentId, p_user: userId, p_role: role };
  await askDatabase(getSupabase().rpc('set_member_role', args).abortSignal(timeLimit()), z.unknown());
}

/** Removes a member: the owner anyone, others only themselves. */
export async function removeMember(documentId: string, userId: string): Promise<void> {
  const args = { p_document: documentId, p_user: userId };
  await askDatabase(getSupabase().rpc('remove_member', args).abortSignal(timeLimit()), z.unknown());
}

export async function refreshMembers(client: QueryClient, documentId: string): Promise<void> {
  await client.invalidateQueries({ queryKey: membersKey(documentId) });
}
