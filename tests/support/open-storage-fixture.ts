/** A Storage service on a real database and a real folder, with buckets, policies and users. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { openFileStore } from '../../src/embedded-supabase/node/file-store.ts';
import { generateSigningKey, openTokens } from '../../src/embedded-supabase/keys/open-tokens.ts';
import { LOCAL_JWT_SECRET } from '../../src/embedded-supabase/keys/project-keys.ts';
import { createStorage } from '../../src/embedded-supabase/storage/create-storage.ts';
import { seedBuckets } from '../../src/embedded-supabase/storage/seed-buckets.ts';
import type { Tokens } from '../../src/embedded-supabase/keys/tokens.ts';
import { createInProcessClient } from './call-in-process.ts';
import { openTestDatabase, type TestDatabase } from './open-test-database.ts';

export interface StorageFixture {
  readonly db: TestDatabase;
  readonly tokens: Tokens;
  /** Folder of the files, alone in its parent folder. */
  readonly folder: string;
  readonly service: SupabaseClient;
  readonly ann: SupabaseClient;
  readonly ben: SupabaseClient;
  readonly anon: SupabaseClient;
  readonly tokenFor: (role: string, sub?: string) => Promise<string>;
  /** Sends a raw request, without a token by default. */
  readonly send: (path: string, init?: RequestInit, token?: string | null) => Promise<Response>;
  readonly storedFiles: () => string[];
  /** Deletes all objects and resets the buckets. */
  readonly fill: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export const ANN = '00000000-0000-4000-8000-00000000000a';
export const BEN = '00000000-0000-4000-8000-00000000000b';
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
const BUCKETS = {
  private: { public: false },
  drop: { public: false },
  open: { public: true },
  pictures: { public: false, file_size_limit: 10, allowed_mime_types: ['image/*', 'application/pdf'] },
};

/** @param clock milliseconds since 1970, for signed URLs. */
export async function openStorageFixture(clock: () => number): Promise<StorageFixture> {
  const db = await openTestDatabase();
  await db.database.query(POLICIES);
  const tokens = await openTokens({ signingKey: await generateSigningKey(), sharedSecret: LOCAL_JWT_SECRET });
  // In a new parent folder, so that a path that escapes shows up there.
  const folder = join(mkdtempSync(join(tmpdir(), 'spolu-files-')), 'files');
  const files = await openFileStore(folder);
  const config = { file_size_limit: 100_000 };
  const storage = createStorage({ database: db.database, tokens, config, files, clock });
  const tokenFor = (role: string, sub?: string) =>
    tokens.sign({ role, ...(sub === undefined ? {} : { sub }), exp: Math.floor(Date.now() / 1000) + 3600 });
  const clientFor = async (role: string, sub?: string) =>
    createInProcessClient({ '/storage/v1': storage }, await tokenFor(role, sub));
  return {
    db,
    tokens,
    folder,
    service: await clientFor('service_role'),
    ann: await clientFor('authenticated', ANN),
    ben: await clientFor('authenticated', BEN),
    anon: await clientFor('anon'),
    tokenFor,
    send: async (path, init, token = null) =>
      await storage(new Request(`http://127.0.0.1${path}`, init), { token, ip: '', origin: '' }),
    storedFiles: () => listFiles(folder),
    fill: async () => {
      await db.database.query('truncate storage.objects, storage.buckets');
      await seedBuckets(db.database, BUCKETS);
    },
    close: async () => {
      await db.close();
      rmSync(dirname(folder), { recursive: true, force: true });
    },
  };
}

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );

export const textOf = async (blob: Blob | null) => await blob?.text();
