-- The sweep: expired data is erased on a schedule (docs/decisions/0026). pg_cron calls public.sweep() where it is
-- installed, the embedded Supabase has a timer, and any other program may call it with the service key. The log is not
-- pruned here.

create function private.sweep_sessions(p_limit integer) returns bigint
language sql security definer set search_path = ''
as $$
  with over as (
    select s.id from public.editing_sessions s
    where s.last_counter = 0 and (s.last_seen_at < now() - interval '30 days' or s.user_id is null)
      and not exists (select from public.document_updates u where u.session_id = s.id)
    limit p_limit for update skip locked
  ), gone as (delete from public.editing_sessions where id in (select id from over) returning 1)
  select count(*) from gone
$$;
comment on function private.sweep_sessions(integer) is
  'Erases editing sessions that wrote nothing: after 30 days, because a page may wake up and go on, and at once when their account is deleted. Returns how many.';
revoke all on function private.sweep_sessions(integer) from public;

create function private.sweep_secrets(p_limit integer) returns bigint
language sql security definer set search_path = ''
as $$
  with over as (
    select k.session_id from private.session_secrets k join public.editing_sessions s on s.id = k.session_id
    where coalesce(s.revoked_at, greatest(s.last_seen_at, s.lost_right_at)) < now() - interval '1 day'
    limit p_limit for update of k skip locked
  ), gone as (delete from private.session_secrets where session_id in (select session_id from over) returning 1)
  select count(*) from gone
$$;
comment on function private.sweep_secrets(integer) is
  'Erases the secrets of editing sessions that were revoked, last used or lost their right more than a day ago: until then peers may relay what was broadcast. Returns how many.';
revoke all on function private.sweep_secrets(integer) from public;

create function private.sweep_invitations(p_limit integer) returns bigint
language sql security definer set search_path = ''
as $$
  with over as (
    select i.id from private.invitations i where i.expires_at < now() limit p_limit for update skip locked
  ), gone as (
    delete from private.invitations where id in (select id from over) returning 1
  ), expected as (
    select m.document_id, m.user_id from public.members m
    where m.arrived_at is null and m.expires_at < now() limit p_limit for update skip locked
  ), missed as (
    delete from public.members m using expected e where m.document_id = e.document_id and m.user_id = e.user_id returning 1
  )
  select (select count(*) from gone) + (select count(*) from missed)
$$;
comment on function private.sweep_invitations(integer) is
  'Erases invitations that have expired, and the memberships kept for people who did not come. Returns how many.';
revoke all on function private.sweep_invitations(integer) from public;

create function private.sweep_refused_writes(p_limit integer) returns bigint
language sql security definer set search_path = ''
as $$
  with over as (
    select r.document_id, r.user_id, r.reason from private.refused_writes r
    where r.last_at < now() - interval '90 days' limit p_limit for update skip locked
  ), gone as (
    delete from private.refused_writes r using over o
    where r.document_id = o.document_id and r.user_id = o.user_id and r.reason = o.reason returning 1
  )
  select count(*) from gone
$$;
comment on function private.sweep_refused_writes(integer) is
  'Erases records of refused writes after 90 days. Returns how many.';
revoke all on function private.sweep_refused_writes(integer) from public;

create function private.sweep_buckets(p_limit integer) returns bigint
language sql security definer set search_path = ''
as $$
  with over as (
    select b.user_id, b.action from private.rate_buckets b join private.rate_limits r on r.action = b.action
    where b.tokens + r.per_second * extract(epoch from now() - b.filled_at) >= r.burst
    limit p_limit for update of b skip locked
  ), gone as (
    delete from private.rate_buckets b using over o where b.user_id = o.user_id and b.action = o.action returning 1
  )
  select count(*) from gone
$$;
comment on function private.sweep_buckets(integer) is
  'Erases buckets that are full again, because a missing bucket counts as full. Returns how many.';
revoke all on function private.sweep_buckets(integer) from public;

create function private.sweep_notifications(p_limit integer) returns bigint
language sql security definer set search_path = ''
as $$
  with told as (
    delete from private.notifications where id in (
      select n.id from private.notifications n where n.created_at < now() - interval '90 days' limit p_limit for update skip locked) returning 1
  ), mailed as (
    delete from private.mails where id in (
      select m.id from private.mails m where m.created_at < now() - interval '30 days' limit p_limit for update skip locked) returning 1
  )
  select (select count(*) from told) + (select count(*) from mailed)
