-- Notifications: what a person is told, in the app and by mail. Each is written in the transaction of its event and deleted
-- when the event is taken back. Pages read and mark their own through functions.

-- The tests of mails replace it, to play weeks.
create function private.clock() returns timestamptz language sql stable set search_path = '' return now();
comment on function private.clock() is 'The time by which notifications and mails are due.';
revoke all on function private.clock() from public;

create table private.notification_settings (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  levels jsonb not null default '{}',
  mails boolean not null default true,
  hides_text boolean not null default false,
  time_zone text,
  quiet_from time,
  quiet_to time,
  digest_hour smallint check (digest_hour between 0 and 23) default 8,
  digest_on date,
  digest_until timestamptz,
  check ((quiet_from is null) = (quiet_to is null))
);
comment on table private.notification_settings is 'How a person is told. Without a row the defaults hold.';
comment on column private.notification_settings.levels is 'By kind: off, app or mail. A kind that is missing has the level of private.default_level.';
comment on column private.notification_settings.mails is 'False: no mails at all.';
comment on column private.notification_settings.hides_text is 'Mails name neither titles nor text.';
comment on column private.notification_settings.time_zone is 'IANA name, taken from the browser the first time.';
comment on column private.notification_settings.digest_hour is 'In the person''s time zone; null: no digest.';
comment on column private.notification_settings.digest_on is 'The local day for which the last digest was made.';
comment on column private.notification_settings.digest_until is 'Changes up to here were in the last digest.';

alter table private.notification_settings enable row level security;
revoke all on private.notification_settings from anon, authenticated;

create table private.watches (
  user_id uuid not null references public.profiles (id) on delete cascade,
  document_id uuid not null references public.documents (id) on delete cascade,
  level text not null check (level in ('all', 'mine', 'none')),
  primary key (user_id, document_id)
);
comment on table private.watches is 'What a person chose to be told of a document: all changes, only what concerns them, or nothing.';
create index watches_document on private.watches (document_id);

alter table private.watches enable row level security;
revoke all on private.watches from anon, authenticated;

create table private.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null check (kind in ('invited', 'role_changed', 'access_asked', 'access_granted', 'access_refused', 'mentioned',
    'mentioned_in_comment', 'replied', 'assigned', 'resolved', 'commented', 'restored')),
  document_id uuid not null references public.documents (id) on delete cascade,
  thread_id uuid references private.comment_threads (id) on delete cascade,
  comment_id uuid references private.comments (id) on delete cascade,
  actor uuid references public.profiles (id) on delete set null,
  role text,
  event text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz,
  done_at timestamptz,
  mail_state text not null default 'none' check (mail_state in ('none', 'due', 'digest', 'gathered', 'sent', 'skipped', 'failed')),
  mail_after timestamptz,
  mail_id uuid,
  unique (user_id, event),
  check ((mail_state = 'due') <= (mail_after is not null))
);
comment on table private.notifications is 'What people were told. One event tells a person once.';
comment on column private.notifications.event is 'Names the event, for example by the id of the comment.';
comment on column private.notifications.role is 'The role that was given.';
comment on column private.notifications.mail_state is
  'none: only in the app. due: a mail from mail_after on. digest: in the next digest. gathered: in a mail that is on its way. skipped: seen, taken back or turned off in time.';

create index notifications_of_person on private.notifications (user_id, created_at desc, id);
create index notifications_unseen on private.notifications (user_id) where seen_at is null;
create index notifications_document on private.notifications (document_id, user_id);
create index notifications_thread on private.notifications (thread_id) where thread_id is not null;
create index notifications_comment on private.notifications (comment_id) where comment_id is not null;
create index notifications_actor on private.notifications (actor) where actor is not null;
create index notifications_due on private.notifications (mail_after) where mail_state = 'due';
create index notifications_mail on private.notifications (mail_id) where mail_id is not null;
create index notifications_created on private.notifications (created_at);

alter table private.notifications enable row level security;
revoke all on private.notifications from anon, authenticated;

-- Levels.

create function private.default_level(p_kind text) returns text
language sql immutable set search_path = ''
return case when p_kind in ('role_changed', 'resolved', 'commented', 'restored') then 'app' else 'mail' end;
comment on function private.default_level(text) is 'How a person who chose nothing is told of a kind.';
revoke all on function private.default_level(text) from public;

create function private.is_about_access(p_kind text) returns boolean
language sql immutable set search_path = ''
return p_kind in ('invited', 'role_changed', 'access_asked', 'access_granted', 'access_refused');
comment on function private.is_about_access(text) is 'Kinds that a person is told whatever they chose for the document.';
revoke all on function private.is_about_access(text) from public;

