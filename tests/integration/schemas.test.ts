/** `supabase/schemas` is the database that the migrations make, and a change of it becomes a migration. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planMigration } from '../../scripts/migration/plan-migration.ts';
import { writeText } from '../../scripts/migration/write-text.ts';
import { migrate } from '../../src/embedded-supabase/node/migrate.ts';
import { compareDumps, dumpRows, dumpSchema } from '../support/dump-schema.ts';
import { openDeclared, openMigrated, readMigrations, readSchemas } from '../support/open-schemas.ts';
import type { TestDatabase } from '../support/open-test-database.ts';

const migrations = readMigrations();
const schemas = readSchemas();
const OTHERS = ['storage.buckets', 'cron.job'];

const undo: (() => Promise<void>)[] = [];
let migrated: TestDatabase;
let declared: TestDatabase;
beforeAll(async () => {
  [migrated, declared] = await Promise.all([
    closeLater(openMigrated(migrations)),
    closeLater(openDeclared(schemas)),
  ]);
});
afterAll(async () => {
  await Promise.all(undo.map((close) => close()));
});

async function closeLater(opening: Promise<TestDatabase>): Promise<TestDatabase> {
  const opened = await opening;
  undo.push(opened.close);
  return opened;
}

test('the schemas make the same objects, privileges, comments and settings as the migrations (else: npm run migration NAME)', async () => {
  const schema = await dumpSchema(declared.database);
  expect(schema.length).toBeGreaterThan(500);
  expect(compareDumps(await dumpSchema(migrated.database), schema)).toEqual([]);
});

test('the schemas make the same rows, buckets and jobs as the migrations', async () => {
  const rows = await dumpRows(declared.database, OTHERS);
  expect(rows.filter((row) => row.startsWith('cron.job'))).toHaveLength(4);
  expect(compareDumps(await dumpRows(migrated.database, OTHERS), rows)).toEqual([]);
});

test('the schemas have one body for each function', async () => {
  const { rows } = await declared.database.query<{ count: number }>(
    `select count(*)::integer as count from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`,
  );
  const bodies = schemas.flatMap(({ sql }) => sql.match(/^create function/gim) ?? []);
  expect(bodies).toHaveLength(rows[0]?.count ?? 0);
});

/** Changes of all kinds: file, text, and its replacement. */
const EDITS: readonly (readonly [file: string, from: string | RegExp, to: string])[] = [
  // A function is changed, one is renamed in its parameters although a policy uses it, one gets another signature, one goes.
  ['trash', "interval '30 days'", "interval '31 days'"],
  [
    'versions',
    'p_name text, p_at timestamptz) returns boolean',
    'p_name text, p_moment timestamptz) returns boolean',
  ],
  ['versions', 'p_at >= m.created_at', 'p_moment >= m.created_at'],
  [
    'lists',
    'mark_as_read(p_document uuid) returns void',
    'mark_as_read(p_document uuid, p_until bigint default null) returns void',
  ],
  ['lists', /function public\.mark_as_read\(uuid\)/g, 'function public.mark_as_read(uuid, bigint)'],
  ['accounts', /create function public\.end_session[^]*?to authenticated;\n/, ''],
  // Policies: one is added, one is for other roles, one is renamed.
  [
    'files',
    'create policy nothing_is_signed on',
    "create policy nobody_lists on storage.objects for delete to anon using (name = '');\ncreate policy nothing_is_signed on",
  ],
  ['people', 'for update to authenticated', 'for update to public'],
  ['documents', 'create policy documents_of_members', 'create policy documents_of_all_members'],
  // Triggers, constraints and indexes.
  ['people', 'create_profile after insert on', 'create_profile after insert or update of email on'],
  [
    'documents',
    "check (role in ('owner', 'editor', 'commenter', 'viewer'))",
    "check (role in ('owner', 'editor', 'commenter', 'viewer', 'guest'))",
  ],
  [
    'documents',
    'documents_owner on public.documents (owner_id)',
    'documents_owner on public.documents (owner_id, id)',
  ],
  // Privileges of functions, columns, tables and schemas.
  [
    'sharing',
    'grant execute on function public.list_members(uuid) to authenticated',
    'grant execute on function public.list_members(uuid) to service_role',
  ],
  ['documents', 'grant select (id, owner_id, title, created_at,', 'grant select (id, owner_id, created_at,'],
  [
    'updates',
    'grant select on public.document_updates to service_role',
    'grant select, update on public.document_updates to service_role',
  ],
  [
    'callers',
    'grant usage on schema private to anon, authenticated',
    'grant usage on schema private to authenticated',
  ],
  // Comments: one is changed, one is added, one goes.
  [
    'trash',
    "'How long a deleted document can be restored.'",
    "'How long a document''s text can be restored: \\d+ $$ days.'",
  ],
  ['logs', /comment on column public\.document_logs\.epoch is[^;]*;[^;]*;\n/, ''],
  [
    'documents',
    'comment on column public.members.via_link',
    "comment on column public.members.role is 'A role.';\ncomment on column public.members.via_link",
  ],
  // Columns and tables.
  [
    'lists',
    '  is_template boolean not null default false,\n',
    '  is_template boolean not null default false,\n  color smallint not null default 0 check (color >= 0),\n',
  ],
  ['titles', '  state bytea,\n', '  state bytea,\n  language text not null,\n'],
  [
    'large_deletions',
    /^/,
    `create table public.reports (
       id uuid primary key, document_id uuid not null references public.documents (id), said text[] default '{}');
     comment on table public.reports is 'Reports.';
     alter table public.reports enable row level security;
     revoke all on public.reports from anon, authenticated;
     grant select (id) on public.reports to authenticated;
     create function public.report() returns bigint language sql security definer set search_path = '' as
       $$ select count(*) from public.reports $$;
     revoke all on function public.report() from public, anon, authenticated;
     grant execute on function public.report() to service_role;\n`,
  ],
  ['versions', '  name text,\n  saved_at', '  saved_at'],
  ['people', '  color smallint check', '  color integer check'],
  // Settings.
  ['rates', "('append', 20, 60)", "('append', 25, 60)"],
  ['rates', "('fold', 1, 60)", "('refold', 1, 60)"],
  ['files', "'avatars', 'avatars', false, 262144", "'avatars', 'avatars', false, 300000"],
];

