/** Objects through supabase-js, against a real database and a real folder: uploaded, listed, moved, removed. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openFileStore } from '../../src/embedded-supabase/node/file-store.ts';
import { createStorage } from '../../src/embedded-supabase/storage/create-storage.ts';
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
let tokenFor: StorageFixture['tokenFor'];
let send: StorageFixture['send'];
let storedFiles: StorageFixture['storedFiles'];
let nowMs = Date.now();

beforeAll(async () => {
  fixture = await openStorageFixture(() => nowMs);
  ({ db, tokens, folder, service, ann, tokenFor, send, storedFiles } = fixture);
});
afterAll(async () => await fixture.close());
beforeEach(async () => {
  nowMs = Date.now();
  await fixture.fill();
});

describe('upload and download', () => {
  test('raw bytes, a blob and a form are downloaded unchanged', async () => {
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

  test('a name is taken unless it may be overwritten; the old bytes are removed', async () => {
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

  test('an upload over a size or type limit of the bucket or the project is refused', async () => {
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

  test('a download supports ranges, conditions and headers', async () => {
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

  test('by cursor, with folders collapsed or not', async () => {
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
  test('a file that cannot be removed keeps its row, and is removed the next time', async () => {
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

  test('move keeps the bytes, copy duplicates them, remove returns the removed rows', async () => {
    const files = ann.storage.from('private');
    await files.upload(`${ANN}/x.txt`, 'text', { metadata: { a: 1 } });
    expect((await files.move(`${ANN}/x.txt`, `${ANN}/sub/y.txt`)).data).toMatchObject({
      message: 'Successfully moved',
      Key: `${ANN}/sub/y.txt`,
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
