/** The value of `storage.operation()` in policies, by the names of supabase/storage, and deletions by SQL. */
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ANN, openStorageFixture, type StorageFixture } from '../support/open-storage-fixture.ts';

let fixture: StorageFixture;
let ann: SupabaseClient;

beforeAll(async () => {
  fixture = await openStorageFixture(() => Date.now());
  ann = fixture.ann;
  // The first part of an object's name is the only operation allowed on it.
  await fixture.db.database.query(`
    create policy "as the name says" on storage.objects to authenticated
      using (bucket_id = 'named' and storage.operation() = path_tokens[1])`);
});
afterAll(async () => await fixture.close());
beforeEach(async () => {
  await fixture.fill();
  await fixture.db.database.query("insert into storage.buckets (id, name) values ('named', 'named')");
});

interface Answer {
  readonly error: unknown;
}
const named = () => ann.storage.from('named');
const put = async (name: string) => await fixture.service.storage.from('named').upload(name, 'x');
const send = async (path: string, init: RequestInit): Promise<Answer> => {
  const reply = await fixture.send(path, init, await fixture.tokenFor('authenticated', ANN));
  return { error: reply.ok ? null : await reply.text() };
};
const found = ({ data, error }: Answer & { readonly data: readonly unknown[] | null }): Answer => ({
  error: error ?? (data?.length === 1 ? null : 'not found'),
});

interface Act {
  readonly operation: string;
  readonly act: (name: string) => Promise<Answer>;
  readonly isNew?: true;
}
const does = (operation: string, act: Act['act']): Act => ({ operation, act });
const makes = (operation: string, act: Act['act']): Act => ({ operation, act, isNew: true });
const beside = (name: string) => name.replace('/x', '/y');

const ACTS: readonly Act[] = [
  makes('storage.object.upload', (name) => named().upload(name, 'x')),
  makes('storage.object.upload', (name) => named().upload(name, 'x', { upsert: true })),
  makes('storage.object.sign_upload_url', (name) => named().createSignedUploadUrl(name)),
  does('storage.object.upload_update', (name) => named().update(name, 'x')),
  does('storage.object.get_authenticated', (name) => named().download(name)),
  does('storage.object.get_authenticated', (name) =>
    send(`/object/authenticated/named/${name}`, { method: 'HEAD' }),
  ),
  does('object.get_authenticated_info', (name) => named().info(name)),
  does('storage.object.sign', (name) => named().createSignedUrl(name, 60)),
  does('storage.object.sign_many', async (name) => ({
    error: (await named().createSignedUrls([name], 60)).data?.[0]?.error,
  })),
  does('storage.object.list', async (name) => found(await named().list(name.split('/')[0]))),
  does('storage.object.list_v2', async (name) => {
    const { data, error } = await named().listV2({ prefix: name });
    return found({ data: data?.objects ?? [], error });
  }),
  does('storage.object.move', (name) => named().move(name, beside(name))),
  does('storage.object.copy', (name) => named().copy(name, beside(name))),
  does('storage.object.delete', (name) => send(`/object/named/${name}`, { method: 'DELETE' })),
  does('storage.object.delete_many', async (name) => found(await named().remove([name]))),
];

test.each(ACTS)('$operation is visible to a policy', async ({ operation, act, isNew }) => {
  const right = `${operation}/x`;
  const wrong = 'storage.object.other/x';
  if (isNew !== true) await Promise.all([right, wrong].map(put));
  expect((await act(right)).error).toBeNull();
  expect((await act(wrong)).error).not.toBeNull();
});

test('an operation matches with and without its prefix, and outside of the API there is none', async () => {
  const ask = async (operation: string | null) =>
    await fixture.db.database.transaction(async (tx) => {
      if (operation !== null) await tx.query(`set local storage.operation = '${operation}'`);
      const { rows } = await tx.query(`select
        storage.allow_only_operation('object.sign') as short, storage.allow_only_operation('storage.object.sign') as long,
        storage.allow_only_operation('') as empty, storage.allow_only_operation(null) as missing,
        storage.allow_any_operation('{object.list,object.sign}') as any, storage.allow_any_operation('{}') as none`);
      return rows;
    });
  const nothing = { short: false, long: false, empty: false, missing: false, any: false, none: false };
  const signing = { ...nothing, short: true, long: true, any: true };
  expect(await ask(null)).toEqual([nothing]);
  expect(await ask('')).toEqual([nothing]);
  expect(await ask('storage.object.sign')).toEqual([signing]);
  expect(await ask('object.sign')).toEqual([signing]);
  expect(await ask('storage.object.list')).toEqual([{ ...nothing, any: true }]);
});

test('SQL deletes no files and no buckets unless that is explicitly allowed', async () => {
  const { database } = fixture.db;
  const [file, bucket] = [
    "delete from storage.objects where name = 'a'",
    "delete from storage.buckets where id = 'named'",
  ];
  await put('a');
  const refusal = {
    code: '42501',
    message: 'Direct deletion from storage tables is not allowed. Use the Storage API instead.',
  };
  await expect(database.query(file)).rejects.toMatchObject(refusal);
  await database.transaction(async (tx) => {
    await tx.query("set local storage.allow_delete_query = 'true'");
    expect((await tx.query(file)).rowCount).toBe(1);
  });
  await expect(database.query(bucket)).rejects.toMatchObject(refusal);
});
