/** Finds the rights that a role without superuser lacks to prepare a database, as the statements that would grant them. */
import type { Client } from 'pg';

/** The role of `DATABASE_URL` lacks rights; the message has the statements that a superuser must run. */
export class MissingRightsError extends Error {
  readonly code = 'missing_rights';
}

/** Throws `MissingRightsError`. A superuser lacks nothing. */
export async function checkRights(client: Client): Promise<void> {
  const { rows } = await client.query<{ role: string; statement: string }>(MISSING);
  if (rows.length === 0) return;
  const statements = rows.map(({ statement }) => `  ${statement};`).join('\n');
  throw new MissingRightsError(
    `The role ${rows[0]?.role} of DATABASE_URL lacks rights. Have a superuser run this in the database first:\n${statements}`,
  );
}

/**
 * Only roles with BYPASSRLS may create roles with it, and before PostgreSQL 16 only superusers may. From 16 on,
 * granting or changing a role requires the admin option on it.
 */
const MISSING = `
  with me as (
    select rolname, rolcreaterole, rolbypassrls, current_setting('server_version_num')::int >= 160000 as is_16
    from pg_roles where rolname = current_user and not rolsuper
  ), needed as (
    select names.name, r.rolbypassrls,
           r.oid is not null and (not me.is_16 or pg_has_role(r.oid, 'member with admin option')) as is_own
    from me, unnest(array['anon', 'authenticated', 'service_role', 'authenticator',
                          'supabase_auth_admin', 'supabase_storage_admin', 'supabase_realtime_admin']) as names (name)
    left join pg_roles as r on r.rolname = names.name
  )
  select me.rolname as role, format(missing.statement, me.rolname, current_database(), missing.name) as statement
  from me, lateral (
    select 1 as place, null as name, 'alter role %1$I createrole' as statement where not me.rolcreaterole
    union all
    select 2, null, 'grant create on database %2$I to %1$I' where not has_database_privilege(current_database(), 'create')
    union all
    select 3, null, 'grant create on schema public to %1$I' where not has_schema_privilege('public', 'create')
    union all
    select 4, null, 'create role service_role nologin noinherit bypassrls' from needed
    where name = 'service_role' and rolbypassrls is null and not (me.rolbypassrls and me.is_16)
    union all
    select 5, null, 'alter role service_role bypassrls' from needed where name = 'service_role' and not rolbypassrls
    union all
    select 6, needed.name, 'grant %3$I to %1$I with admin option' from needed
    where not is_own and (rolbypassrls is not null or name = 'service_role' and not (me.rolbypassrls and me.is_16))
  ) as missing (place, name, statement)
  order by missing.place`;
