-- Events that tell people. Each function is called in the transaction of its event.

create function private.concerned_by(p_thread uuid) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select array_agg(distinct person) from (
    select unnest(array[t.created_by, t.assignee]) from private.comment_threads t where t.id = p_thread
    union all select c.author from private.comments c where c.thread_id = p_thread and c.deleted_at is null) as people (person)
  where person is not null
$$;
comment on function private.concerned_by(uuid) is 'People whose thread it is: who opened it, who wrote in it, and who has it to do.';
revoke all on function private.concerned_by(uuid) from public;

create function private.mentioned_in(p_document uuid, p_body jsonb) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(m.user_id), '{}') from public.members m
  where m.document_id = p_document and m.arrived_at is not null
    and m.user_id::text in (select value #>> '{}' from jsonb_path_query(p_body, '$.**?(@.type == "mention").attrs.id') as value)
$$;
comment on function private.mentioned_in(uuid, jsonb) is 'The members whom a comment mentions.';
revoke all on function private.mentioned_in(uuid, jsonb) from public;

create function private.seeing_comments(p_document uuid, p_people uuid[]) returns uuid[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(array_agg(person order by place), '{}') from unnest(p_people) with ordinality as people (person, place)
  where private.sees_comments(p_document, private.role_of(p_document, person))
$$;
comment on function private.seeing_comments(uuid, uuid[]) is 'Those of these people who see the comments of a document.';
revoke all on function private.seeing_comments(uuid, uuid[]) from public;

create function private.notify_comment(p_document uuid, p_thread uuid, p_comment uuid, p_body jsonb, p_assignee uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  mentioned uuid[] := private.mentioned_in(p_document, p_body);
  concerned uuid[] := coalesce(private.concerned_by(p_thread), '{}');
  watching uuid[] := array(select m.user_id from public.members m
    where m.document_id = p_document and m.arrived_at is not null and private.watch_of(p_document, m.user_id) = 'all');
begin
  if p_assignee is not null then
    delete from private.notifications n
    where n.thread_id = p_thread and n.kind = 'assigned' and n.seen_at is null and n.user_id <> p_assignee;
  end if;
  perform private.notify(people, kinds, p_document, 'comment ' || p_comment, p_thread, p_comment) from (
    select array_agg(person order by place) as people, array_agg(kind order by place) as kinds from (
      select row_number() over () as place, person, kind from (
        select p_assignee as person, 'assigned' as kind
        union all select unnest(mentioned), 'mentioned_in_comment'
        union all select unnest(concerned), 'replied'
        union all select unnest(watching), 'commented') as told) as numbered
    where private.sees_comments(p_document, private.role_of(p_document, person))) as all_told
  where people is not null;
end
$$;
comment on function private.notify_comment(uuid, uuid, uuid, jsonb, uuid) is
  'A comment was added: tells who got the thread to do, who is mentioned, whose thread it is, and who watches the document.';
revoke all on function private.notify_comment(uuid, uuid, uuid, jsonb, uuid) from public;

create function private.notify_edited(p_document uuid, p_thread uuid, p_comment uuid, p_before jsonb, p_body jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  before uuid[] := private.mentioned_in(p_document, p_before);
  now_mentioned uuid[] := private.mentioned_in(p_document, p_body);
  newly uuid[] := private.seeing_comments(p_document, array(select unnest(now_mentioned) except select unnest(before)));
begin
  delete from private.notifications n where n.comment_id = p_comment and n.kind = 'mentioned_in_comment'
    and n.user_id <> all (now_mentioned) and n.seen_at is null;
  perform private.notify(newly, array_fill('mentioned_in_comment'::text, array[cardinality(newly)]), p_document,
    'mention ' || p_comment, p_thread, p_comment);
end
$$;
comment on function private.notify_edited(uuid, uuid, uuid, jsonb, jsonb) is
  'A comment was edited: tells people who are mentioned now, and takes back what those were told who no longer are and have not seen it.';
revoke all on function private.notify_edited(uuid, uuid, uuid, jsonb, jsonb) from public;

create function private.notify_resolved(p_document uuid, p_thread uuid, p_is_resolved boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  concerned uuid[] := private.seeing_comments(p_document, private.concerned_by(p_thread));
begin
  delete from private.notifications n where n.thread_id = p_thread and n.kind = 'resolved' and n.seen_at is null;
  if not p_is_resolved then return; end if;
  perform private.notify(concerned, array_fill('resolved'::text, array[cardinality(concerned)]), p_document,
    'resolved ' || p_thread || ' ' || clock_timestamp(), p_thread);
end
$$;
comment on function private.notify_resolved(uuid, uuid, boolean) is
  'A thread was resolved: tells those whose thread it is. Or it was opened again: takes back what nobody has seen yet.';
revoke all on function private.notify_resolved(uuid, uuid, boolean) from public;

create function private.notify_assigned(p_document uuid, p_thread uuid, p_assignee uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.notifications n where n.thread_id = p_thread and n.kind = 'assigned' and n.seen_at is null;
  perform private.notify(array[p_assignee], array['assigned'], p_document, 'assigned ' || p_thread || ' ' || clock_timestamp(), p_thread);
end
$$;
comment on function private.notify_assigned(uuid, uuid, uuid) is
  'A thread was given to a person, or to nobody: tells them, and takes back what the person before has not seen.';
revoke all on function private.notify_assigned(uuid, uuid, uuid) from public;

create function private.notify_access(p_kind text, p_document uuid, p_user uuid, p_role text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- The last answer counts.
  perform private.take_back(p_document, array[p_kind], p_user);
  perform private.notify(array[p_user], array[p_kind], p_document, p_kind || ' ' || p_document || ' ' || clock_timestamp(), p_role => p_role);
end
$$;
comment on function private.notify_access(text, uuid, uuid, text) is 'The access of a person changed, was asked for or refused: tells them.';
revoke all on function private.notify_access(text, uuid, uuid, text) from public;

create function private.notify_asked(p_document uuid) returns void
language sql security definer set search_path = ''
as $$
  select private.notify(array[d.owner_id], array['access_asked'], p_document, 'access_asked ' || p_document || ' ' || private.caller())
  from public.documents d where d.id = p_document
$$;
comment on function private.notify_asked(uuid) is 'The caller asks for access: tells the owner, once until it is answered.';
revoke all on function private.notify_asked(uuid) from public;

create function private.answer_asked(p_document uuid, p_user uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.take_back(p_document, array['access_asked'], p_event => 'access_asked ' || p_document || ' ' || p_user);
end
$$;
comment on function private.answer_asked(uuid, uuid) is 'A request was answered: the owner need not be told any more.';
revoke all on function private.answer_asked(uuid, uuid) from public;

-- Mentions in the text. The page that inserts one says so when its row is logged; nothing else would notice before the next fold.

create function public.notify_mention(p_document uuid, p_user uuid, p_client bigint, p_clock bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := private.caller();
begin
  perform private.require(p_document, me, 'write');
  if p_client is null or p_clock is null or p_client not between 2 and 4294967295 or p_clock not between 0 and 999999999999999 then
    perform private.refuse('bad_request', 'mention');
  end if;
  perform private.spend(me, 'mention');
  if private.role_of(p_document, p_user) is null
    or not exists (select from public.members m where m.document_id = p_document and m.user_id = p_user and m.arrived_at is not null) then
    perform private.refuse('user_not_found');
  end if;
  if (select count(*) from private.notifications n where n.user_id = p_user and n.document_id = p_document and n.actor = me
      and n.kind = 'mentioned' and n.created_at > private.clock() - interval '1 hour') >= 5 then return; end if;
  perform private.notify(array[p_user], array['mentioned'], p_document, 'mention ' || p_document || ' ' || p_client || ' ' || p_clock);
end
$$;
comment on function public.notify_mention(uuid, uuid, bigint, bigint) is
  'The caller mentioned a member in the text, by a node with this Yjs id; the caller may write. Tells the person once; of more than five mentions in an hour, by one person in one document, only five.';
revoke all on function public.notify_mention(uuid, uuid, bigint, bigint) from public, anon, service_role;
grant execute on function public.notify_mention(uuid, uuid, bigint, bigint) to authenticated;

create function public.take_back_mention(p_document uuid, p_user uuid, p_client bigint, p_clock bigint) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require(p_document, private.caller(), 'write');
  perform private.spend(private.caller(), 'organize');
  delete from private.notifications n where n.user_id = p_user and n.document_id = p_document and n.kind = 'mentioned' and n.seen_at is null
    and n.actor = private.caller() and n.event = 'mention ' || p_document || ' ' || p_client || ' ' || p_clock;
  if found then perform private.ring(p_user); end if;
end
$$;
comment on function public.take_back_mention(uuid, uuid, bigint, bigint) is
  'The caller took a mention out of the text again: the person is not told, unless they have seen it.';
revoke all on function public.take_back_mention(uuid, uuid, bigint, bigint) from public, anon, service_role;
grant execute on function public.take_back_mention(uuid, uuid, bigint, bigint) to authenticated;

-- Called by a fold, which has the text.
create function public.confirm_mentions(p_document uuid, p_mentions jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
begin
  for person in
    delete from private.notifications n where n.document_id = p_document and n.kind = 'mentioned' and n.seen_at is null
      and n.mail_state in ('none', 'due', 'digest') and n.created_at < private.clock() - interval '1 minute'
      and not exists (select from jsonb_array_elements(p_mentions) as one
        where n.user_id::text = one ->> 0 and n.event = 'mention ' || p_document || ' ' || (one ->> 1) || ' ' || (one ->> 2))
    returning n.user_id
  loop
    perform private.ring(person);
  end loop;
end
$$;
comment on function public.confirm_mentions(uuid, jsonb) is
  'The mentions that the text has, each [person, client, clock]: takes back those that it does not have, or never had.';
revoke all on function public.confirm_mentions(uuid, jsonb) from public, anon, authenticated;
grant execute on function public.confirm_mentions(uuid, jsonb) to service_role;

-- A restore.

create function private.notify_restored(p_document uuid, p_session uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := (select s.user_id from public.editing_sessions s where s.id = p_session);
  since bigint := (select v.seq from public.versions b join public.versions v on v.id = b.restored_version_id
    where b.document_id = p_document and b.restore_session_id = p_session);
  writers uuid[] := array(select distinct s.user_id from public.document_updates u join public.editing_sessions s on s.id = u.session_id
    where u.document_id = p_document and u.seq > since and s.id <> p_session and private.role_of(p_document, s.user_id) is not null);
begin
  perform private.notify(writers, array_fill('restored'::text, array[cardinality(writers)]), p_document, 'restored ' || p_session, p_actor => me);
end
$$;
comment on function private.notify_restored(uuid, uuid) is
  'A version was restored over what was written since: tells those who wrote it. A restored part tells nobody.';
revoke all on function private.notify_restored(uuid, uuid) from public;
