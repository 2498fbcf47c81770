/** Attacks on a whole server with confirmed addresses, by a caller who has only an email address and a link. */
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { newDocument } from '../support/new-document.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';

const BOB = 'bob@example.test';
const STRANGERS_PASSWORD = 'known to the stranger';

let supabase: TestSupabase;

beforeAll(async () => {
  supabase = await startTestSupabase({
    configure: (config) => {
      const email = { ...config.auth.email, enable_confirmations: true, max_frequency: 0 };
      return { ...config, auth: { ...config.auth, email } };
    },
  });
});
afterAll(() => supabase.close());

const visit = (key = supabase.publishableKey): SupabaseClient =>
  createClient(supabase.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });

/** A client whose address is confirmed. */
async function memberOf(email: string): Promise<SupabaseClient> {
  const password = `password of ${email}`;
  await visit(supabase.secretKey).auth.admin.createUser({ email, password, email_confirm: true });
  const client = visit();
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error !== null) throw error;
  return client;
}

const inviteSchema = z.object({ token: z.string() });

async function invite(by: SupabaseClient, email: string): Promise<string> {
  const invitation = { p_document: await newDocument(by), p_email: email, p_role: 'editor' };
  const { data, error } = await by.rpc('add_member', invitation);
  if (error !== null) throw error;
  return inviteSchema.parse(data).token;
}

const accept = async (by: SupabaseClient, token: string): Promise<string> =>
  (await by.rpc('accept_invitation', { p_token: token })).error?.message ?? 'in';

const signInWithPassword = async (): Promise<string> => {
  const { error } = await visit().auth.signInWithPassword({ email: BOB, password: STRANGERS_PASSWORD });
  return error?.code ?? 'signed in';
};

const inboxSchema = z.object({ mails: z.array(z.object({ otp: z.string() })) });

test('an invitation belongs to the owner of its mailbox, not to the first sign-up with its address', async () => {
  const token = await invite(await memberOf('ann@example.test'), BOB);
  const eve = await memberOf('eve@example.test');
  expect(await accept(visit(), token)).toContain('permission denied');
  expect(await accept(eve, token)).toBe('forbidden');

  const { data } = await visit().auth.signUp({ email: BOB, password: STRANGERS_PASSWORD });
  expect(data.session).toBeNull();
  // The server creates the account after its answer.
  await vi.waitFor(async () => expect(await signInWithPassword()).toBe('email_not_confirmed'), 10_000);
  expect((await eve.auth.updateUser({ email: BOB })).data.user?.email).not.toBe(BOB);
  expect(await accept(eve, token)).toBe('forbidden');

  const bob = visit();
  await bob.auth.signInWithOtp({ email: BOB });
  const otp = await vi.waitFor(async () => {
    const reply = await fetch(`${supabase.url}/inbox.json?to=${BOB}`);
    const [mail] = inboxSchema.parse(await reply.json()).mails;
    return z.string().parse(mail?.otp);
  }, 10_000);
  expect((await bob.auth.verifyOtp({ type: 'email', email: BOB, token: otp })).error).toBeNull();
  expect(await signInWithPassword()).toBe('invalid_credentials');
  expect(await accept(bob, token)).toBe('in');
  expect(await accept(eve, token)).toBe('not_found');
  expect(supabase.errors).toEqual([]);
});
