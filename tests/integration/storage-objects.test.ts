/** Buckets, objects and signed URLs through supabase-js, against a real database and a real folder. */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openFileStore } from '../../src/embedded-supabase/node/file-store.ts';
import { generateSigningKey, openTokens } from '../../src/embedded-supabase/open-tokens.ts';
import { LOCAL_JWT_SECRET } from '../../src/embedded-supabase/project-keys.ts';
import type { Service } from '../../src/embedded-supabase/service.ts';
import { createStorage } from '../../src/embedded-supabase/storage/create-storage.ts';
import { seedBuckets } from '../../src/embedded-supabase/storage/seed-buckets.ts';
import type { Tokens } from '../../src/embedded-supabase/tokens.ts';
import { createInProcessClient } from '../support/call-in-process.ts';
import { openTestDatabase, type TestDatabase } from '../support/open-test-database.ts';

const ANN = '00000000-0000-4000-8000-00000000000a';
const BEN = '00000000-0000-4000-8000-00000000000b';
const POLICIES = `
  create policy "own folder: read" on storage.objects for select to authenticated
    using (bucket_id = 'private' and (storage.foldername(name))[1] = auth.uid()::text);
  create policy "own folder: add" on storage.objects for insert to authenticated
    with check (bucket_id = 'private' and (storage.foldername(name))[1] = auth.uid()::text and storage.extension(name) <> 'exe');
  create policy "own folder: change" on storage.objects for update to authenticated
    using (bucket_id = 'private' and (storage.foldername(name))[1] = auth.uid()::text)
    with check ((storage.foldername(name))[1] = auth.uid()::text);
  create policy "own folder: remove" on storage.objects for delete to authenticated
    using (bucket_id = 'private' and (storage.foldername(name))[1] = auth.uid()::text);
  create policy "drop box: add only" on storage.objects for insert to authenticated with check (bucket_id = 'drop');
`;

let db: TestDatabase;
let tokens: Tokens;
let storage: Service;
let folder: string;
let service: SupabaseClient;
let ann: SupabaseClient;
let ben: SupabaseClient;
let anon: SupabaseClient;
let nowMs = 0;

const tokenFor = (role: string, sub?: string) =>
  tokens.sign({ role, ...(sub === undefined ? {} : { sub }), exp: Math.floor(Date.now() / 1000) + 3600 });
const clientFor = async (role: string, sub?: string) =>
  createInProcessClient({ '/storage/v1': storage }, await tokenFor(role, sub));
const send = async (path: string, init?: RequestInit, token: string | null = null) =>
  await storage(new Request(`http://127.0.0.1${path}`, init), { token, ip: '', origin: '' });
const textOf = async (blob: Blob | null) => await blob?.text();

beforeAll(async () => {
  db = await openTestDatabase();
  await db.database.query(POLICIES);
  tokens = await openTokens({ signingKey: await generateSigningKey(), sharedSecret: LOCAL_JWT_SECRET });
  // Below a folder of our own: what climbs out of it is seen there.
  folder = join(mkdtempSync(join(tmpdir(), 'spolu-files-')), 'files');
  const files = await openFileStore(folder);
  nowMs = Date.now();
  const config = { file_size_limit: 100_000 };
  storage = createStorage({ database: db.database, tokens, config, files, clock: () => nowMs });
  [service, ann, ben, anon] = await Promise.all([
    clientFor('service_role'),
    clientFor('authenticated', ANN),
    clientFor('authenticated', BEN),
    clientFor('anon'),
  ]);
});
afterAll(async () => {
  await db.close();
  rmSync(dirname(folder), { recursive: true, force: true });
});
beforeEach(async () => {
  nowMs = Date.now();
  await db.database.query('truncate storage.objects, storage.buckets');
  await seedBuckets(db.database, {
    private: { public: false },
    drop: { public: false },
    open: { public: true },
    pictures: { public: false, file_size_limit: 10, allowed_mime_types: ['image/*', 'application/pdf'] },
  });
});

const storedFiles = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );

