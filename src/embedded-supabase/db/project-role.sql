-- Rights of the project's role (migrations, seeds and SUPABASE_DB_URL) in the schemas of the services: no more than on
-- hosted Supabase, where it owns none of them. Run after all other schemas. Idempotent.

do $$
declare
  statement text;
  setting text;
begin
  foreach statement in array array[
    'grant usage on schema auth to %I',
    'grant usage on schema storage, realtime to %I with grant option',
    -- Migrations create triggers on auth.users and reference it, and seeds insert users.
    'grant select, insert, update, delete, references, trigger on all tables in schema auth to %I',
    'grant usage on all sequences in schema auth to %I',
    'grant all on all tables in schema storage to %I with grant option',
    'grant all on all tables in schema realtime to %I with grant option',
    'grant execute on all functions in schema storage to %I',
    'grant execute on function realtime.topic(), realtime.send(jsonb, text, text, boolean) to %I',
    'grant execute on function realtime.send_binary(bytea, text, text, boolean) to %I',
    'grant execute on function realtime.broadcast_changes(text, text, text, text, text, record, record, text) to %I'
  ] loop
    execute format(statement, embedded.project_role());
  end loop;
  -- `alter role authenticator set pgrst.…`: settings that PostgREST reads there. Only a superuser may allow it.
  if embedded.is_superuser() then
    foreach setting in array array[
      'db_aggregates_enabled', 'db_anon_role', 'db_extra_search_path', 'db_hoisted_tx_settings', 'db_max_rows',
      'db_plan_enabled', 'db_pre_request', 'db_root_spec', 'db_schemas', 'db_timezone_enabled', 'db_tx_end', 'jwt_aud',
      'jwt_cache_max_lifetime', 'jwt_role_claim_key', 'jwt_secret', 'jwt_secret_is_base64', 'openapi_mode',
      'openapi_security_active', 'openapi_server_proxy_uri', 'server_cors_allowed_origins', 'server_timing_enabled',
      'server_trace_header'
    ] loop
      execute format('grant set on parameter %I to %I', 'pgrst.' || setting, embedded.project_role());
    end loop;
  end if;
end $$;
