/** Signing in and staying signed in. */
import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { totpAt } from '../../../src/embedded-supabase/auth/totp.ts';
import { newDocument } from '../../support/new-document.ts';
import { PASSWORD, type Contract } from './contract.ts';

export function describeAuth(contract: Contract): void {
  describe('auth', () => {
    test('a wrong password and an unknown user have the same reply', async () => {
      const { email } = await contract.signIn();
      const client = contract.visit();
      for (const credentials of [
        { email, password: 'wrong password' },
        { email: 'nobody@example.com', password: PASSWORD },
      ]) {
        const { error } = await client.auth.signInWithPassword(credentials);
        expect(error).toMatchObject({ status: 400, code: 'invalid_credentials' });
      }
    });

    test('a session is refreshed with rotation and keeps its id; signing out ends it', async () => {
      const { client } = await contract.signIn();
      const before = (await client.auth.getClaims()).data?.claims;
      const first = (await client.auth.getSession()).data.session;
      const { data, error } = await client.auth.refreshSession();
      expect(error).toBeNull();
      expect(data.session?.refresh_token).not.toBe(first?.refresh_token);
      const after = (await client.auth.getClaims()).data?.claims;
      expect(after).toMatchObject({
        role: 'authenticated',
        aud: 'authenticated',
        session_id: before?.session_id,
      });
      await client.auth.signOut();
      // The client's word for the refusal `session_not_found`.
      expect((await contract.admin.auth.getUser(data.session?.access_token)).error?.name).toBe(
        'AuthSessionMissingError',
      );
    });

    test('the code of a mail signs in once; wrong and spent ones do not; an unknown address gets no mail', async () => {
      const { email } = await contract.signIn();
      const { data } = await contract.admin.auth.admin.generateLink({ type: 'magiclink', email });
      const token = data.properties?.email_otp ?? '';
      const client = contract.visit();
      const enter = async (code: string) =>
        (await client.auth.verifyOtp({ type: 'email', email, token: code })).error?.code ?? 'signed in';
      expect(await enter(token === '000000' ? '111111' : '000000')).toBe('otp_expired');
      expect(await enter(token)).toBe('signed in');
      expect(await enter(token)).toBe('otp_expired');
      const unknown = { email: `nobody-${randomUUID()}@example.com`, options: { shouldCreateUser: false } };
      // Supabase reveals that the address is unknown; the embedded one does not.
      expect([undefined, 'otp_disabled']).toContain((await client.auth.signInWithOtp(unknown)).error?.code);
    });

    test('a password changes with the present one only, and that ends every other session', async () => {
      const { client, email } = await contract.signIn();
      const other = contract.visit();
      await other.auth.signInWithPassword({ email, password: PASSWORD });
      const change = async (more: object) =>
        (await client.auth.updateUser({ password: 'another good password', ...more })).error?.code ??
        'changed';
      expect(await change({})).toBe('current_password_required');
      expect(await change({ current_password: 'wrong password' })).toBe('current_password_invalid');
      expect(await change({ current_password: PASSWORD, password: 'nine char' })).toBe('weak_password');
      expect(await change({ current_password: PASSWORD })).toBe('changed');
      expect((await other.auth.refreshSession()).error).not.toBeNull();
      expect((await client.auth.refreshSession()).error).toBeNull();
    });

    test('an address changes when both mailboxes have confirmed it', async () => {
      const { client, email } = await contract.signIn();
      const newEmail = `contract-${randomUUID()}@example.com`;
      expect((await client.auth.updateUser({ email: newEmail })).data.user).toMatchObject({
        email,
        new_email: newEmail,
      });
      const hashOf = async (type: 'email_change_current' | 'email_change_new') =>
        (await contract.admin.auth.admin.generateLink({ type, email, newEmail })).data.properties
          ?.hashed_token ?? '';
      const hashes = [await hashOf('email_change_current'), await hashOf('email_change_new')];
      const addresses = [email];
      for (const token_hash of hashes) {
        const reader = contract.visit();
        expect((await reader.auth.verifyOtp({ type: 'email_change', token_hash })).error).toBeNull();
        addresses.push((await client.auth.getUser()).data.user?.email ?? '');
      }
      expect(addresses).toEqual([email, email, newEmail]);
    });

    test('one sees where one is signed in, and ends one sign-in or all others', async () => {
      const { client, email } = await contract.signIn();
      const others = [contract.visit(), contract.visit()] as const;
      for (const other of others) await other.auth.signInWithPassword({ email, password: PASSWORD });
      const current = (await client.auth.getClaims()).data?.claims.session_id;
      const ended = (await others[0].auth.getClaims()).data?.claims.session_id;
      const listed = await client.rpc('list_sessions');
      expect(listed.error).toBeNull();
      expect((listed.data as { id: string }[]).map(({ id }) => id === current)).toEqual([true, false, false]);
      expect((await client.rpc('end_session', { p_session: ended })).error).toBeNull();
      expect((await others[0].auth.refreshSession()).error).not.toBeNull();
      expect((await others[1].auth.refreshSession()).error).toBeNull();
      await client.auth.signOut({ scope: 'others' });
      expect((await others[1].auth.refreshSession()).error).not.toBeNull();
      expect((await client.auth.refreshSession()).error).toBeNull();
    });

    test('with an authenticator app the password alone opens nothing, until a code was shown', async () => {
      const { client, id, email } = await contract.signIn();
      await newDocument(client);
      const enrolled = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' });
      if (enrolled.error !== null) throw enrolled.error;
      const { id: factorId, totp } = enrolled.data;
      const show = async (by: SupabaseClient, atMs: number) =>
        by.auth.mfa.challengeAndVerify({ factorId, code: await totpAt(totp.secret, atMs) });
      expect((await show(client, Date.now())).error).toBeNull();
      const other = contract.visit();
      await other.auth.signInWithPassword({ email, password: PASSWORD });
      const titles = async (by: SupabaseClient) => (await by.from('documents').select('title')).data;
      expect([await titles(client), await titles(other)]).toEqual([[{ title: '' }], null]);
      expect((await other.auth.updateUser({ password: 'another good password' })).error).toMatchObject({
        status: 401,
        code: 'insufficient_aal',
      });
      // A code may work once only: the one of the next half minute counts already.
      expect((await show(other, Date.now() + 30_000)).error).toBeNull();
      expect(await titles(other)).toEqual([{ title: '' }]);
      expect(
        (await contract.admin.auth.admin.mfa.deleteFactor({ userId: id, id: factorId })).error,
      ).toBeNull();
      const freed = contract.visit();
      await freed.auth.signInWithPassword({ email, password: PASSWORD });
      expect(await titles(freed)).toEqual([{ title: '' }]);
    });

    test('data of a person is merged', async () => {
      const { client } = await contract.signIn();
      await client.auth.updateUser({ data: { language: 'cs' } });
      expect((await client.auth.getUser()).data.user?.user_metadata).toMatchObject({
        name: 'Ann',
        language: 'cs',
      });
    });
  });
}
