-- Roles, schemas, extensions and grants as in a new Supabase project (supabase/postgres, migrations/db/init-scripts).
-- Idempotent. Run as a superuser, or as a role with the rights that `missing-rights.ts` requires: then that role is the
-- project's role, and steps that need a superuser are skipped.

-- Not part of Supabase: the embedded server's records and the local mailbox. No caller's role may read it.
create schema if not exists embedded;
revoke all on schema embedded from public;

create or replace function embedded.is_superuser() returns boolean
  language sql stable set search_path = ''
  return (select rolsuper from pg_catalog.pg_roles where rolname = current_user);

create or replace function embedded.project_role() returns text
  language sql stable set search_path = ''
  return case
    when embedded.is_superuser()
      and not exists (select from pg_catalog.pg_roles where rolname = 'postgres' and rolsuper) then 'postgres'
    else current_user
  end;

comment on function embedded.project_role() is
  'As whom migrations and SUPABASE_DB_URL come: `postgres`, unless that is another''s, or the caller cannot make it.';

create or replace function embedded.hand_over(wanted_schema text, new_owner text) returns void
  language plpgsql set search_path = ''
as $$
declare
  thing record;
begin
  execute format('alter schema %I owner to %I', wanted_schema, new_owner);
  for thing in
    select 'type' as kind, t.oid::regtype::text as name
    from pg_catalog.pg_type as t
    where t.typnamespace = wanted_schema::regnamespace and t.typtype in ('d', 'e')
    union all
    select 'table', c.oid::regclass::text
    from pg_catalog.pg_class as c
    where c.relnamespace = wanted_schema::regnamespace and c.relkind in ('r', 'p', 'v')
    union all
    select 'routine', p.oid::regprocedure::text
    from pg_catalog.pg_proc as p
    where p.pronamespace = wanted_schema::regnamespace
  loop
    execute format('alter %s %s owner to %I', thing.kind, thing.name, new_owner);
  end loop;
end $$;

comment on function embedded.hand_over(text, text) is
  'Makes a role the owner of a schema and of all that is in it; sequences go with their columns.';

-- An older data folder may have a `postgres` that is a superuser. Only in a server of our own may it be changed.
do $$
begin
  if current_user = 'supabase_admin' and (select oid = 10 from pg_roles where rolname = current_user)
    and exists (select from pg_roles where rolname = 'postgres' and rolsuper) then
    alter role postgres nosuperuser;
  end if;
end $$;

do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('supabase_admin', 'login superuser createdb createrole replication bypassrls', embedded.is_superuser()),
      -- Owns everything in the project, but is no superuser.
      ('postgres', 'login createdb createrole replication bypassrls', embedded.project_role() = 'postgres'),
      ('anon', 'nologin noinherit', true),
      ('authenticated', 'nologin noinherit', true),
      ('service_role', 'nologin noinherit bypassrls', true),
      ('authenticator', 'login noinherit', true),
      ('supabase_auth_admin', 'nologin noinherit', true),
      ('supabase_storage_admin', 'nologin noinherit', true),
      ('supabase_realtime_admin', 'nologin noinherit', true)
    ) as roles (name, options, needed)
  loop
    if wanted.needed and not exists (select from pg_roles where rolname = wanted.name) then
      execute format('create role %I %s', wanted.name, wanted.options);
    end if;
  end loop;
end $$;

grant anon, authenticated, service_role to authenticator;

do $$
begin
  if embedded.is_superuser() then
    grant anon, authenticated, service_role to supabase_storage_admin;
    execute format('grant anon, authenticated, service_role, authenticator to %I with admin option', embedded.project_role());
    execute format('grant pg_monitor, pg_read_all_data, pg_signal_backend to %I', embedded.project_role());
    execute format('revoke supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin from %I', embedded.project_role());
    execute format('alter database %I owner to %I', current_database(), embedded.project_role());
    execute format('alter database %I set search_path = "$user", public, extensions', current_database());
  else
    -- It created these roles and may grant them to any role; to act as them it must be a member of them.
    execute format('grant anon, authenticated, service_role, supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin to %I', current_user);
  end if;
  execute format('alter role %I in database %I set search_path = "$user", public, extensions', embedded.project_role(), current_database());
end $$;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role supabase_auth_admin set search_path = auth;
alter role supabase_storage_admin set search_path = storage;

create schema if not exists extensions;
create schema if not exists auth authorization supabase_auth_admin;
create schema if not exists storage authorization supabase_storage_admin;
create schema if not exists realtime authorization supabase_realtime_admin;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

grant usage on schema extensions, auth, storage, realtime, public to anon, authenticated, service_role;

do $$
declare
  owner text;
begin
  execute format('create schema if not exists supabase_migrations authorization %I', embedded.project_role());
  execute format('grant all on schema extensions, public to %I', embedded.project_role());
  for owner in select embedded.project_role() union select 'supabase_admin' where embedded.is_superuser() loop
    execute format('alter default privileges for role %I in schema public grant all on tables to %I, anon, authenticated, service_role', owner, embedded.project_role());
    execute format('alter default privileges for role %I in schema public grant all on functions to %I, anon, authenticated, service_role', owner, embedded.project_role());
    execute format('alter default privileges for role %I in schema public grant all on sequences to %I, anon, authenticated, service_role', owner, embedded.project_role());
  end loop;
end $$;

create table if not exists embedded.applied_schema (
  name text primary key,
  sha256 text not null,
  applied_at timestamptz not null default now()
);

-- As in a hosted project: changes of tables in this publication are sent to listeners.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
    execute format('alter publication supabase_realtime owner to %I', embedded.project_role());
  end if;
end $$;
