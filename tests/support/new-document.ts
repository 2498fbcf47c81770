import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';

/** Creates an empty document owned by the signed-in user; resolves to its id. */
export async function newDocument(client: Pick<SupabaseClient, 'rpc'>): Promise<string> {
  const { data, error } = await client.rpc('create_document', { p_key: randomUUID() });
  if (error !== null) throw new Error(`create_document: ${error.message}`);
  return (data as { id: string }).id;
}

interface Person {
  readonly client: Pick<SupabaseClient, 'rpc'>;
  readonly email: string;
}

/** Invites a user by email and accepts the invitation. */
export async function letIn(
  owner: Pick<Person, 'client'>,
  guest: Person,
  documentId: string,
  role: string,
): Promise<void> {
  const invited = await owner.client.rpc('add_member', {
    p_document: documentId,
    p_email: guest.email,
    p_role: role,
  });
  if (invited.error !== null) throw new Error(`add_member: ${invited.error.message}`);
  const { token } = invited.data as { token: string };
  const accepted = await guest.client.rpc('accept_invitation', { p_token: token });
  if (accepted.error !== null) throw new Error(`accept_invitation: ${accepted.error.message}`);
}
