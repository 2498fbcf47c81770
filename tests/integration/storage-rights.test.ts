/** Buckets, the rights that policies grant on their objects, and signed URLs, through supabase-js. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Tokens } from '../../src/embedded-supabase/keys/tokens.ts';
import {
  ANN,
  BEN,
  openStorageFixture,
  type StorageFixture,
  textOf,
} from '../support/open-storage-fixture.ts';
import type { TestDatabase } from '../support/open-test-database.ts';

let fixture: StorageFixture;
let db: TestDatabase;
let tokens: Tokens;
let folder: string;
let service: SupabaseClient;
let ann: SupabaseClient;
let ben: SupabaseClient;
let anon: SupabaseClient;
let tokenFor: StorageFixture['tokenFor'];
let send: StorageFixture['send'];
let storedFiles: StorageFixture['storedFiles'];
let nowMs = Date.now();

beforeAll(async () => {
  fixture = await openStorageFixture(() => nowMs);
  ({ db, tokens, folder, service, ann, ben, anon, tokenFor, send, storedFiles } = fixture);
});
afterAll(async () => await fixture.close());
beforeEach(async () => {
  nowMs = Date.now();
  await fixture.fill();
});

describe('buckets', () => {
  test('are created, found, listed, changed and removed', async () => {
    expect(
      (
        await service.storage.createBucket('new', {
          public: true,
          fileSizeLimit: '1KB',
          allowedMimeTypes: ['image/png'],
        })
      ).data,
    ).toEqual({ name: 'new' });
    expect((await service.storage.getBucket('new')).data).toMatchObject({
      id: 'new',
      public: true,
      file_size_limit: 1000,
      allowed_mime_types: ['image/png'],
    });
    expect((await service.storage.createBucket('new')).error).toMatchObject({
      message: 'The resource already exists',
      status: 400,
      statusCode: '409',
    });
    expect((await service.storage.updateBucket('new', { public: false })).data).toEqual({
      message: 'Successfully updated',
    });
    expect((await service.storage.getBucket('new')).data).toMatchObject({
      public: false,
      file_size_limit: 1000,
    });
    expect((await service.storage.listBuckets()).data?.map(({ id }) => id)).toEqual([
      'drop',
      'new',
      'open',
      'pictures',
      'private',
    ]);
    await service.storage.from('new').upload('a.png', new Blob(['x'], { type: 'image/png' }));
    expect((await service.storage.deleteBucket('new')).error).toMatchObject({
      statusCode: '409',
      message: 'The bucket you tried to delete is not empty',
    });
    expect((await service.storage.emptyBucket('new')).error).toBeNull();
    expect((await service.storage.deleteBucket('new')).data).toEqual({ message: 'Successfully deleted' });
    expect((await service.storage.getBucket('new')).error).toMatchObject({
      status: 400,
      statusCode: '404',
      message: 'Bucket not found',
    });
  });

  test('are limited to callers that a policy admits, and have valid names and limits', async () => {
    expect((await ann.storage.createBucket('mine')).error).toMatchObject({ statusCode: '403' });
    expect((await ann.storage.listBuckets()).data).toEqual([]);
    expect((await service.storage.createBucket('../x')).error).toMatchObject({
      message: 'Bucket name invalid',
    });
    expect(
      (await service.storage.createBucket('big', { public: false, fileSizeLimit: '1GB' })).error,
    ).toMatchObject({ statusCode: '413' });
    expect(
      (await service.storage.createBucket('odd', { public: false, allowedMimeTypes: ['nonsense'] })).error,
    ).toMatchObject({ statusCode: '415' });
  });
});

describe('rights', () => {
  test('every operation follows the caller’s policies', async () => {
    await ann.storage.from('private').upload(`${ANN}/x.txt`, 'mine');
    const theirs = ben.storage.from('private');
    expect((await theirs.download(`${ANN}/x.txt`)).error).not.toBeNull();
    expect((await theirs.upload(`${ANN}/y.txt`, 'forged')).error).toMatchObject({
      status: 400,
      statusCode: '403',
      message: 'new row violates row-level security policy for table "objects"',
    });
    expect((await theirs.upload(`${ANN}/x.txt`, 'forged', { upsert: true })).error).toMatchObject({
      statusCode: '403',
    });
    expect((await theirs.list(ANN)).data).toEqual([]);
    expect((await theirs.remove([`${ANN}/x.txt`])).data).toEqual([]);
    expect((await theirs.move(`${ANN}/x.txt`, `${BEN}/x.txt`)).error).toMatchObject({ statusCode: '404' });
    expect((await theirs.copy(`${ANN}/x.txt`, `${BEN}/x.txt`)).error).toMatchObject({ statusCode: '404' });
    expect((await theirs.createSignedUrl(`${ANN}/x.txt`, 60)).error).toMatchObject({ statusCode: '404' });
    expect((await theirs.createSignedUploadUrl(`${ANN}/y.txt`)).error).toMatchObject({ statusCode: '403' });
    expect((await theirs.info(`${ANN}/x.txt`)).error).toMatchObject({ statusCode: '404' });
    expect((await anon.storage.from('private').download(`${ANN}/x.txt`)).error).not.toBeNull();
    expect((await ann.storage.from('private').upload(`${ANN}/x.exe`, 'no')).error).toMatchObject({
      statusCode: '403',
    });
    expect(await textOf((await ann.storage.from('private').download(`${ANN}/x.txt`)).data)).toBe('mine');
    expect(await (await send(`/object/public/private/${ANN}/x.txt`)).json()).toMatchObject({
      statusCode: '404',
      code: 'NoSuchBucket',
    });
  });

  test('adding requires no right to read', async () => {
    expect((await ann.storage.from('drop').upload('a/b.txt', 'in')).error).toBeNull();
    expect((await ann.storage.from('drop').download('a/b.txt')).error).not.toBeNull();
  });

  test('no token, or an invalid one, opens nothing', async () => {
    expect(await (await send('/object/private/x.txt')).json()).toMatchObject({
      statusCode: '403',
      code: 'AccessDenied',
    });
    expect(await (await send('/bucket', {}, 'nonsense')).json()).toMatchObject({
      message: 'Invalid Compact JWS',
    });
    const expired = await tokens.sign({ role: 'authenticated', sub: ANN, exp: 1 });
    expect(await (await send('/bucket', {}, expired)).json()).toMatchObject({
      message: '"exp" claim timestamp check failed',
    });
    expect((await send('/bucket', {}, await tokenFor('supabase_admin'))).status).toBe(400);
  });

  test.each([
    '..%2Fx',
    'a/..%2F..%2Fx',
    'a%2F%2Fb',
    '%2e%2e%2fx',
    'a%00b',
    'a%5C..%5Cb',
    'a/./b%2F.',
    '~x',
    'š',
    '%',
  ])('the name %s is refused', async (name) => {
    const token = await tokenFor('service_role');
    const before = storedFiles();
    const reply = await send(`/object/open/${name}`, { method: 'POST', body: 'x' }, token);
    if (name === 'a/./b%2F.') expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({ code: 'InvalidKey' });
    expect(storedFiles()).toEqual(before);
    expect(existsSync(join(folder, '..', 'x'))).toBe(false);
  });
});

describe('signed URLs', () => {
  const pathOf = (url: string) => url.slice(url.indexOf('/storage/v1') + '/storage/v1'.length);

  test('open one object for a limited time', async () => {
    await ann.storage.from('private').upload(`${ANN}/my file.txt`, 'signed');
    const { data } = await ann.storage
      .from('private')
      .createSignedUrl(`${ANN}/my file.txt`, 60, { download: 'n.txt' });
    const url = pathOf(data?.signedUrl ?? '');
    const reply = await send(url);
    expect([reply.status, await reply.text(), reply.headers.get('content-disposition')]).toEqual([
      200,
      'signed',
      "attachment; filename=n.txt; filename*=UTF-8''n.txt;",
    ]);
    const other = url.replace('my%20file.txt', 'other.txt');
    expect(await (await send(other)).json()).toMatchObject({ code: 'InvalidSignature' });
    expect(await (await send(url.slice(0, -20))).json()).toMatchObject({ code: 'InvalidJWT' });
    expect((await send(url.split('?')[0] ?? '')).status).toBe(400);
    nowMs = Date.now() - 61_000;
    const { data: old } = await ann.storage.from('private').createSignedUrl(`${ANN}/my file.txt`, 60);
    expect(await (await send(pathOf(old?.signedUrl ?? ''))).json()).toMatchObject({
      message: '"exp" claim timestamp check failed',
    });
  });

  test('many URLs are signed at once, each with a separate result', async () => {
    await ann.storage.from('private').upload(`${ANN}/a.txt`, 'a');
    const { data } = await ann.storage
      .from('private')
      .createSignedUrls([`${ANN}/a.txt`, `${ANN}/none.txt`], 60);
    expect(data?.[0]).toMatchObject({ error: null, path: `${ANN}/a.txt` });
    expect(data?.[1]).toMatchObject({
      error: 'Either the object does not exist or you do not have access to it',
      signedUrl: null,
    });
    expect(await (await send(pathOf(data?.[0]?.signedUrl ?? ''))).text()).toBe('a');
  });

  test('let a caller without a token upload, once, under that name only', async () => {
    const { data } = await ann.storage.from('private').createSignedUploadUrl(`${ANN}/up.txt`);
    const token = data?.token ?? '';
    const stranger = anon.storage.from('private');
    expect((await stranger.uploadToSignedUrl(`${ANN}/other.txt`, token, 'x')).error).toMatchObject({
      message: 'Invalid signature',
    });
    expect((await stranger.uploadToSignedUrl(`${ANN}/up.txt`, token, 'up')).data).toEqual({
      path: `${ANN}/up.txt`,
      fullPath: `private/${ANN}/up.txt`,
    });
    expect((await stranger.uploadToSignedUrl(`${ANN}/up.txt`, token, 'again')).error).toMatchObject({
      statusCode: '409',
    });
    expect(await textOf((await ann.storage.from('private').download(`${ANN}/up.txt`)).data)).toBe('up');
    const row = await db.database.query('select owner_id from storage.objects where name = $1', [
      `${ANN}/up.txt`,
    ]);
    expect(row.rows).toEqual([{ owner_id: ANN }]);
  });

  test('one kind of token is not valid for the other, nor for anything else', async () => {
    await ann.storage.from('private').upload(`${ANN}/x.txt`, 'x');
    const signed = await ann.storage.from('private').createSignedUrl(`${ANN}/x.txt`, 60);
    const read = new URL(signed.data?.signedUrl ?? '').searchParams.get('token') ?? '';
    const write =
      (await ann.storage.from('private').createSignedUploadUrl(`${ANN}/x.txt`, { upsert: true })).data
        ?.token ?? '';
    expect(
      (await anon.storage.from('private').uploadToSignedUrl(`${ANN}/x.txt`, read, 'y')).error,
    ).toMatchObject({ message: 'Invalid signature' });
    expect(await (await send(`/object/sign/private/${ANN}/x.txt?token=${write}`)).json()).toMatchObject({
      code: 'InvalidSignature',
    });
    const user = await tokenFor('service_role');
    expect(await (await send(`/object/sign/private/${ANN}/x.txt?token=${user}`)).json()).toMatchObject({
      code: 'InvalidSignature',
    });
    expect(await (await send(`/object/private/${ANN}/x.txt`, {}, write)).json()).toMatchObject({
      statusCode: '403',
    });
  });
});
