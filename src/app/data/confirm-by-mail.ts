/** Uses up a mail link; called only from a button. */
import { AuthClient, type Session } from '@supabase/auth-js';
import { fail, type AuthOutcome } from './auth.ts';
import { isLinkOf, type MailLink } from './mail-link.ts';
import { recoverHere } from './session.ts';
import { getConfig, getSupabase } from './supabase.ts';

/** `half`: the other address must confirm too. `other`: the account is not the one in the link, and no user is signed in. */
export type Confirmed = 'signed-in' | 'half' | 'other';

/** Verified, but the session is not adopted yet. The link is used up, so a retry must not verify it again. */
let held: { readonly tokenHash: string; readonly session: Session } | null = null;

/** Signs in as the account of the link, which must match the address in the link. */
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

/** A client without storage: the current session stays until the server has identified the account. */
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
