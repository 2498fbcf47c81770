/** Copies a hosted Supabase, reached by its database and its storage API, into a new one. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrationVersions } from '../../src/embedded-supabase/node/migrate.ts';
import { backUpProject } from '../../src/embedded-supabase/node/backup/back-up-project.ts';
import { readProject, type Project } from '../../src/embedded-supabase/node/backup/project.ts';
import { restoreProject } from '../../src/embedded-supabase/node/backup/restore-project.ts';
import { readMigrationFiles, readSquashes } from '../../src/embedded-supabase/node/read-project.ts';
import { createDocument, signInPerson, signUpPerson } from '../support/open-live-document.ts';
import { openSeat, until } from '../support/open-seat.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';

const ROOT = join(import.meta.dirname, '../..');
let here: TestSupabase;
let there: TestSupabase;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spolu-project-backup-'));
  [here, there] = await Promise.all([startTestSupabase(), startTestSupabase()]);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const projectOf = ({ url, secretKey, database }: TestSupabase): Project => ({
  databaseUrl: database.url,
  url,
  secretKey,
});
test('users, documents and files of a project are restored into another', async () => {
  const ann = await signUpPerson(here, 'Ann');
  const documentId = await createDocument(ann);
  const seat = openSeat(ann, documentId);
  await until(() => seat.isLive());
  seat.write('kept\twith a tab,\na line and \\');
  await until(() => seat.isSaved());
  const name = `${documentId}/${crypto.randomUUID()}.png`;
  const uploaded = await ann.client.storage
    .from('document-images')
    .upload(name, 'bytes', { contentType: 'image/png' });
  expect(uploaded.error).toBeNull();
  const text = seat.read();
  seat.leave();
  await ann.client.removeAllChannels();

  // The history of a project from before the baseline.
  const squash = readSquashes(ROOT).at(-1);
  const later = migrationVersions(readMigrationFiles(ROOT)).filter(
    (version) => !squash?.baseline.includes(version),
  );
  await here.database.query('truncate supabase_migrations.schema_migrations');
  await here.database.query(
    'insert into supabase_migrations.schema_migrations (version) select unnest($1::text[])',
    [[...migrationVersions(squash?.squashed ?? []), ...later]],
  );

  const file = join(folder, 'project.tar.gz');
  const made = await backUpProject({
    project: projectOf(here),
    file,
    now: () => new Date(),
    say: () => undefined,
  });
  expect(made.kind).toBe('project');
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(readdirSync(folder)).toEqual(['project.tar.gz']);
  await expect(restoreProject(projectOf(there), file)).rejects.toThrow('has other migrations');
  await restoreProject(projectOf(there), file, squash);

  const rows = (supabase: TestSupabase) =>
    supabase.database.query(
      `select d.*, u.email, o.name as file, o.owner_id, o.metadata ->> 'eTag' as etag from public.document_updates d
       cross join auth.users u cross join storage.objects o order by d.seq`,
    );
  const log = await rows(here);
  expect(log.rows.length).toBeGreaterThan(0);
  expect((await rows(there)).rows).toEqual(log.rows);

  const again = await signInPerson(there, ann.email);
  const { data } = await again.client.storage.from('document-images').download(name);
  expect(await data?.text()).toBe('bytes');
  const reader = openSeat(again, documentId);
  await until(() => reader.isLive() && reader.read() === text);
  reader.write('and goes on');
  await until(() => reader.isSaved());
  reader.leave();
  await again.client.removeAllChannels();

  // The project has users now, and a restore must not mix two projects.
  await expect(restoreProject(projectOf(there), file, squash)).rejects.toThrow('has people already');
});

test('the settings of a project must be complete or absent', () => {
  expect(readProject({})).toBeNull();
  expect(() => readProject({ SUPABASE_DB_URL: 'postgresql://x' })).toThrow(
    /SUPABASE_URL and SUPABASE_SECRET_KEY/,
  );
});
