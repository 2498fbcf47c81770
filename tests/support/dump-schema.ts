/** The content of a database as text to compare: one line for each object of its catalogue, and for each row. */
import type { Database } from '../../src/embedded-supabase/db/database.ts';

/** Privileges in an order of their own: the order in which they were granted does not matter. */
const acl = (column: string): string =>
  `(select string_agg(format('%s:%s%s', grantee::regrole, privilege_type, case when is_grantable then '*' end), ' '
      order by grantee::regrole::text, privilege_type) from aclexplode(${column}))`;
const commentOn = (catalogue: string, id: string, column = '0'): string =>
  `(select '#comment: ' || description from pg_description where classoid = '${catalogue}'::regclass and objoid = ${id} and objsubid = ${column})`;
const OWN = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'supabase_migrations')`;

const CATALOGUE = `
  select 'schema ' || nspname as what, concat_ws(' ', nspowner::regrole, ${acl('nspacl')}, ${commentOn('pg_namespace', 'n.oid')}) as text
    from pg_namespace n where ${OWN}
  union all
  select 'table ' || c.oid::regclass, concat_ws(' ', relkind, relpersistence, relowner::regrole, relrowsecurity, relforcerowsecurity,
      relreplident, reloptions, ${acl('relacl')}, case when relkind = 'v' then pg_get_viewdef(c.oid) end, ${commentOn('pg_class', 'c.oid')})
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OWN} and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
  union all
  select format('column %s.%s', c.oid::regclass, attname), concat_ws(' ',
      row_number() over (partition by attrelid order by attnum), format_type(atttypid, atttypmod), attnotnull,
      pg_get_expr(adbin, adrelid), attgenerated, attidentity, attstorage, attcompression, attcollation::regcollation,
      ${acl('attacl')}, ${commentOn('pg_class', 'c.oid', 'attnum')})
    from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
    where ${OWN} and c.relkind in ('r', 'p', 'v', 'm', 'f') and attnum > 0 and not attisdropped
  union all
  select format('constraint %s on %s', conname, coalesce(nullif(conrelid, 0)::regclass::text, contypid::regtype::text)),
      concat_ws(' ', pg_get_constraintdef(k.oid), convalidated, ${commentOn('pg_constraint', 'k.oid')})
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace where ${OWN}
  union all
  select 'index ' || indexrelid::regclass, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisreplident, ${commentOn('pg_class', 'indexrelid')})
    from pg_index join pg_class c on c.oid = indexrelid join pg_namespace n on n.oid = c.relnamespace where ${OWN}
  union all
  select format('trigger %s on %s', tgname, tgrelid::regclass), concat_ws(' ', pg_get_triggerdef(t.oid), tgenabled, ${commentOn('pg_trigger', 't.oid')})
    from pg_trigger t where not tgisinternal
  union all
  select format('policy %s on %s', polname, polrelid::regclass), concat_ws(' ', polcmd, polpermissive,
      (select array_agg(role::regrole::text order by 1) from unnest(polroles) as role), pg_get_expr(polqual, polrelid),
      '/', pg_get_expr(polwithcheck, polrelid), ${commentOn('pg_policy', 'p.oid')})
    from pg_policy p
  union all
  select 'function ' || p.oid::regprocedure, concat_ws(' ', pg_get_functiondef(p.oid), proowner::regrole, ${acl('proacl')}, ${commentOn('pg_proc', 'p.oid')})
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${OWN} and prokind in ('f', 'p') and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  union all
  select 'type ' || t.oid::regtype, concat_ws(' ', typtype, typowner::regrole, nullif(typbasetype, 0)::regtype, typnotnull, typdefault,
      (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid), ${acl('typacl')}, ${commentOn('pg_type', 't.oid')})
    from pg_type t join pg_namespace n on n.oid = t.typnamespace where ${OWN} and typtype in ('d', 'e', 'r')
  union all
  select 'publication ' || pubname, concat_ws(' ', puballtables, pubinsert, pubupdate, pubdelete, pubtruncate,
      (select array_agg(prrelid::regclass::text order by 1) from pg_publication_rel where prpubid = p.oid))
    from pg_publication p
  union all
  select format('default privileges of %s in %s for %s', defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype), ${acl('defaclacl')}
    from pg_default_acl
  union all
  select 'extension ' || extname, concat_ws(' ', extversion, extowner::regrole, extnamespace::regnamespace) from pg_extension
  union all
  select 'event trigger ' || evtname, concat_ws(' ', evtevent, evtfoid::regproc, evttags, evtenabled) from pg_event_trigger
  union all
  select format('settings of %s', coalesce(nullif(setrole, 0)::regrole::text, 'the database')), (select string_agg(setting, ' ' order by setting) from unnest(setconfig) as setting)
    from pg_db_role_setting`;

export async function dumpSchema(database: Database): Promise<readonly string[]> {
  const { rows } = await database.query<{ what: string; text: string | null }>(CATALOGUE);
  return rows.map(({ what, text }) => `${what}: ${text ?? ''}`).sort();
}

/** `dumpSchema` without the texts of comments: only whether an object has one. In bodies, white space is one space. */
export async function dumpWithoutWords(database: Database): Promise<readonly string[]> {
  const lines = await dumpSchema(database);
  return lines.map((line) =>
    line
      .replace(/#comment: [^]*$/, '#comment')
      .replaceAll(/--[^\n]*/g, '')
      .replaceAll(/\s+/g, ' '),
  );
}

/** Lines that only one of two dumps has: an array of many long lines is hard to compare by eye. */
export function compareDumps(wanted: readonly string[], found: readonly string[]): readonly string[] {
  const missing = wanted.filter((line) => !found.includes(line)).map((line) => `- ${line}`);
  const added = found.filter((line) => !wanted.includes(line)).map((line) => `+ ${line}`);
  return [...missing, ...added];
}

/** Rows of all tables of the project, without columns whose default is computed, such as times and secrets. */
export async function dumpRows(
  database: Database,
  others: readonly string[] = [],
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const table of [...(await listTables(database)), ...others]) {
    const { rows } = await database.query<{ row: string }>(
      `select (to_jsonb(t) - array(select attname::text from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
         where adrelid = $1::regclass and pg_get_expr(adbin, adrelid) ~ '[(]'))::text as row from ${table} as t order by 1`,
      [table],
    );
    lines.push(...rows.map(({ row }) => `${table}: ${row}`));
  }
  return lines;
}

async function listTables(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace) order by 1`,
  );
  return rows.map(({ name }) => name);
}
