-- Choices of a person: of which kinds and documents to be told, when, and whether by mail.

create function public.my_notification_settings() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  me uuid := private.caller();
  chosen private.notification_settings;
begin
  if me is null then perform private.refuse('unauthenticated'); end if;
  select * into chosen from private.notification_settings s where s.user_id = me;
  return json_build_object('levels', coalesce(chosen.levels, '{}'), 'mails', coalesce(chosen.mails, true),
    'hidesText', coalesce(chosen.hides_text, false), 'timeZone', chosen.time_zone,
    'quietFrom', to_char(chosen.quiet_from, 'HH24:MI'), 'quietTo', to_char(chosen.quiet_to, 'HH24:MI'),
    'digestHour', case when chosen.user_id is null then 8 else chosen.digest_hour end);
end
$$;
comment on function public.my_notification_settings() is
  'How the caller is told. levels has the kinds that were chosen; others have their default.';
revoke all on function public.my_notification_settings() from public, anon, service_role;
grant execute on function public.my_notification_settings() to authenticated;

create function private.is_time_zone(p_name text) returns boolean
language sql stable set search_path = ''
as $$
  select p_name ~ '^[A-Za-z0-9_+/-]{1,64}$' and exists (select from pg_catalog.pg_timezone_names z where z.name = p_name)
$$;
comment on function private.is_time_zone(text) is 'Whether Postgres knows a time zone by this name.';
revoke all on function private.is_time_zone(text) from public;

create function private.check_settings(p_settings jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if octet_length(p_settings::text) > 4096
    or jsonb_typeof(p_settings -> 'levels') is distinct from 'object'
    or exists (select from jsonb_each_text(p_settings -> 'levels') as level (kind, value)
      where value is null or value not in ('off', 'app', 'mail') or kind not in ('invited', 'role_changed', 'access_asked', 'access_granted',
        'access_refused', 'mentioned', 'mentioned_in_comment', 'replied', 'assigned', 'resolved', 'commented', 'restored'))
    or jsonb_typeof(p_settings -> 'mails') is distinct from 'boolean' or jsonb_typeof(p_settings -> 'hidesText') is distinct from 'boolean'
    or (p_settings ->> 'timeZone' is not null and not private.is_time_zone(p_settings ->> 'timeZone'))
    or (p_settings ->> 'quietFrom' is null) <> (p_settings ->> 'quietTo' is null)
    or coalesce(p_settings ->> 'quietFrom', '00:00') !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
    or coalesce(p_settings ->> 'quietTo', '00:00') !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
    or coalesce(p_settings ->> 'digestHour', '0') !~ '^([0-9]|1[0-9]|2[0-3])$' then
    perform private.refuse('bad_request', 'settings');
  end if;
end
$$;
comment on function private.check_settings(jsonb) is 'Refuses settings that are not those of #contract/notifications/settings.ts.';
revoke all on function private.check_settings(jsonb) from public;

create function private.leave_digest(p_user uuid) returns void
language sql security definer set search_path = ''
as $$
  update private.notifications n set mail_state = 'due' from private.notification_settings s
  where n.user_id = p_user and n.mail_state = 'digest' and s.user_id = p_user and s.digest_hour is null
$$;
comment on function private.leave_digest(uuid) is 'Who turned the digest off gets mails about what was to be in it.';
revoke all on function private.leave_digest(uuid) from public;

create function public.save_notification_settings(p_settings jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := private.caller();
begin
  if me is null then perform private.refuse('unauthenticated'); end if;
  perform private.check_settings(p_settings);
  perform private.spend(me, 'organize');
  insert into private.notification_settings as s (user_id, levels, mails, hides_text, time_zone, quiet_from, quiet_to, digest_hour)
  values (me, p_settings -> 'levels', (p_settings ->> 'mails')::boolean, (p_settings ->> 'hidesText')::boolean, p_settings ->> 'timeZone',
    (p_settings ->> 'quietFrom')::time, (p_settings ->> 'quietTo')::time, (p_settings ->> 'digestHour')::smallint)
  on conflict (user_id) do update set levels = excluded.levels, mails = excluded.mails, hides_text = excluded.hides_text,
    time_zone = excluded.time_zone, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, digest_hour = excluded.digest_hour;
  perform private.leave_digest(me);
end
$$;
comment on function public.save_notification_settings(jsonb) is 'Replaces the settings of the caller. What is on its way already is checked against them.';
revoke all on function public.save_notification_settings(jsonb) from public, anon, service_role;
grant execute on function public.save_notification_settings(jsonb) to authenticated;

create function public.meet_time_zone(p_time_zone text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  if private.is_time_zone(p_time_zone) is not true then perform private.refuse('bad_request', 'timeZone'); end if;
  perform private.spend(private.caller(), 'organize');
  insert into private.notification_settings as s (user_id, time_zone) values (private.caller(), p_time_zone)
  on conflict (user_id) do update set time_zone = excluded.time_zone where s.time_zone is null;
end
$$;
comment on function public.meet_time_zone(text) is 'The time zone of the caller''s browser, kept if none was chosen before.';
revoke all on function public.meet_time_zone(text) from public, anon, service_role;
grant execute on function public.meet_time_zone(text) to authenticated;

create function public.my_watch(p_document uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  me uuid := private.caller();
begin
  perform private.require(p_document, me, 'read');
  return json_build_object('level', private.watch_of(p_document, me),
    'isChosen', exists (select from private.watches w where w.document_id = p_document and w.user_id = me));
end
$$;
comment on function public.my_watch(uuid) is 'What the caller is told of a document: all, mine or none; and whether they chose it.';
revoke all on function public.my_watch(uuid) from public, anon, service_role;
grant execute on function public.my_watch(uuid) to authenticated;

create function public.set_watch(p_document uuid, p_level text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := private.require_member(p_document);
begin
  if p_level is null or p_level not in ('all', 'mine', 'none') then perform private.refuse('bad_request', 'level'); end if;
  insert into private.watches (user_id, document_id, level) values (me, p_document, p_level)
  on conflict (user_id, document_id) do update set level = excluded.level;
end
$$;
comment on function public.set_watch(uuid, text) is 'The caller chooses what to be told of a document.';
revoke all on function public.set_watch(uuid, text) from public, anon, service_role;
grant execute on function public.set_watch(uuid, text) to authenticated;
