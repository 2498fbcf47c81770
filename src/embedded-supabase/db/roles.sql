-- Roles, schemas, extensions and grants as a fresh Supabase project has them
-- (supabase/postgres, migrations/db/init-scripts). Run as superuser; idempotent.

do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('supabase_admin', 'login superuser createdb createrole replication bypassrls'),
      -- What migrations and `SUPABASE_DB_URL` run as: everything in the project is its own, but it is no superuser.
      ('postgres', 'login createdb createrole replication bypassrls'),
      ('anon', 'nologin noinherit'),
      ('authenticated', 'nologin noinherit'),
      ('service_role', 'nologin noinherit bypassrls'),
      ('authenticator', 'login noinherit'),
      ('supabase_auth_admin', 'nologin noinherit createrole'),
      ('supabase_storage_admin', 'nologin noinherit createrole'),
      ('supabase_realtime_admin', 'nologin noinherit')
    ) as roles (name, options)
  loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      execute format('create role %I %s', wanted.name, wanted.options);
    end if;
  end loop;
end $$;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role to postgres with admin option;
grant anon, authenticated, service_role to supabase_storage_admin;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role postgres set search_path = "$user", public, extensions;
alter role supabase_auth_admin set search_path = auth;
alter role supabase_storage_admin set search_path = storage;

do $$
begin
  execute format('alter database %I owner to postgres', current_database());
  execute format('alter database %I set search_path = "$user", public, extensions', current_database());
end $$;

create schema if not exists extensions;
create schema if not exists auth authorization supabase_auth_admin;
create schema if not exists storage authorization supabase_storage_admin;
create schema if not exists realtime authorization supabase_realtime_admin;
create schema if not exists supabase_migrations authorization postgres;
-- What only this imitation needs: its own records and the local mailbox. No caller's role may look into it.
create schema if not exists embedded;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;
create extension if not exists citext with schema extensions;

grant usage on schema extensions to postgres, anon, authenticated, service_role;
grant create on schema extensions to postgres;
grant usage on schema auth to postgres, anon, authenticated, service_role;
grant usage on schema storage to postgres, anon, authenticated, service_role;
grant usage on schema realtime to postgres, anon, authenticated, service_role;

grant usage on schema public to postgres, anon, authenticated, service_role;
grant create on schema public to postgres;

do $$
declare
  owner text;
begin
  foreach owner in array array['postgres', 'supabase_admin'] loop
    execute format('alter default privileges for role %I in schema public grant all on tables to postgres, anon, authenticated, service_role', owner);
    execute format('alter default privileges for role %I in schema public grant all on functions to postgres, anon, authenticated, service_role', owner);
    execute format('alter default privileges for role %I in schema public grant all on sequences to postgres, anon, authenticated, service_role', owner);
  end loop;
end $$;

create table if not exists embedded.applied_schema (
  name text primary key,
  sha256 text not null,
  applied_at timestamptz not null default now()
);

-- As a hosted project has it: changes of these tables are offered to listeners once they are added to it.
do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
    alter publication supabase_realtime owner to postgres;
  end if;
end $$;
