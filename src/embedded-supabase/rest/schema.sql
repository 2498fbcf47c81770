-- Notifies the REST service of changed tables, functions and rights (PostgREST's "automatic schema cache reloading").
-- Idempotent. Needs a superuser: without one, the service reloads on `notify pgrst` and when it misses a name.

create or replace function extensions.pgrst_ddl_watch() returns event_trigger
language plpgsql set search_path = '' as $$
begin
  notify pgrst, 'reload schema';
end $$;

do $$
begin
  if not embedded.is_superuser() then
    return;
  end if;
  drop event trigger if exists pgrst_ddl_watch;
  create event trigger pgrst_ddl_watch on ddl_command_end
    when tag in (
      'CREATE SCHEMA', 'ALTER SCHEMA',
      'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE',
      'CREATE FOREIGN TABLE', 'ALTER FOREIGN TABLE',
      'CREATE VIEW', 'ALTER VIEW', 'CREATE MATERIALIZED VIEW', 'ALTER MATERIALIZED VIEW',
      'CREATE FUNCTION', 'ALTER FUNCTION', 'CREATE TYPE', 'ALTER TYPE', 'CREATE DOMAIN', 'ALTER DOMAIN', 'COMMENT'
    )
    execute function extensions.pgrst_ddl_watch();

  drop event trigger if exists pgrst_drop_watch;
  create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_ddl_watch();
end $$;
