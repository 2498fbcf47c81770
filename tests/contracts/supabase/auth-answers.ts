/** The auth service: data that it stores of a person, and its replies to malformed requests. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Contract } from './contract.ts';

const asJson = (body: string): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
});

export function describeAuthAnswers(contract: Contract): void {
  describe('auth answers', () => {
    test('a user created by an administrator has the given metadata, and a user who signed up has more', async () => {
      const { client, id } = await contract.signIn();
      const created = (await client.auth.getUser()).data.user;
      expect(created?.user_metadata).toEqual({ name: 'Ann', email_verified: true });
      expect(created?.identities?.[0]?.identity_data).toMatchObject({ sub: id, phone_verified: false });
      const email = `contract-${randomUUID()}@example.com`;
      const asked = await contract.visit().auth.signInWithOtp({ email, options: { data: { name: 'Bea' } } });
      expect(asked.error).toBeNull();
      const find = async () =>
        (await contract.admin.auth.admin.listUsers()).data.users.find((user) => user.email === email);
      // The answer does not wait for it.
      await expect.poll(find, { timeout: 5000 }).toBeDefined();
      const signedUp = await find();
      await contract.admin.auth.admin.deleteUser(signedUp?.id ?? '');
      const claims = { sub: signedUp?.id, email, phone_verified: false, name: 'Bea' };
      expect(signedUp?.user_metadata).toMatchObject(claims);
      expect(signedUp?.identities?.[0]?.identity_data).toMatchObject(claims);
    });

    test('an unknown grant is no right credential', async () => {
      const reply = await contract.call('/auth/v1/token?grant_type=magic', asJson('{}'));
      expect([reply.status, await reply.json()]).toEqual([
        400,
        { code: 400, error_code: 'invalid_credentials', msg: 'unsupported_grant_type' },
      ]);
    });

    test('an older key is no person: alone it is no bearer token, and as a token it has no user', async () => {
      if (contract.anonKey === undefined) return;
      const headers = { apikey: contract.anonKey };
      const alone = await contract.call('/auth/v1/user', { headers });
      expect([alone.status, alone.headers.get('x-sb-error-code')]).toEqual([401, 'no_authorization']);
      const authorization = `Bearer ${contract.anonKey}`;
      const asToken = await contract.call('/auth/v1/user', { headers: { ...headers, authorization } });
      expect([asToken.status, asToken.headers.get('x-sb-error-code')]).toEqual([403, 'bad_jwt']);
    });

    test('a feature that is switched off replies so', async () => {
      const { client } = await contract.signIn();
      const token = (await client.auth.getSession()).data.session?.access_token;
      const ask = async (method: string, path: string, body?: object) => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
        const reply = await contract.call(`/auth/v1${path}`, init);
        return [reply.status, reply.headers.get('x-sb-error-code')];
      };
      const web3 = { chain: 'solana', message: 'x', signature: 'x' };
      expect(await ask('POST', '/sso', { domain: 'example.com' })).toEqual([404, 'saml_provider_disabled']);
      expect(await ask('POST', '/token?grant_type=web3', web3)).toEqual([422, 'web3_provider_disabled']);
      const idToken = { id_token: 'x', provider: 'google' };
      expect(await ask('POST', '/token?grant_type=id_token', idToken)).toEqual([400, 'provider_disabled']);
      const off = [404, 'manual_linking_disabled'];
      expect(await ask('GET', '/user/identities/authorize?provider=google')).toEqual(off);
      expect(await ask('DELETE', `/user/identities/${randomUUID()}`)).toEqual(off);
    });

    test('a path that is not there, and a method that is not taken', async () => {
      const nowhere = await contract.call('/auth/v1/no-such-thing');
      expect(nowhere.status).toBe(404);
      const wrong = await contract.call('/auth/v1/token', { method: 'GET' });
      expect(wrong.status).toBe(405);
    });
  });
}
