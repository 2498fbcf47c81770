/** Text that PostgreSQL cannot store, wherever a caller may put text: a NUL, and half of a pair of surrogates. */
import { describe, expect, test } from 'vitest';
import type { Contract } from './contract.ts';

const ODD = { 'a NUL': 'a\u0000b', 'half a pair': 'a\ud800b' };

/** Path, and a body with the text in it; the address has no account. */
const requests = (odd: string): readonly (readonly [path: string, body: object])[] => [
  ['/auth/v1/signup', { email: `${odd}@example.com`, password: odd.repeat(10), data: { [odd]: odd } }],
  ['/auth/v1/token?grant_type=password', { email: `${odd}@example.com`, password: odd }],
  ['/auth/v1/token?grant_type=refresh_token', { refresh_token: odd }],
  ['/auth/v1/token?grant_type=pkce', { auth_code: odd, code_verifier: odd }],
  ['/auth/v1/otp', { email: `${odd}@example.com`, data: { a: odd } }],
  ['/auth/v1/verify', { type: 'email', email: 'nobody@example.com', token: odd }],
  ['/auth/v1/verify', { type: 'magiclink', token_hash: odd }],
  ['/auth/v1/admin/users', { email: 'a@b', user_metadata: { a: odd }, app_metadata: { a: odd } }],
  ['/auth/v1/admin/generate_link', { type: 'recovery', email: `${odd}@example.com` }],
  ['/rest/v1/profiles', { name: odd }],
  ['/rest/v1/rpc/document_head', { p_document: odd }],
  ['/rest/v1/rpc/no_such_function', { [odd]: odd }],
  ['/storage/v1/bucket', { name: odd }],
  ['/storage/v1/object/list/document-images', { prefix: odd, search: odd }],
  ['/storage/v1/object/list-v2/document-images', { prefix: odd }],
  ['/storage/v1/object/sign/document-images', { expiresIn: 9, paths: [odd] }],
  ['/storage/v1/object/move', { bucketId: odd, sourceKey: odd, destinationKey: odd }],
  ['/storage/v1/object/copy', { bucketId: 'document-images', sourceKey: odd, destinationKey: 'a' }],
  ['/realtime/v1/api/broadcast', { messages: [{ topic: odd, event: odd, payload: { a: odd } }] }],
  ['/realtime/v1/api/broadcast', { messages: [{ topic: odd, event: odd, payload: {}, private: true }] }],
];

export function describeOddText(contract: Contract): void {
  describe('text that cannot be stored', () => {
    test.each(Object.entries(ODD))('%s is no failure of any service', async (_name, odd) => {
      for (const [path, body] of requests(odd)) {
        const headers = { 'content-type': 'application/json' };
        const reply = await contract.callAsAdmin(path, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        });
        expect([path, reply.status < 500, await reply.text()]).toEqual([path, true, expect.any(String)]);
      }
    });

    test('unpaired surrogates become the replacement character', async () => {
      const { client } = await contract.signIn();
      const data = { name: ODD['half a pair'], pair: '\ud83d\ude00' };
      expect((await client.auth.updateUser({ data })).data.user?.user_metadata).toMatchObject({
        name: 'a\ufffdb',
        pair: '\ud83d\ude00',
      });
    });
  });
}
