-- What was promised to be erased is erased on a clock, and not only when somebody comes by (docs/decisions/0026). The same
-- function everywhere: pg_cron calls it where there is one, a timer in the embedded Supabase. The log is not pruned here.

create index editing_sessions_unwritten on public.editing_sessions (last_seen_at) where last_counter = 0;
create index members_expected on public.members (expires_at) where arrived_at is null;

drop function private.erase_expired();
create function private.erase_expired() returns bigint
language sql security definer set search_path = ''
as $$
  select count(private.erase_document(old.id)) from (
    select d.id from public.documents d
    where d.deleted_at < now() - private.trash_kept_for() and d.deleted_at > '-infinity'
    limit 20 for no key update skip locked) as old
$$;
comment on function private.erase_expired() is 'Erases some of the documents that have been in a trash for too long; says how many.';
revoke all on function private.erase_expired() from public;

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
  'Erases editing sessions that wrote nothing: after 30 days, in which a page that was asleep may still go on, and when their person is gone. Says how many.';
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
  'Erases the secrets of editing sessions that were last used, or have lost their right, more than a day ago: as long may others log what was said live. Says how many.';
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
  'Erases invitations that have expired, and the places that were kept for people who did not come. Says how many.';
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
comment on function private.sweep_refused_writes(integer) is 'Forgets who tried to write what was refused, after 90 days. Says how many.';
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
comment on function private.sweep_buckets(integer) is 'Erases buckets that are full again: who has none has a full one. Says how many.';
revoke all on function private.sweep_buckets(integer) from public;

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
    'buckets', private.sweep_buckets(most));
begin
  return swept || jsonb_build_object('documents', documents, 'more',
    documents >= 20 or exists (select from jsonb_each_text(swept) as kind (name, number) where number::bigint >= most));
end
$$;
comment on function public.sweep(integer) is
  'Erases what was promised to be erased: documents after 30 days in the trash (20 at most), editing sessions that wrote nothing, secrets of sessions that are over, invitations and kept places that have expired, refused writes after 90 days, full buckets; of each kind p_limit rows at most (1,000; between 1 and 10,000). Says how many of each, and as more whether there may be more. Calling it twice, or at the same time, is harmless. Sessions that wrote and the log stay.';
revoke all on function public.sweep(integer) from public, anon, authenticated;
grant execute on function public.sweep(integer) to service_role;
