/** The migration that cleans titles and names, on a database that has some; and its function beside that of the contract. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanLine } from '#contract/clean-line.ts';
import { migrate } from '../../src/embedded-supabase/node/migrate.ts';
import { readMigrationFiles, readSquashes } from '../../src/embedded-supabase/node/read-project.ts';
import { openTestDatabase, type TestDatabase } from '../support/open-test-database.ts';

const ROOT = join(import.meta.dirname, '../..');
const squashes = readSquashes(ROOT);
/** The baseline has squashed this migration. A database with those before it gets it all the same. */
const squashed = squashes.at(-1)!.squashed;
const at = squashed.findIndex(({ path }) => path.endsWith('_clean_titles.sql'));

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
  const url = opened.database.projectUrl;
  await migrate({ url, migrations: squashed.slice(0, at), seeds: [] });
  await opened.database.query(readFileSync(join(ROOT, 'tests/support/database-people.sql'), 'utf8'));
  await fill();
  await migrate({ url, migrations: readMigrationFiles(ROOT), squashes, seeds: [] });
});
afterAll(() => opened?.close());

/** Writes texts with the triggers off, as if each text were older than its trigger. */
async function fill(): Promise<void> {
  await opened.database.query(String.raw`
    set session_replication_role = replica;
    update public.documents set title = E'Plan\u001b[2K\r\n  Eve: 999999 characters\u202e', updated_at = '2026-01-01' where id = test.document();
    insert into public.versions (document_id, seq, kind, name, note) values
      (test.document(), 0, 'named', E'Draft\u009b\n2', E'\u2028'), (test.document(), 0, 'named', E'\u001b', null), (test.document(), 0, 'named', 'Clean', 'as it is');
    insert into public.deleted_versions (id, document_id, name, saved_at) values (gen_random_uuid(), test.document(), E'Gone\u0007\tbefore', now());
    insert into private.folders (user_id, id, name) values
      (test.id('edita'), gen_random_uuid(), E'Spring\u2029 1'), (test.id('edita'), gen_random_uuid(), E'\u001b');
    update public.profiles set name = E'Edi\u001bta' where id = test.id('edita');
    set session_replication_role = origin`);
}

async function read(sql: string): Promise<unknown[]> {
  const { rows } = await opened.database.query<{ text: unknown }>(sql);
  return rows.map(({ text }) => text);
}

test('titles and names of before are cleaned', async () => {
  expect(await read('select title as text from public.documents where id = test.document()')).toEqual([
    'Plan[2K   Eve: 999999 characters',
  ]);
  expect(
    await read(`select concat_ws('|', coalesce(name, '-'), note) as text from public.versions order by 1`),
  ).toEqual(['-', 'Clean|as it is', 'Draft 2']);
  expect(await read('select name as text from public.deleted_versions')).toEqual(['Gone before']);
  expect(await read('select name as text from private.folders order by 1')).toEqual(['?', 'Spring  1']);
  expect(await read(`select name as text from public.profiles where id = test.id('edita')`)).toEqual([
    'Edita',
  ]);
});

test('a document does not look edited because its title was cleaned', async () => {
  expect(
    await read(
      'select changed_at::date::text as text from public.document_logs where document_id = test.document()',
    ),
  ).toEqual(['2026-01-01']);
});

test('database and contract clean alike: each character alone, among Latin and among Hebrew letters', async () => {
  const codes = Array.from({ length: 0x3100 }, (_, code) => code + 1).concat(
    ...[0xfb1d, 0xfdff, 0xfe70, 0xfeff, 0x1_0800, 0x1_0fff, 0x1_e800, 0x1_efff, 0x1_f468, 0xe_0041].map(
      (code) => [code - 1, code, code + 1],
    ),
  );
  const given = codes.flatMap((code) => {
    const char = String.fromCodePoint(code);
    return [char, `a${char}\u200fb`, `ש${char}${char}\u200f`];
  });
  const { rows } = await opened.database.query<{ clean: string }>(
    'select private.clean_line(given) as clean from unnest($1::text[]) with ordinality as texts (given, place) order by place',
    [given],
  );
  const different = given.filter((text, index) => rows[index]?.clean !== cleanLine(text));
  expect(different.map((text) => JSON.stringify(text))).toEqual([]);
  expect(rows).toHaveLength(given.length);
});
