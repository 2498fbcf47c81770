-- Changes of threads by people. Each locks the version of the document's threads, checks the right, and gives the thread the
-- next version.

create function private.open_threads(p_document uuid) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  -- A person without the right leaves no row.
  perform private.require(p_document, private.caller(), 'comment');
  insert into private.comment_versions (document_id) values (p_document) on conflict do nothing;
  perform from private.comment_versions v where v.document_id = p_document for update;
  -- Again, because the right may have ended while this waited.
  return private.require(p_document, private.caller(), 'comment');
end
$$;
comment on function private.open_threads(uuid) is
  'Locks the threads of a document until commit, for a caller who may comment; returns their role.';
revoke all on function private.open_threads(uuid) from public;

create function private.find_thread(p_document uuid, p_thread uuid) returns private.comment_threads
language plpgsql stable security definer set search_path = ''
as $$
declare
  thread private.comment_threads;
begin
  select * into thread from private.comment_threads t where t.id = p_thread and t.document_id = p_document and not t.is_removed;
  if thread.id is null then perform private.refuse('not_found', 'thread'); end if;
  return thread;
end
$$;
comment on function private.find_thread(uuid, uuid) is 'A thread of a document; refuses with not_found.';
revoke all on function private.find_thread(uuid, uuid) from public;

create function private.find_comment(p_document uuid, p_comment uuid) returns private.comments
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_row private.comments;
begin
  select c.* into found_row from private.comments c join private.comment_threads t on t.id = c.thread_id
  where c.id = p_comment and t.document_id = p_document;
  if found_row.id is null then perform private.refuse('not_found', 'comment'); end if;
  return found_row;
end
$$;
comment on function private.find_comment(uuid, uuid) is 'A comment of a document, also a deleted one; refuses with not_found.';
revoke all on function private.find_comment(uuid, uuid) from public;

create function private.tell_thread(p_document uuid, p_thread uuid, p_version bigint) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- A lane reaches all members.
  if exists (select from public.members m join public.documents d on d.id = m.document_id
      where m.document_id = p_document and m.role = 'viewer' and not d.viewers_see_comments) then return; end if;
  update private.comment_versions v set told_until = greatest(v.told_until, now()) + interval '1 second'
  where v.document_id = p_document and v.told_until <= now() + interval '4 seconds';
  if not found then return; end if;
  perform realtime.send(jsonb_build_object('thread', p_thread, 'version', p_version), 'thread',
    'doc:' || p_document || ':' || (select l.epoch from public.document_logs l where l.document_id = p_document) || ':ctl', true);
end
$$;
comment on function private.tell_thread(uuid, uuid, bigint) is
  'Announces on the ctl lane that a thread changed: once a second, five in a row, and not where viewers see no comments. Polls find the rest.';
revoke all on function private.tell_thread(uuid, uuid, bigint) from public;

