-- Rights that hosted Supabase lends to `postgres` through the extension supautils. They cover policies and dropped triggers on
-- tables of the services, and extensions that otherwise need a superuser. Here event triggers lend the right for one
-- statement: a failed statement rolls back the loan too.
--
-- Idempotent. Only a superuser can lend; another role owns the services' tables itself (`roles.sql`).

-- Members of supautils.privileged_extensions that come with PostgreSQL and are not already trusted.
create or replace function embedded.lendable_extensions() returns text[]
  language sql immutable
  return array['autoinc', 'bloom', 'dblink', 'dict_xsyn', 'earthdistance', 'insert_username', 'moddatetime',
    'pg_buffercache', 'pg_prewarm', 'pg_stat_statements', 'pg_walinspect', 'pgrowlocks', 'pgstattuple', 'postgres_fdw',
    'refint', 'sslinfo'];

create or replace function embedded.lend() returns event_trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_tag = 'CREATE EXTENSION' then
    -- Two that changed the role at the same time would fail (`tuple concurrently updated`): the second waits instead.
    perform pg_advisory_xact_lock(hashtext('embedded-supabase lends a superuser'));
    alter role postgres superuser;
  else
    grant supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin to postgres;
  end if;
end $$;

create or replace function embedded.take_back() returns event_trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  taken text;
begin
  if tg_tag <> 'CREATE EXTENSION' then
    revoke supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin from postgres;
    return;
  end if;
  alter role postgres nosuperuser;
  select e.extname into taken
  from pg_catalog.pg_event_trigger_ddl_commands() as made
  join pg_catalog.pg_extension as e on e.oid = made.objid and made.classid = 'pg_catalog.pg_extension'::regclass
  join pg_catalog.pg_available_extension_versions as v on v.name = e.extname and v.version = e.extversion
  where e.extowner = 'postgres'::regrole and not v.trusted and e.extname <> all (embedded.lendable_extensions());
  if taken is not null then
    raise insufficient_privilege using
      message = format('permission denied to create extension "%s"', taken),
      hint = 'Must be superuser to create this extension.';
  end if;
end $$;

do $$
begin
  if embedded.project_role() <> current_user then
    drop event trigger if exists embedded_lend;
    drop event trigger if exists embedded_take_back;
    create event trigger embedded_lend on ddl_command_start
      when tag in ('CREATE POLICY', 'ALTER POLICY', 'DROP POLICY', 'DROP TRIGGER', 'CREATE EXTENSION')
      execute function embedded.lend();
    create event trigger embedded_take_back on ddl_command_end
      when tag in ('CREATE POLICY', 'ALTER POLICY', 'DROP POLICY', 'DROP TRIGGER', 'CREATE EXTENSION')
      execute function embedded.take_back();
  end if;
end $$;