describe('buckets', () => {
  test('are made, found, listed, changed and removed', async () => {
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

  test('are only for those whom a policy lets in, and have sensible names and limits', async () => {
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

describe('upload and download', () => {
  test('raw bytes, a blob, a form: the same comes back', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const raw = await ann.storage.from('private').upload(`${ANN}/a b.bin`, bytes, {
      contentType: 'application/x-own',
      cacheControl: '60',
      metadata: { made: 'by hand' },
    });
    expect(raw.data).toMatchObject({ path: `${ANN}/a b.bin`, fullPath: `private/${ANN}/a b.bin` });
    const back = await ann.storage.from('private').download(`${ANN}/a b.bin`);
    expect(new Uint8Array((await back.data?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(bytes);
    expect(back.data?.type).toBe('application/x-own');
    const info = await ann.storage.from('private').info(`${ANN}/a b.bin`);
    expect(info.data).toMatchObject({
      size: 256,
      contentType: 'application/x-own',
      cacheControl: 'max-age=60',
      metadata: { made: 'by hand' },
      bucketId: 'private',
    });
    expect(info.data?.id).toBe(raw.data?.id);

    await ann.storage
      .from('private')
      .upload(`${ANN}/blob.txt`, new Blob(['héllo'], { type: 'text/markdown' }), { metadata: { n: 1 } });
    const blob = await ann.storage.from('private').download(`${ANN}/blob.txt`);
    expect([blob.data?.type, await textOf(blob.data)]).toEqual(['text/markdown', 'héllo']);
    const row = await db.database.query(
      'select owner, owner_id, path_tokens, user_metadata, metadata from storage.objects where name = $1',
      [`${ANN}/blob.txt`],
    );
    expect(row.rows[0]).toMatchObject({
      owner: ANN,
      owner_id: ANN,
      path_tokens: [ANN, 'blob.txt'],
      user_metadata: { n: 1 },
      metadata: { size: 6, mimetype: 'text/markdown', cacheControl: 'max-age=3600' },
    });
    expect((await ann.storage.from('private').exists(`${ANN}/blob.txt`)).data).toBe(true);
    expect((await ann.storage.from('private').exists(`${ANN}/none.txt`)).data).toBe(false);
  });

  test('a name is taken unless it may be overwritten; old bytes go', async () => {
    const files = ann.storage.from('private');
    await files.upload(`${ANN}/x.txt`, 'one');
    expect((await files.upload(`${ANN}/x.txt`, 'two')).error).toMatchObject({
      status: 400,
      statusCode: '409',
      message: 'The resource already exists',
    });
    const before = storedFiles().length;
    expect((await files.upload(`${ANN}/x.txt`, 'two', { upsert: true })).error).toBeNull();
    expect(await textOf((await files.download(`${ANN}/x.txt`)).data)).toBe('two');
    expect((await files.update(`${ANN}/x.txt`, 'three')).error).toBeNull();
    expect(await textOf((await files.download(`${ANN}/x.txt`)).data)).toBe('three');
    expect(storedFiles()).toHaveLength(before);
  });

  test('size and type limits, of the bucket and of the project', async () => {
    const pictures = service.storage.from('pictures');
    expect(
      (await pictures.upload('a.png', new Blob(['0123456789'], { type: 'image/png' }))).error,
    ).toBeNull();
    expect(
      (await pictures.upload('b.png', new Blob(['0123456789x'], { type: 'image/png' }))).error,
    ).toMatchObject({ statusCode: '413', message: 'The object exceeded the maximum allowed size' });
    expect((await pictures.upload('c.pdf', new Blob(['x'], { type: 'application/pdf' }))).error).toBeNull();
    expect((await pictures.upload('d.txt', 'x')).error).toMatchObject({
      statusCode: '415',
      message: 'mime type text/plain;charset=UTF-8 is not supported',
    });
    const before = storedFiles().length;
    expect((await service.storage.from('open').upload('big', new Uint8Array(100_001))).error).toMatchObject({
      statusCode: '413',
    });
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(30_000)) });
    expect((await service.storage.from('open').upload('endless', endless)).error).toMatchObject({
      statusCode: '413',
    });
    const form = new FormData();
    form.append('', new Blob([new Uint8Array(300_000)]));
    expect((await service.storage.from('open').upload('form', form)).error).toMatchObject({
      statusCode: '413',
    });
    expect(storedFiles()).toHaveLength(before);
  });

  test('ranges, conditions and headers', async () => {
    await service.storage.from('open').upload('t.txt', '0123456789', { contentType: 'text/plain' });
    const get = (headers: Record<string, string> = {}) => send('/object/public/open/t.txt', { headers });
    const whole = await get();
    expect(whole.headers.get('x-content-type-options')).toBe('nosniff');
    expect(whole.headers.get('content-length')).toBe('10');
    const part = await get({ range: 'bytes=2-4' });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 2-4/10',
      '234',
    ]);
    expect(await (await get({ range: 'bytes=-3' })).text()).toBe('789');
    expect(await (await get({ range: 'bytes=7-' })).text()).toBe('789');
    expect((await get({ range: 'bytes=20-' })).status).toBe(416);
    const etag = whole.headers.get('etag') ?? '';
    expect((await get({ 'if-none-match': etag })).status).toBe(304);
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
    const head = await send('/object/public/open/t.txt', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    const named = await send('/object/public/open/t.txt?download=n%C3%A1%C5%A1.txt');
    expect(named.headers.get('content-disposition')).toContain("filename*=UTF-8''n%C3%A1%C5%A1.txt");
    await service.storage.from('open').upload('page.html', new Blob(['<script>'], { type: 'text/html' }));
    const page = await send('/object/public/open/page.html');
    expect([page.headers.get('content-type'), page.headers.get('content-security-policy')]).toEqual([
      'text/plain',
      "default-src 'none'; sandbox",
    ]);
  });
});

describe('rights', () => {
  test('everything goes by the policies of the caller', async () => {
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

  test('adding needs no right to read', async () => {
    expect((await ann.storage.from('drop').upload('a/b.txt', 'in')).error).toBeNull();
    expect((await ann.storage.from('drop').download('a/b.txt')).error).not.toBeNull();
  });

  test('no token, or a bad one, opens nothing', async () => {
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

describe('listing', () => {
  beforeEach(async () => {
    const files = service.storage.from('open');
    for (const name of [
      'b.txt',
      'a.txt',
      'docs/one.txt',
      'docs/two.txt',
      'docs/deep/three.txt',
      'docs_2/four.txt',
    ]) {
      await files.upload(name, name);
    }
  });
  const namesOf = (entries: { name: string; id: string | null }[] | null) =>
    entries?.map(({ name, id }) => (id === null ? `${name}/` : name));

  test('a folder shows its folders and files', async () => {
    const files = service.storage.from('open');
    expect(namesOf((await files.list()).data)).toEqual(['docs/', 'docs_2/', 'a.txt', 'b.txt']);
    expect(namesOf((await files.list('docs')).data)).toEqual(['deep/', 'one.txt', 'two.txt']);
    expect(namesOf((await files.list('docs/')).data)).toEqual(['deep/', 'one.txt', 'two.txt']);
    expect(
      namesOf(
        (await files.list('', { limit: 2, offset: 1, sortBy: { column: 'name', order: 'desc' } })).data,
      ),
    ).toEqual(['docs/', 'b.txt']);
    expect(namesOf((await files.list('docs', { search: 't' })).data)).toEqual(['two.txt']);
    expect((await files.list()).data?.[2]).toMatchObject({ metadata: { size: 5 } });
    expect(
      (await files.list('', { sortBy: { column: 'name; drop table storage.objects' } })).error,
    ).not.toBeNull();
  });

  test('by cursor, with folders folded or not', async () => {
    const files = service.storage.from('open');
    const first = await files.listV2({ limit: 3, with_delimiter: true });
    expect(first.data).toMatchObject({
      hasNext: true,
      folders: [{ name: 'docs/' }],
      objects: [{ name: 'a.txt' }, { name: 'b.txt' }],
    });
    const rest = await files.listV2({ limit: 3, with_delimiter: true, cursor: first.data?.nextCursor ?? '' });
    expect(rest.data).toMatchObject({
      hasNext: false,
      folders: [{ key: 'docs_2', name: 'docs_2/' }],
      objects: [],
    });
    const flat = await files.listV2({ prefix: 'docs/' });
    expect(flat.data?.objects.map(({ name }) => name)).toEqual([
      'docs/deep/three.txt',
      'docs/one.txt',
      'docs/two.txt',
    ]);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await files.listV2({
        limit: 1,
        sortBy: { column: 'created_at', order: 'desc' },
        ...(cursor === undefined ? {} : { cursor }),
      });
      seen.push(...(page.data?.objects.map(({ name }) => name) ?? []));
      cursor = page.data?.nextCursor;
    } while (cursor !== undefined);
    expect(seen).toEqual([
      'docs_2/four.txt',
      'docs/deep/three.txt',
      'docs/two.txt',
      'docs/one.txt',
      'a.txt',
      'b.txt',
    ]);
  });
});

describe('moving, copying, removing', () => {
  test('a file that cannot be removed keeps its row, and goes the next time', async () => {
    const files = ann.storage.from('private');
    await files.upload(`${ANN}/stuck.txt`, 'x');
    const store = await openFileStore(folder);
    const remove = () => Promise.reject(new Error('the disk says no'));
    const config = { file_size_limit: 100_000 };
    const stuck = createStorage({
      database: db.database,
      tokens,
      config,
      files: { ...store, remove },
      clock: () => nowMs,
    });
    const body = JSON.stringify({ prefixes: [`${ANN}/stuck.txt`] });
    const request = new Request('http://127.0.0.1/object/private', { method: 'DELETE', body });
    const token = await tokenFor('authenticated', ANN);
    await expect(stuck(request, { token, ip: '', origin: '' })).rejects.toThrow('the disk says no');
    expect((await files.exists(`${ANN}/stuck.txt`)).data).toBe(true);
    const before = storedFiles().length;
    expect((await files.remove([`${ANN}/stuck.txt`])).data).toHaveLength(1);
    expect(storedFiles()).toHaveLength(before - 1);
  });

  test('move keeps the bytes, copy doubles them, remove says what went', async () => {
    const files = ann.storage.from('private');
    await files.upload(`${ANN}/x.txt`, 'text', { metadata: { a: 1 } });
    expect((await files.move(`${ANN}/x.txt`, `${ANN}/sub/y.txt`)).data).toEqual({
      message: 'Successfully moved',
    });
    expect((await files.download(`${ANN}/x.txt`)).error).not.toBeNull();
    expect((await files.copy(`${ANN}/sub/y.txt`, `${ANN}/z.txt`)).data).toEqual({
      path: `private/${ANN}/z.txt`,
    });
    expect((await files.copy(`${ANN}/sub/y.txt`, `${ANN}/z.txt`)).error).toMatchObject({ statusCode: '409' });
    expect((await files.move(`${ANN}/sub/y.txt`, `${ANN}/z.txt`)).error).toMatchObject({ statusCode: '409' });
    expect((await files.info(`${ANN}/z.txt`)).data).toMatchObject({ metadata: { a: 1 }, size: 4 });
    expect((await files.move(`${ANN}/z.txt`, `${BEN}/z.txt`)).error).toMatchObject({ statusCode: '403' });
    const before = storedFiles().length;
    const removed = await files.remove([`${ANN}/z.txt`, `${ANN}/none`]);
    expect(removed.data).toMatchObject([{ name: `${ANN}/z.txt`, bucket_id: 'private' }]);
    expect(storedFiles()).toHaveLength(before - 1);
    expect(await textOf((await files.download(`${ANN}/sub/y.txt`)).data)).toBe('text');
  });

  test('another bucket has its own limits', async () => {
    await service.storage.from('open').upload('long.png', new Blob(['0123456789x'], { type: 'image/png' }));
    const copy = await service.storage
      .from('open')
      .copy('long.png', 'long.png', { destinationBucket: 'pictures' });
    expect(copy.error).toMatchObject({ statusCode: '413' });
    expect(
      (await service.storage.from('open').move('long.png', 'l.png', { destinationBucket: 'nowhere' })).error,
    ).toMatchObject({ statusCode: '404' });
  });
});

describe('signed URLs', () => {
  const pathOf = (url: string) => url.slice(url.indexOf('/storage/v1') + '/storage/v1'.length);

  test('open one object for a while', async () => {
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

  test('many at once, each with its own answer', async () => {
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

  test('let somebody without a token upload, once, under that name only', async () => {
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

  test('one kind of token is no good for the other, nor for anything else', async () => {
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