create function private.change_thread(p_document uuid, p_thread uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  new_version bigint;
begin
  update private.comment_versions set version = version + 1 where document_id = p_document returning version into new_version;
  update private.comment_threads set version = new_version where id = p_thread;
  perform private.tell_thread(p_document, p_thread, new_version);
end
$$;
comment on function private.change_thread(uuid, uuid) is 'Gives a changed thread the next version of its document, and announces it.';
revoke all on function private.change_thread(uuid, uuid) from public;

-- The request may be wrong in any way: the page that sends it is not trusted.
create function private.check_anchor(p_document uuid, p_anchor jsonb) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  one constant text := '(0|[1-9][0-9]{0,14}) (0|[1-9][0-9]{0,14}) [1-9][0-9]{0,6}';
begin
  if (select bool_and(coalesce(jsonb_typeof(p_anchor -> field) = 'string' and char_length(p_anchor ->> field) <= most, false)) from (values
      ('kind', 8), ('units', 8192), ('quote', 300), ('before', 32), ('after', 32), ('heading', 120)) as texts (field, most)) is not true
    or p_anchor ->> 'kind' not in ('text', 'node', 'document')
    or p_anchor ->> 'units' !~ (case p_anchor ->> 'kind' when 'document' then '^$' else '^' || one || '( ' || one || ')*$' end)
    or jsonb_typeof(p_anchor -> 'seq') is distinct from 'number' or p_anchor ->> 'seq' !~ '^[0-9]{1,15}$'
    or (p_anchor ->> 'seq')::bigint > (select l.head_seq from public.document_logs l where l.document_id = p_document)
  then
    perform private.refuse('bad_request', 'anchor');
  end if;
end
$$;
comment on function private.check_anchor(uuid, jsonb) is 'Refuses an anchor that #contract/comments/thread.ts does not describe, or with a seq that the log does not have.';
revoke all on function private.check_anchor(uuid, jsonb) from public;

create function private.check_body(p_body json) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  body jsonb;
begin
  if octet_length(p_body::text) > 8192 then perform private.refuse('too_large', 'comment'); end if;
  body := p_body::jsonb;
  if body ->> 'type' is distinct from 'doc' or jsonb_typeof(body -> 'content') is distinct from 'array'
    or not body @? '$.**.type ? (@ == "text" || @ == "mention")'
    or body @? '$.**.type ? (@.type() != "string" || !(@ like_regex "^(doc|paragraph|bulletList|orderedList|listItem|text|hardBreak|mention|bold|italic|code|link)$"))'
    or body @? '$.**.href ? (@.type() != "string" || !(@ like_regex "^(https?:|mailto:|tel:)" flag "i"))'
  then
    perform private.refuse('bad_request', 'body');
  end if;
end
$$;
comment on function private.check_body(json) is
  'Refuses a comment that is too long or empty, or has other nodes, marks or schemes of links than #contract/comments/comment-body.ts. Its structure is checked by the pages that show it.';
revoke all on function private.check_body(json) from public;

create function private.check_assignee(p_document uuid, p_user uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Invited people who have not arrived are no members yet for others.
  if p_user is not null and not coalesce(private.sees_comments(p_document, private.role_of(p_document, p_user)) and exists (
      select from public.members m where m.document_id = p_document and m.user_id = p_user and m.arrived_at is not null), false) then
    perform private.refuse('user_not_found');
  end if;
end
$$;
comment on function private.check_assignee(uuid, uuid) is 'Refuses a person who does not see the comments of the document.';
revoke all on function private.check_assignee(uuid, uuid) from public;

create function private.check_room(p_document uuid, p_opens boolean) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if p_opens and (select count(*) from private.comment_threads t
      where t.document_id = p_document and not t.is_resolved and not t.is_removed) >= 500
    or (select count(*) from private.comments c join private.comment_threads t on t.id = c.thread_id
      where t.document_id = p_document and c.deleted_at is null) >= 5000 then
    perform private.refuse('document_full', 'comments');
  end if;
end
$$;
comment on function private.check_room(uuid, boolean) is 'Refuses when a document has 500 open threads, for one that opens, or 5,000 comments.';
revoke all on function private.check_room(uuid, boolean) from public;

create function public.add_comment(
  p_document uuid, p_thread uuid, p_comment uuid, p_anchor jsonb, p_body json, p_assignee uuid default null
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := private.caller();
  thread private.comment_threads;
  known private.comments;
begin
  perform private.open_threads(p_document);
  select * into known from private.comments c where c.id = p_comment;
  select * into thread from private.comment_threads t where t.id = p_thread;
  if known.id is not null and known.author = me and known.thread_id = p_thread and thread.document_id = p_document then return; end if;
  if known.id is not null or thread.document_id <> p_document or p_comment is null or p_thread is null then
    perform private.refuse('bad_request', 'id');
  end if;
  perform private.check_body(p_body);
  perform private.check_assignee(p_document, p_assignee);
  perform private.check_room(p_document, thread.id is null or thread.is_resolved);
  perform private.spend(me, 'comment');
  if thread.id is null then
    if p_anchor is null then perform private.refuse('not_found', 'thread'); end if;
    perform private.check_anchor(p_document, p_anchor);
    insert into private.comment_threads (id, document_id, generation, kind, units, anchor_seq, quote, before, after, heading, claim, anchored_by, created_by,
      created_at)
    select p_thread, p_document, l.generation, p_anchor ->> 'kind', p_anchor ->> 'units', (p_anchor ->> 'seq')::bigint,
      p_anchor ->> 'quote', p_anchor ->> 'before', p_anchor ->> 'after', p_anchor ->> 'heading', p_anchor - '{kind,units,seq}'::text[], me, me,
      clock_timestamp()
    from public.document_logs l where l.document_id = p_document;
    perform private.drop_erased_words(p_thread);
  elsif thread.is_removed then
    perform private.refuse('not_found', 'thread');
  end if;
  insert into private.comments (id, thread_id, is_first, author, body, created_at)
  values (p_comment, p_thread, thread.id is null, me, p_body::jsonb, clock_timestamp());
  update private.comment_threads t set is_resolved = false, resolved_by = null, resolved_at = null, assignee = coalesce(p_assignee, t.assignee)
  where t.id = p_thread;
  perform private.change_thread(p_document, p_thread);
  perform private.notify_comment(p_document, p_thread, p_comment, p_body::jsonb, p_assignee);
end
$$;
comment on function public.add_comment(uuid, uuid, uuid, jsonb, json, uuid) is
  'Adds a comment to a thread, or opens the thread at an anchor. A reply opens a resolved thread again. Idempotent: the same comment of the same author is added once.';
revoke all on function public.add_comment(uuid, uuid, uuid, jsonb, json, uuid) from public, anon, service_role;
grant execute on function public.add_comment(uuid, uuid, uuid, jsonb, json, uuid) to authenticated;

create function public.edit_comment(p_document uuid, p_comment uuid, p_body json) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  known private.comments;
begin
  perform private.open_threads(p_document);
  known := private.find_comment(p_document, p_comment);
  if known.author is distinct from private.caller() then perform private.refuse('forbidden'); end if;
  if known.deleted_at is not null then perform private.refuse('not_found', 'comment'); end if;
  perform private.check_body(p_body);
  if known.body = p_body::jsonb then return; end if;
  perform private.spend(private.caller(), 'change_comment');
  update private.comments set body = p_body::jsonb, edited_at = now() where id = p_comment;
  perform private.change_thread(p_document, known.thread_id);
  perform private.notify_edited(p_document, known.thread_id, p_comment, known.body, p_body::jsonb);
end
$$;
comment on function public.edit_comment(uuid, uuid, json) is 'Replaces the text of a comment; for its author.';
revoke all on function public.edit_comment(uuid, uuid, json) from public, anon, service_role;
grant execute on function public.edit_comment(uuid, uuid, json) to authenticated;

create function public.delete_comment(p_document uuid, p_comment uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  my_role text := private.open_threads(p_document);
  known private.comments := private.find_comment(p_document, p_comment);
begin
  if known.author is distinct from private.caller() and my_role <> 'owner' then perform private.refuse('forbidden'); end if;
  if known.deleted_at is not null then return; end if;
  perform private.spend(private.caller(), 'change_comment');
  update private.comments set body = null, deleted_at = now(), edited_at = null where id = p_comment;
  delete from private.comment_reactions where comment_id = p_comment;
  update private.comment_threads t set is_removed = true, quote = '', before = '', after = '', heading = '', claim = null
  where t.id = known.thread_id and not exists (select from private.comments c where c.thread_id = t.id and c.deleted_at is null);
  delete from private.notifications n where n.comment_id = p_comment;
  perform private.change_thread(p_document, known.thread_id);
end
$$;
comment on function public.delete_comment(uuid, uuid) is
  'Deletes a comment; for its author and the owner of the document. The first of a thread stays without its text while there are replies; a thread without comments is removed.';
revoke all on function public.delete_comment(uuid, uuid) from public, anon, service_role;
grant execute on function public.delete_comment(uuid, uuid) to authenticated;

create function public.set_thread_state(p_document uuid, p_thread uuid, p_state text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  my_role text := private.open_threads(p_document);
  thread private.comment_threads := private.find_thread(p_document, p_thread);
  me uuid := private.caller();
begin
  if not private.may(my_role, 'write') and thread.created_by is distinct from me then perform private.refuse('forbidden'); end if;
  if p_state is null or p_state not in ('open', 'resolved') then perform private.refuse('bad_request', 'state'); end if;
  if thread.is_resolved = (p_state = 'resolved') then return; end if;
  if p_state = 'open' then perform private.check_room(p_document, true); end if;
  perform private.spend(me, 'change_comment');
  update private.comment_threads
  set is_resolved = p_state = 'resolved', resolved_by = case p_state when 'resolved' then me end, resolved_at = case p_state when 'resolved' then now() end
  where id = p_thread;
  perform private.change_thread(p_document, p_thread);
  perform private.notify_resolved(p_document, p_thread, p_state = 'resolved');
end
$$;
comment on function public.set_thread_state(uuid, uuid, text) is
  'Resolves a thread or opens it again; for the owner and editors, and for commenters in threads of their own.';
revoke all on function public.set_thread_state(uuid, uuid, text) from public, anon, service_role;
grant execute on function public.set_thread_state(uuid, uuid, text) to authenticated;

create function public.assign_thread(p_document uuid, p_thread uuid, p_assignee uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  thread private.comment_threads;
begin
  perform private.open_threads(p_document);
  thread := private.find_thread(p_document, p_thread);
  if thread.assignee is not distinct from p_assignee then return; end if;
  perform private.check_assignee(p_document, p_assignee);
  perform private.spend(private.caller(), 'change_comment');
  update private.comment_threads set assignee = p_assignee where id = p_thread;
  perform private.change_thread(p_document, p_thread);
  perform private.notify_assigned(p_document, p_thread, p_assignee);
end
$$;
comment on function public.assign_thread(uuid, uuid, uuid) is 'Assigns a thread to a person who sees it, or with null to nobody.';
revoke all on function public.assign_thread(uuid, uuid, uuid) from public, anon, service_role;
grant execute on function public.assign_thread(uuid, uuid, uuid) to authenticated;

create function public.react_to_comment(p_document uuid, p_comment uuid, p_emoji text, p_on boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := private.caller();
  known private.comments;
begin
  perform private.open_threads(p_document);
  known := private.find_comment(p_document, p_comment);
  if known.deleted_at is not null then perform private.refuse('not_found', 'comment'); end if;
  if p_emoji is null or p_emoji not in ('👍', '👎', '❤️', '🎉', '😄', '😮', '😢', '🙏', '👀', '✅', '❌', '🚀') then
    perform private.refuse('bad_request', 'emoji');
  end if;
  if p_on is true = exists (select from private.comment_reactions r where r.comment_id = p_comment and r.user_id = me and r.emoji = p_emoji) then
    return;
  end if;
  perform private.spend(me, 'change_comment');
  if p_on then
    insert into private.comment_reactions (comment_id, user_id, emoji) values (p_comment, me, p_emoji);
  else
    delete from private.comment_reactions where comment_id = p_comment and user_id = me and emoji = p_emoji;
  end if;
  perform private.change_thread(p_document, known.thread_id);
end
$$;
comment on function public.react_to_comment(uuid, uuid, text, boolean) is 'Adds or removes a reaction of the caller.';
revoke all on function public.react_to_comment(uuid, uuid, text, boolean) from public, anon, service_role;
grant execute on function public.react_to_comment(uuid, uuid, text, boolean) to authenticated;

create function public.attach_thread(p_document uuid, p_thread uuid, p_anchor jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  my_role text := private.open_threads(p_document);
  thread private.comment_threads := private.find_thread(p_document, p_thread);
begin
  if not private.may(my_role, 'write') and thread.created_by is distinct from private.caller() then perform private.refuse('forbidden'); end if;
  perform private.check_anchor(p_document, p_anchor);
  perform private.spend(private.caller(), 'change_comment');
  update private.comment_threads t
  set generation = l.generation, kind = p_anchor ->> 'kind', units = p_anchor ->> 'units', anchor_seq = (p_anchor ->> 'seq')::bigint,
    quote = p_anchor ->> 'quote', before = p_anchor ->> 'before', after = p_anchor ->> 'after', heading = p_anchor ->> 'heading',
    claim = p_anchor - '{kind,units,seq}'::text[], anchored_by = private.caller(), attached = t.attached + 1, is_checked = false,
    place_state = null, place_units = null, place_seq = null, living = '{}', lived_at = null
  from public.document_logs l where t.id = p_thread and l.document_id = t.document_id;
  perform private.drop_erased_words(p_thread);
  perform private.change_thread(p_document, p_thread);
end
$$;
comment on function public.attach_thread(uuid, uuid, jsonb) is
  'Gives a thread another anchor; for the owner and editors, and for commenters in threads of their own.';
revoke all on function public.attach_thread(uuid, uuid, jsonb) from public, anon, service_role;
grant execute on function public.attach_thread(uuid, uuid, jsonb) to authenticated;

create function public.copy_threads(p_document uuid, p_copy uuid, p_threads jsonb) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := private.caller();
  new_version bigint;
  copied integer;
begin
  if not private.sees_comments(p_document, private.require(p_document, me, 'read')) then perform private.refuse('forbidden', 'comments'); end if;
  perform private.require(p_copy, me, 'own');
  insert into private.comment_versions (document_id) values (p_copy) on conflict do nothing;
  perform from private.comment_versions v where v.document_id = p_copy for update;
  perform private.require(p_copy, me, 'own');
  if exists (select from private.comment_threads t where t.document_id = p_copy) then return 0; end if;
  if jsonb_typeof(p_threads) is distinct from 'array' or jsonb_array_length(p_threads) > 500 then perform private.refuse('bad_request', 'threads'); end if;
  perform private.spend(me, 'change_comment', 20);
  perform private.check_anchor(p_copy, n -> 'anchor') from jsonb_array_elements(p_threads) n;
  update private.comment_versions set version = version + 1 where document_id = p_copy returning version into new_version;
  with sources as (
    select distinct on (t.id) t.id, t.created_by, t.created_at, gen_random_uuid() as new_id, n -> 'anchor' as anchor
    from jsonb_array_elements(p_threads) n join private.comment_threads t on t.id::text = n ->> 'thread'
    where t.document_id = p_document and not t.is_removed and not t.is_resolved
  ), threads as (
    insert into private.comment_threads (id, document_id, version, generation, kind, units, anchor_seq, quote, before, after, heading, claim, anchored_by,
      created_by, created_at)
    select s.new_id, p_copy, new_version, l.generation, s.anchor ->> 'kind', s.anchor ->> 'units', (s.anchor ->> 'seq')::bigint,
      s.anchor ->> 'quote', s.anchor ->> 'before', s.anchor ->> 'after', s.anchor ->> 'heading', s.anchor - '{kind,units,seq}'::text[], me,
      s.created_by, s.created_at
    from sources s join public.document_logs l on l.document_id = p_copy
  )
  insert into private.comments (id, thread_id, is_first, author, file_author, body, created_at, edited_at, deleted_at)
  select gen_random_uuid(), s.new_id, c.is_first, c.author, c.file_author, c.body, c.created_at, c.edited_at, c.deleted_at
  from sources s join private.comments c on c.thread_id = s.id where c.deleted_at is null or c.is_first order by c.place;
  select count(*) into copied from private.comment_threads t where t.document_id = p_copy;
  return copied;
end
$$;
comment on function public.copy_threads(uuid, uuid, jsonb) is
  'For the owner of a copy that has no threads: copies open threads that the caller sees, with text, authors and times, to other anchors. Each of p_threads: thread, anchor. Assignments, reactions and what was read stay behind. Returns how many the copy has; 0 when it had some before.';
revoke all on function public.copy_threads(uuid, uuid, jsonb) from public, anon, service_role;
grant execute on function public.copy_threads(uuid, uuid, jsonb) to authenticated;
