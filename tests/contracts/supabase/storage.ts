/** Files. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Contract } from './contract.ts';

export function describeStorage(contract: Contract): void {
  describe('storage', () => {
    /** Gives a private bucket for as long as `work` takes. */
    async function withBucket(work: (bucket: string) => Promise<void>): Promise<void> {
      const bucket = `contract-${randomUUID()}`;
      expect((await contract.admin.storage.createBucket(bucket, { public: false })).error).toBeNull();
      try {
        await work(bucket);
      } finally {
        // Emptying it would be put off.
        const files = contract.admin.storage.from(bucket);
        const names = (await files.listV2()).data?.objects.map(({ name }) => name) ?? [];
        if (names.length > 0) await files.remove(names);
        await contract.admin.storage.deleteBucket(bucket);
      }
    }

    test('a private bucket: the service writes, a signed link reads, others get nothing', () =>
      withBucket(async (bucket) => {
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
      }));

    test('a copy has the metadata of its source or of the request; without upsert it replaces no file', () =>
      withBucket(async (bucket) => {
        const files = contract.admin.storage.from(bucket);
        const metadata = { note: 'a\ud800b' };
        await files.upload('a.txt', 'Ahoj', { contentType: 'text/plain', cacheControl: '60', metadata });
        expect((await files.copy('a.txt', 'b.txt')).error).toBeNull();
        expect((await files.info('b.txt')).data).toMatchObject({
          contentType: 'text/plain',
          cacheControl: 'max-age=60',
          metadata: { note: 'a\ufffdb' },
        });
        expect((await files.copy('a.txt', 'b.txt')).error).toMatchObject({ statusCode: '409' });
        const copy = (headers: Record<string, string>, body: object) =>
          contract.callAsAdmin('/storage/v1/object/copy', {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...headers },
            body: JSON.stringify({ bucketId: bucket, sourceKey: 'a.txt', destinationKey: 'b.txt', ...body }),
          });
        const own = Buffer.from(JSON.stringify({ own: 1 })).toString('base64');
        const changed = await copy(
          { 'x-upsert': 'true', 'x-metadata': own },
          { copyMetadata: false, metadata: { mimetype: 'text/markdown', cacheControl: 'max-age=5' } },
        );
        expect([changed.status, await changed.json()]).toMatchObject([
          200,
          { Key: `${bucket}/b.txt`, name: 'b.txt', bucket_id: bucket },
        ]);
        expect((await files.info('b.txt')).data).toMatchObject({
          size: 4,
          contentType: 'text/markdown',
          cacheControl: 'max-age=5',
          metadata: { own: 1 },
        });
      }));

    test('a file’s tag is in its info and in a HEAD reply; exists finds only existing files', () =>
      withBucket(async (bucket) => {
        const files = contract.admin.storage.from(bucket);
        await files.upload('a.txt', 'Ahoj', { contentType: 'text/plain' });
        const info = await contract.callAsAdmin(`/storage/v1/object/info/${bucket}/a.txt`);
        const { etag } = (await info.json()) as { etag: string };
        expect(info.headers.get('etag')).toBe(etag);
        expect(Date.parse(info.headers.get('last-modified') ?? '')).not.toBeNaN();
        const head = await contract.callAsAdmin(`/storage/v1/object/${bucket}/a.txt`, { method: 'HEAD' });
        expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
        expect((await files.exists('a.txt')).data).toBe(true);
        expect((await files.exists('b.txt')).data).toBe(false);
        expect((await files.move('a.txt', 'c.txt')).data).toMatchObject({ message: 'Successfully moved' });
        expect((await files.exists('a.txt')).data).toBe(false);
      }));

    test('no file is no failure: text that cannot be stored, a method that is not taken', () =>
      withBucket(async (bucket) => {
        const files = contract.admin.storage.from(bucket);
        const refused = await files.upload('a.txt', 'x', { metadata: { note: 'a\u0000b' } });
        expect(refused.error).not.toBeNull();
        const patched = await contract.callAsAdmin(`/storage/v1/object/${bucket}/a.txt`, { method: 'PATCH' });
        expect([patched.status, await patched.json()]).toEqual([
          404,
          {
            message: `Route PATCH:/object/${bucket}/a.txt not found`,
            error: 'Not Found',
            statusCode: 404,
          },
        ]);
      }));
  });
}
