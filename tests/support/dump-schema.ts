/**
 * What a database has, as text to compare: one line for each object of its catalogue and each row that migrations put
 * into tables. Comments are not compared, in bodies nor on objects: only whether an object has one.
 */
import type { Database } from '../../src/embedded-supabase/db/database.ts';

/** Privileges in an order of their own: the order in which they were granted does not matter. */
const acl = (column: string): string =>
  `(select string_agg(format('%s:%s%s', grantee::regrole, privilege_type, case when is_grantable then '*' end), ' '
      order by grantee::regrole::text, privilege_type) from aclexplode(${column}))`;
const isCommented = (catalogue: string, id: string, column = '0'): string =>
  `exists (select from pg_description where classoid = '${catalogue}'::regclass and objoid = ${id} and objsubid = ${column})`;
const OWN = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'supabase_migrations')`;

const CATALOGUE = `
  select 'schema ' || nspname as what, concat_ws(' ', nspowner::regrole, ${acl('nspacl')}, ${isCommented('pg_namespace', 'n.oid')}) as text
    from pg_namespace n where ${OWN}
  union all
  select 'table ' || c.oid::regclass, concat_ws(' ', relkind, relpersistence, relowner::regrole, relrowsecurity, relforcerowsecurity,
      relreplident, reloptions, ${acl('relacl')}, ${isCommented('pg_class', 'c.oid')}, case when relkind = 'v' then pg_get_viewdef(c.oid) end)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OWN} and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
  union all
  select format('column %s.%s', c.oid::regclass, attname), concat_ws(' ', attnum, format_type(atttypid, atttypmod), attnotnull,
      pg_get_expr(adbin, adrelid), attgenerated, attidentity, attstorage, attcompression, attcollation::regcollation,
      ${acl('attacl')}, ${isCommented('pg_class', 'c.oid', 'attnum')})
    from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
    where ${OWN} and c.relkind in ('r', 'p', 'v', 'm', 'f') and attnum > 0
  union all
  select format('constraint %s on %s', conname, coalesce(nullif(conrelid, 0)::regclass::text, contypid::regtype::text)),
      concat_ws(' ', pg_get_constraintdef(k.oid), convalidated, ${isCommented('pg_constraint', 'k.oid')})
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace where ${OWN}
  union all
  select 'index ' || indexrelid::regclass, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisreplident, ${isCommented('pg_class', 'indexrelid')})
    from pg_index join pg_class c on c.oid = indexrelid join pg_namespace n on n.oid = c.relnamespace where ${OWN}
  union all
  select format('trigger %s on %s', tgname, tgrelid::regclass), concat_ws(' ', pg_get_triggerdef(t.oid), tgenabled, ${isCommented('pg_trigger', 't.oid')})
    from pg_trigger t where not tgisinternal
  union all
  select format('policy %s on %s', polname, polrelid::regclass), concat_ws(' ', polcmd, polpermissive,
      (select array_agg(role::regrole::text order by 1) from unnest(polroles) as role), pg_get_expr(polqual, polrelid),
      '/', pg_get_expr(polwithcheck, polrelid), ${isCommented('pg_policy', 'p.oid')})
    from pg_policy p
  union all
  select 'function ' || p.oid::regprocedure, concat_ws(' ', pg_get_functiondef(p.oid), proowner::regrole, ${acl('proacl')}, ${isCommented('pg_proc', 'p.oid')})
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${OWN} and prokind in ('f', 'p') and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  union all
  select 'type ' || t.oid::regtype, concat_ws(' ', typtype, typowner::regrole, nullif(typbasetype, 0)::regtype, typnotnull, typdefault,
      (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid), ${acl('typacl')}, ${isCommented('pg_type', 't.oid')})
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
  select 'event trigger ' || evtname, concat_ws(' ', evtevent, evtfoid::regproc, evttags, evtenabled) from pg_event_trigger`;

/** A body without its comments, and with one space for any. */
const withoutWords = (text: string): string => text.replaceAll(/--[^\n]*/g, '').replaceAll(/\s+/g, ' ');

export async function dumpSchema(database: Database): Promise<readonly string[]> {
  const { rows } = await database.query<{ what: string; text: string }>(CATALOGUE);
  return rows.map(({ what, text }) => `${what}: ${withoutWords(text)}`).sort();
}

/** Rows of these tables, without columns that say when. */
export async function dumpRows(database: Database, tables: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const table of tables) {
    const { rows } = await database.query<{ row: string }>(
      `select (to_jsonb(t) - array['created_at', 'updated_at'])::text as row from ${table} as t order by 1`,
    );
    lines.push(...rows.map(({ row }) => `${table}: ${row}`));
  }
  return lines;
}