-- In plpgsql, which caches the plan between calls: a comment asks it of every member.
create function private.watch_of(p_document uuid, p_user uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    (select w.level from private.watches w where w.document_id = p_document and w.user_id = p_user),
    case when exists (select from public.documents d where d.id = p_document and d.owner_id = p_user)
      or exists (select from public.editing_sessions s where s.document_id = p_document and s.user_id = p_user and s.last_counter > 0)
      or exists (select from private.comments c join private.comment_threads t on t.id = c.thread_id
        where t.document_id = p_document and c.author = p_user) then 'all' else 'mine' end);
end
$$;
comment on function private.watch_of(uuid, uuid) is
  'What a person wants to be told of a document. Who chose nothing is told all of documents that they own, wrote in or commented.';
revoke all on function private.watch_of(uuid, uuid) from public;

create function private.level_of(p_user uuid, p_kind text, p_document uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  chosen private.notification_settings;
  level text;
  watch text;
begin
  select * into chosen from private.notification_settings s where s.user_id = p_user;
  level := coalesce(chosen.levels ->> p_kind, private.default_level(p_kind));
  if level = 'mail' and chosen.mails is false then level := 'app'; end if;
  if level = 'off' or private.is_about_access(p_kind) then return level; end if;
  watch := private.watch_of(p_document, p_user);
  return case when watch = 'none' or p_kind = 'commented' and watch <> 'all' then 'off' else level end;
end
$$;
comment on function private.level_of(uuid, text, uuid) is 'How a person is told of a kind of event in a document: off, app or mail.';
revoke all on function private.level_of(uuid, text, uuid) from public;

-- Telling.

create function private.mail_waits(p_kind text) returns interval
language sql immutable set search_path = ''
return case when private.is_about_access(p_kind) then interval '0' else interval '2 minutes' end;
comment on function private.mail_waits(text) is 'How long a mail waits for the person to see it in the app, or for the event to be taken back.';
revoke all on function private.mail_waits(text) from public;

create function private.ring(p_user uuid) returns void
language sql security definer set search_path = ''
as $$
  select realtime.send('{}'::jsonb, 'notifications', 'user:' || p_user, true)
$$;
comment on function private.ring(uuid) is 'Tells the open pages of a person that their notifications changed. The message says nothing more.';
revoke all on function private.ring(uuid) from public;

create policy receive_own_messages on realtime.messages for select to authenticated
  using (messages.extension = 'broadcast' and (select realtime.topic()) = 'user:' || (select private.caller()));

-- Recipients are inserted in one order, so that two events at once do not deadlock.
create function private.notify(
  p_people uuid[], p_kinds text[], p_document uuid, p_event text, p_thread uuid default null, p_comment uuid default null, p_role text default null,
  p_actor uuid default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := coalesce(p_actor, private.caller());
  is_large boolean := (select count(*) > 50 from public.members m where m.document_id = p_document and m.arrived_at is not null);
  person uuid;
begin
  for person in
    insert into private.notifications (user_id, kind, document_id, thread_id, comment_id, actor, role, event, created_at, mail_state, mail_after)
    select w.person, w.kind, p_document, p_thread, p_comment, me, p_role, p_event, private.clock(),
      case when level = 'mail' and not (is_large and w.kind = 'commented') and w.kind <> 'invited' then 'due' else 'none' end,
      private.clock() + private.mail_waits(w.kind)
    from (select distinct on (t.person) t.person, t.kind from unnest(p_people, p_kinds) with ordinality as t (person, kind, place)
      where t.person is not null and t.person is distinct from me order by t.person, t.place) w
    cross join lateral private.level_of(w.person, w.kind, p_document) level
    where level <> 'off'
    order by w.person
    on conflict (user_id, event) do nothing
    returning user_id
  loop
    perform private.ring(person);
  end loop;
end
$$;
comment on function private.notify(uuid[], text[], uuid, text, uuid, uuid, text, uuid) is
  'Tells people of an event that the caller, or p_actor, caused: each once, by the first kind that names them, and never who caused it. An invitation has a mail of its own. In documents with more than fifty members, mails go only to people who are concerned.';
revoke all on function private.notify(uuid[], text[], uuid, text, uuid, uuid, text, uuid) from public;

create function private.take_back(p_document uuid, p_kinds text[], p_user uuid default null, p_thread uuid default null, p_comment uuid default null, p_event text default null)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
begin
  for person in
    delete from private.notifications n where n.document_id = p_document and n.kind = any (p_kinds)
      and (p_user is null or n.user_id = p_user) and (p_thread is null or n.thread_id = p_thread)
      and (p_comment is null or n.comment_id = p_comment) and (p_event is null or n.event = p_event)
    returning n.user_id
  loop
    perform private.ring(person);
  end loop;
end
$$;
comment on function private.take_back(uuid, text[], uuid, uuid, uuid, text) is
  'Deletes notifications of an event that was taken back, so that no mail follows.';
revoke all on function private.take_back(uuid, text[], uuid, uuid, uuid, text) from public;

-- Reading.

-- In plpgsql, which caches the plan between calls.
create function private.may_be_told(p_row private.notifications) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_role text := private.role_of(p_row.document_id, p_row.user_id);
begin
  return case
    when p_row.kind = 'access_refused' then exists (select from public.documents d where d.id = p_row.document_id and d.deleted_at is null)
    when p_row.kind = 'access_asked' then my_role = 'owner'
    when p_row.thread_id is not null then private.sees_comments(p_row.document_id, my_role)
    else my_role is not null end is true;
end
$$;
comment on function private.may_be_told(private.notifications) is 'Whether a person may still know of what they were told: rights may have ended since.';
revoke all on function private.may_be_told(private.notifications) from public;

create function private.describe_notification(p_row private.notifications) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', p_row.id, 'kind', p_row.kind, 'documentId', p_row.document_id, 'threadId', p_row.thread_id,
    'commentId', p_row.comment_id, 'role', p_row.role, 'createdAt', p_row.created_at, 'seenAt', p_row.seen_at, 'doneAt', p_row.done_at,
    'actor', (select jsonb_build_object('id', p.id, 'name', p.name, 'color', p.color) from public.profiles p where p.id = p_row.actor),
    'title', case when p_row.kind <> 'access_refused' then (select d.title from public.documents d where d.id = p_row.document_id) end,
    'isOpen', case when p_row.kind = 'access_asked' then exists (select from private.access_requests r
      where r.document_id = p_row.document_id and r.user_id = p_row.actor) end,
    'body', (select c.body from private.comments c where c.id = p_row.comment_id))
$$;
comment on function private.describe_notification(private.notifications) is
  'A notification as its person sees it, who may be told. The answer to a refused request does not name the document. isOpen: nobody has answered the request yet.';
revoke all on function private.describe_notification(private.notifications) from public;

create function public.list_notifications(p_before timestamptz default null, p_only_mine boolean default false) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  me uuid := private.caller();
begin
  if me is null then perform private.refuse('unauthenticated'); end if;
  return json_build_object(
    'unseen', (select count(*) from (select from private.notifications n
      where n.user_id = me and n.seen_at is null and private.may_be_told(n) limit 100) as unseen),
    'notifications', (select coalesce(json_agg(private.describe_notification(n) order by n.created_at desc, n.id), '[]') from (
      select * from private.notifications n
      where n.user_id = me and n.created_at < coalesce(p_before, 'infinity') and private.may_be_told(n)
        and not (p_only_mine and n.kind in ('resolved', 'commented', 'restored'))
      order by n.created_at desc, n.id limit 50) as n));
end
$$;
comment on function public.list_notifications(timestamptz, boolean) is
  'Notifications of the caller, newest first, 50 at most, from before a time; and how many are unseen (100 at most). p_only_mine leaves out what merely happened in documents that they watch.';
revoke all on function public.list_notifications(timestamptz, boolean) from public, anon, service_role;
grant execute on function public.list_notifications(timestamptz, boolean) to authenticated;

create function private.mark(p_mark text, p_ids uuid[], p_document uuid, p_threads uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := private.caller();
begin
  update private.notifications n
  set seen_at = case p_mark when 'unseen' then null else coalesce(n.seen_at, private.clock()) end,
    done_at = case p_mark when 'done' then private.clock() when 'seen' then n.done_at end
  where n.user_id = me and (p_ids is null or n.id = any (p_ids)) and (p_document is null or n.document_id = p_document)
    and (p_threads is null or n.thread_id = any (p_threads))
    and case p_mark when 'seen' then n.seen_at is null when 'done' then n.done_at is null else n.seen_at is not null or n.done_at is not null end;
  if found then perform private.ring(me); end if;
end
$$;
comment on function private.mark(text, uuid[], uuid, uuid[]) is 'Marks notifications of the caller as seen, unseen or done; null takes all.';
revoke all on function private.mark(text, uuid[], uuid, uuid[]) from public;

create function public.mark_notifications(p_mark text, p_ids uuid[] default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  if p_mark is null or p_mark not in ('seen', 'unseen', 'done') then perform private.refuse('bad_request', 'mark'); end if;
  perform private.spend(private.caller(), 'organize');
  perform private.mark(p_mark, p_ids, null, null);
end
$$;
comment on function public.mark_notifications(text, uuid[]) is
  'Marks notifications of the caller as seen, unseen or done; without ids all. Other pages of the caller hear of it.';
revoke all on function public.mark_notifications(text, uuid[]) from public, anon, service_role;
grant execute on function public.mark_notifications(text, uuid[]) to authenticated;

create function public.see_document(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := private.require_member(p_document);
begin
  perform private.mark('seen', array(select n.id from private.notifications n
    where n.user_id = me and n.document_id = p_document and n.thread_id is null and n.kind <> 'access_asked'), p_document, null);
end
$$;
comment on function public.see_document(uuid) is
  'The caller has the document before them: what they were told of it is seen, except comments, which are seen when they are read, and requests.';
revoke all on function public.see_document(uuid) from public, anon, service_role;
grant execute on function public.see_document(uuid) to authenticated;