$$;
comment on function private.sweep_notifications(integer) is 'Erases notifications after 90 days, and records of mails after 30. Returns how many.';
revoke all on function private.sweep_notifications(integer) from public;

create function public.sweep(p_limit integer default 1000) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  most integer := least(greatest(coalesce(p_limit, 1000), 1), 10000);
  documents bigint := private.erase_expired();
  swept jsonb := jsonb_build_object(
    'sessions', private.sweep_sessions(most),
    'secrets', private.sweep_secrets(most),
    'invitations', private.sweep_invitations(most),
    'refusedWrites', private.sweep_refused_writes(most),
    'buckets', private.sweep_buckets(most),
    'notifications', private.sweep_notifications(most),
    'versions', private.sweep_versions(most));
begin
  return swept || jsonb_build_object('documents', documents, 'more',
    documents >= 20 or exists (select from jsonb_each_text(swept) as kind (name, number) where number::bigint >= most));
end
$$;
comment on function public.sweep(integer) is
  'Erases expired data: documents after 30 days in the trash (20 at most), editing sessions that wrote nothing, secrets of sessions that are over, expired invitations and their memberships, refused writes after 90 days, full buckets, notifications after 90 days and records of mails after 30, automatic versions that are thinned out; of each kind p_limit rows at most (1,000; between 1 and 10,000). Returns how many of each, and as more whether there may be more. Calling it twice, or at the same time, is harmless. Sessions that wrote and the log stay.';
revoke all on function public.sweep(integer) from public, anon, authenticated;
grant execute on function public.sweep(integer) to service_role;

-- Without pg_cron nothing is scheduled, and nothing fails.
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
  -- Scheduling a name again replaces its job.
  perform cron.schedule('spolu-sweep', '*/10 * * * *', 'select public.sweep()');
  if to_regprocedure('net.http_post(text, jsonb, jsonb, jsonb, integer)') is null
    or to_regclass('vault.decrypted_secrets') is null then
    return 'scheduled public.sweep(); for files, turn on pg_net and Vault and call this again';
  end if;
  -- A no-op until both secrets are there.
  perform cron.schedule('spolu-sweep-files', '7 * * * *', $job$
    select net.http_post(url := address.decrypted_secret || '/functions/v1/sweep-files', body := '{}'::jsonb,
      headers := jsonb_build_object('Content-Type', 'application/json', 'apikey', key.decrypted_secret))
    from vault.decrypted_secrets address, vault.decrypted_secrets key
    where address.name = 'spolu_url' and key.name = 'spolu_secret_key'$job$);
  perform cron.schedule('spolu-sweep-search', '*/10 * * * *', $job$
    select net.http_post(url := address.decrypted_secret || '/functions/v1/sweep-search', body := '{}'::jsonb,
      headers := jsonb_build_object('Content-Type', 'application/json', 'apikey', key.decrypted_secret))
    from vault.decrypted_secrets address, vault.decrypted_secrets key
    where address.name = 'spolu_url' and key.name = 'spolu_secret_key'
      and (public.documents_to_index(1) ->> 'count' <> '0' or public.comments_to_index(null, 1)::text <> '[]')$job$);
  perform cron.schedule('spolu-send-mails', '* * * * *', $job$
    select net.http_post(url := address.decrypted_secret || '/functions/v1/send-mails', body := '{}'::jsonb,
      headers := jsonb_build_object('Content-Type', 'application/json', 'apikey', key.decrypted_secret))
    from vault.decrypted_secrets address, vault.decrypted_secrets key
    where address.name = 'spolu_url' and key.name = 'spolu_secret_key' and public.mails_are_due()$job$);
  return 'scheduled public.sweep() and the edge functions sweep-files, sweep-search and send-mails';
end
$$;
comment on function private.schedule_sweep() is
  'Schedules public.sweep() in pg_cron every ten minutes and, where there are pg_net and Vault, the edge function sweep-files every hour, sweep-search every ten minutes in which texts are not indexed, and every minute in which mails are due send-mails, at the address and with the secret key that Vault has as spolu_url and spolu_secret_key. Returns what it did. Idempotent. Runs with the rights of the caller.';
revoke all on function private.schedule_sweep() from public;

do $$
begin
  raise notice '%', private.schedule_sweep();
exception when others then
  -- pg_cron may be installed for another database, or the role may not create extensions.
  raise warning 'The sweep is not scheduled (%). See docs/operations.md; then: select private.schedule_sweep();', sqlerrm;
end
$$;
