/** A baseline makes the database that the migrations it replaced made, and databases with those are carried over. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { TEXT_ROOT } from '#contract/document-schema.ts';
import { migrate, migrationVersions, type SqlFile } from '../../src/embedded-supabase/node/migrate.ts';
import { openDatabase, type OpenedDatabase } from '../../src/embedded-supabase/node/open-database.ts';
import { backUpFolder } from '../../src/embedded-supabase/node/backup/back-up-folder.ts';
import { restoreFolder } from '../../src/embedded-supabase/node/backup/restore-folder.ts';
import { startPostgres } from '../../src/embedded-supabase/node/postgres.ts';
import {
  readKnownVersions,
  readMigrationFiles,
  readSquashes,
} from '../../src/embedded-supabase/node/read-project.ts';
import { readServiceSchemas } from '../../src/embedded-supabase/node/read-service-schemas.ts';
import { CLOCK } from '../support/clock-of-jobs.ts';
import { compareDumps, dumpRows, dumpSchema, dumpWithoutWords } from '../support/dump-schema.ts';
import { createDocument, signInPerson, signUpPerson } from '../support/open-live-document.ts';
import { openSeat, until } from '../support/open-seat.ts';
import { makeTestDataDir, openTestDatabase, type TestDatabase } from '../support/open-test-database.ts';
import { startTestSupabase, type TestSupabase } from '../support/start-test-supabase.ts';

// PostgreSQL is started, stopped and packed several times, on a machine that may have much else to do.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const ROOT = join(import.meta.dirname, '../..');
const squashes = readSquashes(ROOT);
const [first, last] = [squashes[0]!, squashes.at(-1)!];
const files = readMigrationFiles(ROOT);
const baseline = files.filter((file) =>
  migrationVersions([file]).every((version) => last.baseline.includes(version)),
);
/** As many as a database had on 22 November. */
const SOME = 24;

const undo: (() => unknown)[] = [];
let made: TestDatabase;
/** Database with the migrations after the baseline. */
let current: TestDatabase;
let replaced: TestDatabase;
beforeAll(async () => {
  made = await openWith(baseline);
  current = await openWith(files);
  replaced = await openWith(last.squashed);
});
afterAll(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function openWith(migrations: readonly SqlFile[]): Promise<TestDatabase> {
  const opened = await openTestDatabase();
  undo.push(() => opened.close());
  await opened.database.query(CLOCK);
  await migrate({ url: opened.database.projectUrl, migrations, seeds: [] });
  return opened;
}

test('the baseline makes the schema, the settings and the jobs of the migrations that it replaced', async () => {
  const schema = await dumpSchema(made.database);
  expect(schema.length).toBeGreaterThan(500);
  expect(compareDumps(await dumpSchema(replaced.database), schema)).toEqual([]);
  const others = ['storage.buckets', 'cron.job'];
  const rows = await dumpRows(made.database, others);
  expect(rows.filter((row) => row.startsWith('cron.job'))).toHaveLength(2);
  expect(rows).toEqual(await dumpRows(replaced.database, others));
});

async function makeFolderWith(
  migrations: readonly SqlFile[],
  work: (database: OpenedDatabase) => Promise<unknown> = () => Promise.resolve(),
): Promise<string> {
  const dataDir = await makeTestDataDir();
  undo.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const postgres = await startPostgres({ dataDir, fast: true });
  const database = await openDatabase({ url: postgres.url, schemas: readServiceSchemas() });
  await migrate({ url: database.projectUrl, migrations, seeds: [] });
  await work(database);
  await database.close();
  await postgres.stop();
  return dataDir;
}

const readVersions = async (database: OpenedDatabase): Promise<string[]> => {
  const { rows } = await database.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version',
  );
  return rows.map(({ version }) => version);
};

async function expectCurrent({ database, said }: TestSupabase): Promise<void> {
  expect(await readVersions(database)).toEqual(migrationVersions(files));
  expect(said.join('\n')).not.toContain('is in the database but not');
  // That database has a clock, and this one none.
  const isWithoutClock = (line: string) => !/\b(cron|net|vault)\b/.test(line);
  const [schema, wanted] = await Promise.all([database, current.database].map(dumpWithoutWords));
  expect(schema?.filter(isWithoutClock)).toEqual(wanted?.filter(isWithoutClock));
}

