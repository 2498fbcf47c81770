/** Uses up the link of a mail: a request that only a person's button makes. */
import { AuthClient, type Session } from '@supabase/supabase-js';
import { fail, type AuthOutcome } from './auth.ts';
import { isLinkOf, type MailLink } from './mail-link.ts';
import { recoverHere } from './session.ts';
import { getConfig, getSupabase } from './supabase.ts';

/** `half`: the other mailbox has to confirm too. `other`: of another account than the link says; nobody was signed in. */
export type Confirmed = 'signed-in' | 'half' | 'other';

/** Verified and not taken over yet: its link is used up, so a second try must not ask for it again. */
let held: { readonly tokenHash: string; readonly session: Session } | null = null;

/** Signs in as the account of the link, which must be the one that the link names. */
export async function confirmByMail(link: MailLink): Promise<AuthOutcome<Confirmed>> {
  if (held?.tokenHash !== link.tokenHash) {
    const client = getVerifier();
    const { data, error } = await client.verifyOtp({ token_hash: link.tokenHash, type: link.type });
    if (error) return await fail(error);
    const { session } = data;
    if (session === null) return { ok: true, value: 'half' };
    if (!isLinkOf(link, session.user.email ?? '')) {
      await client.signOut({ scope: 'local' });
      return { ok: true, value: 'other' };
    }
    held = { tokenHash: link.tokenHash, session };
  }
  const { access_token, refresh_token } = held.session;
  const takeOver = () => getSupabase().auth.setSession({ access_token, refresh_token });
  const { error } = await (link.type === 'recovery' ? recoverHere(takeOver) : takeOver());
  if (error) return await fail(error);
  held = null;
  return { ok: true, value: 'signed-in' };
}

let verifier: InstanceType<typeof AuthClient> | null = null;

/** A client that stores nothing: the present sign-in stays until the server has said whose link this is. */
function getVerifier() {
  const { supabaseUrl, publishableKey } = getConfig();
  return (verifier ??= new AuthClient({
    url: `${supabaseUrl}/auth/v1`,
    headers: { apikey: publishableKey },
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storageKey: 'spolu-mail-link',
  }));
}