function editSchemas() {
  const left = new Map(schemas.map(({ path, sql }) => [path, sql]));
  for (const [file, from, to] of EDITS) {
    const found = schemas.find(
      ({ path, sql }) => path.endsWith(`/${file}.sql`) && sql !== sql.replace(from, () => to),
    );
    if (!found) throw new Error(`nothing to edit in ${file}.sql: ${from}`);
    left.set(
      found.path,
      (left.get(found.path) ?? '').replace(from, () => to),
    );
  }
  return [...left].map(([path, sql]) => ({ path, sql }));
}

test(
  'npm run migration writes what changed in the schemas, and the migrations then make the same database',
  { retry: 0 },
  async () => {
    const changed = await closeLater(openDeclared(editSchemas()));
    const changes = await planMigration(migrated.database, changed.database);
    const sql = writeText(changes);
    await migrate({
      url: migrated.database.projectUrl,
      migrations: [...migrations, { path: '99991231000000_change.sql', sql }],
      seeds: [],
    });
    expect(compareDumps(await dumpSchema(changed.database), await dumpSchema(migrated.database))).toEqual([]);
    const rows = await dumpRows(changed.database, OTHERS);
    expect(compareDumps(rows, await dumpRows(migrated.database, OTHERS))).toEqual([]);
    expect(sql).not.toMatch(/OWNER TO|"postgres"/);
    const byHand = changes.flatMap(({ sql: statement, byHand: reason }) =>
      reason === null ? [] : [`${/^ALTER TABLE "\w+"\.("[^(]*)/.exec(statement)?.[1]?.trim()}: ${reason}`],
    );
    expect(byHand.toSorted()).toEqual([
      '"deleted_versions" DROP COLUMN "name": it deletes data; if something was renamed, rename it instead',
      '"members" ADD CONSTRAINT "members_role_check" CHECK: existing rows must satisfy it',
      '"personal_marks" ADD CONSTRAINT "personal_marks_color_check" CHECK: existing rows must satisfy it',
      '"profiles" ALTER COLUMN "color" TYPE integer USING "color"::integer: it converts the values of existing rows',
      '"titles" ADD COLUMN "language" text NOT NULL: existing rows need a value: add the column without NOT NULL, fill it, then set NOT NULL',
    ]);
  },
);
