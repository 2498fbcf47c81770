-- The clock, where the database has one. Without pg_cron nothing fails: a timer of the embedded Supabase, or any other
-- program that calls public.sweep() with the service key, does the same.

create function private.schedule_sweep() returns text
language plpgsql set search_path = ''
as $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is null then
    if not exists (select from pg_catalog.pg_available_extensions where name = 'pg_cron') then
      return 'there is no pg_cron: nothing is scheduled';
    end if;
    create extension pg_cron;
  end if;
  -- Under a name, a job is scheduled once and changed after that.
  perform cron.schedule('spolu-sweep', '*/10 * * * *', 'select public.sweep()');
  if to_regprocedure('net.http_post(text, jsonb, jsonb, jsonb, integer)') is null
    or to_regclass('vault.decrypted_secrets') is null then
    return 'scheduled public.sweep(); for files, turn on pg_net and Vault and call this again';
  end if;
  -- Does nothing until both secrets are there.
  perform cron.schedule('spolu-sweep-files', '7 * * * *', $job$
    select net.http_post(url := address.decrypted_secret || '/functions/v1/sweep-files', body := '{}'::jsonb,
      headers := jsonb_build_object('Content-Type', 'application/json', 'apikey', key.decrypted_secret))
    from vault.decrypted_secrets address, vault.decrypted_secrets key
    where address.name = 'spolu_url' and key.name = 'spolu_secret_key'$job$);
  return 'scheduled public.sweep() and the edge function sweep-files';
end
$$;
comment on function private.schedule_sweep() is
  'Has pg_cron call public.sweep() every ten minutes and, where there are pg_net and Vault, the edge function sweep-files every hour, at the address and with the secret key that Vault has as spolu_url and spolu_secret_key. Says what it did; calling it again is harmless. Runs with the rights of whoever calls.';
revoke all on function private.schedule_sweep() from public;

do $$
begin
  raise notice '%', private.schedule_sweep();
exception when others then
  -- An image of Supabase may ship pg_cron for another database, or a role may not make extensions.
  raise warning 'The sweep is not scheduled (%). See docs/operations.md; then: select private.schedule_sweep();', sqlerrm;
end
$$;
