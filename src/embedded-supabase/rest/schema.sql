-- Tells the REST service that tables, functions or rights changed (PostgREST's "automatic schema cache reloading").
-- Idempotent. Only a superuser may: without one, the service learns of changes by `notify pgrst` and by names it misses.

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