/** Appends a paragraph as the edge function did then. */
async function writeBefore(database: OpenedDatabase, documentId: string): Promise<void> {
  const { rows } = await database.query<{ user_id: string; id: string; bytes: Uint8Array }>(
    'select s.user_id, s.id, u.bytes from auth.sessions s, public.document_updates u',
  );
  const [{ user_id: userId, id: authSession, bytes }] = rows as [(typeof rows)[number]];
  const doc = new Y.Doc();
  Y.applyUpdate(doc, bytes);
  const known = Y.encodeStateVector(doc);
  const paragraph = new Y.XmlElement('paragraph');
  paragraph.insert(0, [new Y.XmlText('written before')]);
  doc.getXmlFragment(TEXT_ROOT).insert(0, [paragraph]);
  const session = randomUUID();
  await database.query('select public.open_editing_session($1, $2, $3, $4, $5, 1)', [
    ...[userId, authSession, documentId],
    ...[session, doc.clientID],
  ]);
  const next = Y.decodeStateVector(Y.encodeStateVector(doc)).get(doc.clientID);
  await database.query(
    'select public.append_updates($1, $2, $3, $4, 1, 1, 1, array[$5::bytea], array[$6::bigint], array[0::bigint], array[$7::bigint])',
    [userId, authSession, documentId, session, Y.encodeStateAsUpdate(doc, known), doc.clientID, next],
  );
}

test('a data folder of before the first baseline opens with its documents, and people write on in them', async () => {
  const dataDir = await makeFolderWith(first.squashed);
  const before = await startTestSupabase({
    dataDir,
    configure: (config) => ({
      ...config,
      db: { ...config.db, migrations: { ...config.db.migrations, enabled: false } },
    }),
  });
  const ann = await signUpPerson(before, 'Ann');
  const documentId = await createDocument(ann);
  await writeBefore(before.database, documentId);
  await ann.client.removeAllChannels();
  await before.close();

  const after = await startTestSupabase({ dataDir });
  undo.push(() => after.close());
  await expectCurrent(after);
  const again = await signInPerson(after, ann.email);
  const reader = openSeat(again, documentId);
  await until(() => reader.isLive() && reader.read().includes('written before'));
  const { rows } = await after.database.query('select kind, from_seq, seq from public.versions');
  expect(rows).toEqual([{ kind: 'automatic', from_seq: '2', seq: '2' }]);
  reader.write('and after');
  await until(() => reader.isSaved());
  reader.leave();
  await again.client.removeAllChannels();
});

const OWNER = '00000000-0000-4000-8000-0000000000aa';
const readTitles = async ({ database }: TestSupabase) => {
  const { rows } = await database.query(
    'select title, told_seq from public.documents join public.document_logs on document_id = id',
  );
  return rows;
};

test('a data folder with the migrations that the last baseline replaced opens with its documents', async () => {
  const dataDir = await makeFolderWith(last.squashed, async (database) => {
    await database.query(`insert into auth.users (id, email) values ('${OWNER}', 'ann@example.com')`);
    await database.query(
      `insert into public.documents (id, owner_id, title) values ('${OWNER}', '${OWNER}', 'Old')`,
    );
    await database.query(
      `insert into public.document_logs (document_id, head_seq, told_seq) values ('${OWNER}', 7, 7)`,
    );
  });
  const after = await startTestSupabase({ dataDir });
  undo.push(() => after.close());
  await expectCurrent(after);
  expect(await readTitles(after)).toEqual([{ title: 'Old', told_seq: '7' }]);
});

test('a backup with only some of the replaced migrations is restored, and gets the others', async () => {
  const dataDir = await makeFolderWith(first.squashed.slice(0, SOME), async (database) => {
    await database.query(`insert into auth.users (id, email) values ('${OWNER}', 'ann@example.com')`);
    await database.query(
      `insert into public.documents (id, owner_id, title, head_seq) values ('${OWNER}', '${OWNER}', 'Old', 7)`,
    );
  });
  const folder = mkdtempSync(join(tmpdir(), 'spolu-baseline-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'old.tar.gz');
  const [now, say] = [() => new Date(), () => undefined];
  await backUpFolder({ dataDir, file, now, say });
  const restored = join(folder, 'data');
  await restoreFolder({
    file,
    dataDir: restored,
    migrations: readKnownVersions(ROOT),
    replace: false,
    now,
    say,
  });

  const after = await startTestSupabase({ dataDir: restored });
  undo.push(() => after.close());
  await expectCurrent(after);
  expect(await readTitles(after)).toEqual([{ title: 'Old', told_seq: '7' }]);
});

test('the commands of docs/operations.md mark a project that has the replaced migrations', async () => {
  const { projectUrl } = replaced.database;
  const commands = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8').match(
    /^.*npx supabase migration repair .*$/gm,
  );
  expect(commands).toHaveLength(2);
  for (const command of commands ?? []) {
    const here = command.replace('npx supabase', 'node_modules/.bin/supabase');
    const result = spawnSync('sh', ['-c', here.replace('--remote', `--remote='${projectUrl}'`)], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' },
    });
    expect(result.status, result.stderr).toBe(0);
  }
  expect(await readVersions(replaced.database)).toEqual(last.baseline);
  const applied = await migrate({ url: projectUrl, migrations: files, squashes, seeds: [] });
  expect(applied).toEqual(files.filter((file) => !baseline.includes(file)).map(({ path }) => path));
  expect(await dumpWithoutWords(replaced.database)).toEqual(await dumpWithoutWords(current.database));
});
