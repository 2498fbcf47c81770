/** Files. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Contract } from './contract.ts';

export function describeStorage(contract: Contract): void {
  describe('storage', () => {
    test('a private bucket: the service writes, a signed link reads, others get nothing', async () => {
      const bucket = `contract-${randomUUID()}`;
      expect((await contract.admin.storage.createBucket(bucket, { public: false })).error).toBeNull();
      try {
        const path = 'folder/příloha.txt'.normalize('NFD').replaceAll(/\p{M}/gu, '');
        expect(
          (await contract.admin.storage.from(bucket).upload(path, 'Ahoj', { contentType: 'text/plain' }))
            .error,
        ).toBeNull();
        const { client } = await contract.signIn();
        expect((await client.storage.from(bucket).download(path)).error).not.toBeNull();
        expect((await client.storage.from(bucket).upload('mine.txt', 'x')).error).not.toBeNull();
        const signed = await contract.admin.storage.from(bucket).createSignedUrl(path, 60);
        expect(await (await fetch(signed.data!.signedUrl)).text()).toBe('Ahoj');
      } finally {
        await contract.admin.storage.emptyBucket(bucket);
        await contract.admin.storage.deleteBucket(bucket);
      }
    });
  });
}
