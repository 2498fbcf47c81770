-- Making documents and sharing them. Everything here checks the caller itself, under the document's row lock where
-- rights change, and refuses with a code of the contract.

create function private.refuse(p_code text, p_detail text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using
    errcode = 'PT' || case p_code
      when 'bad_request' then '400' when 'unauthenticated' then '401' when 'forbidden' then '403'
      when 'session_invalid' then '403' when 'not_found' then '404' when 'user_not_found' then '404'
      when 'generation_mismatch' then '409' when 'restore_in_progress' then '409' when 'already_member' then '409'
      when 'gone' then '410' when 'too_large' then '413' when 'document_full' then '413' when 'update_rejected' then '422'
      when 'counter_reused' then '422' when 'upgrade_required' then '426' when 'rate_limited' then '429'
      else '500' end,
    message = p_code,
    detail = coalesce(p_detail, '');
end
$$;
comment on function private.refuse(text, text) is 'Raises a refusal: SQLSTATE PT<status>, the code as message.';
revoke all on function private.refuse(text, text) from public;

create function private.lock_document(p_document uuid) returns public.documents
language plpgsql security definer set search_path = ''
as $$
declare
  found_row public.documents;
begin
  -- NO KEY: rows that refer to the document can still be written meanwhile.
  select * into found_row from public.documents where id = p_document for no key update;
  return found_row;
end
$$;
comment on function private.lock_document(uuid) is 'The document''s row, locked until commit; all null when there is none.';
revoke all on function private.lock_document(uuid) from public;

create function private.require_role(p_document public.documents, p_user uuid, p_roles text[]) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_role text;
begin
  select m.role into found_role from public.members m
  where m.document_id = p_document.id and m.user_id = p_user and (m.expires_at is null or m.expires_at > now());
  -- Strangers learn nothing, not even that the document exists or once did.
  if found_role is null then perform private.refuse('forbidden'); end if;
  if p_document.deleted_at is not null then perform private.refuse('gone'); end if;
  if not found_role = any (p_roles) then perform private.refuse('forbidden'); end if;
  return found_role;
end
$$;
comment on function private.require_role(public.documents, uuid, text[]) is 'The person''s role when it is one of those asked for; refuses with forbidden or gone.';
revoke all on function private.require_role(public.documents, uuid, text[]) from public;

create function private.move_lanes(p_document public.documents) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  new_epoch integer := p_document.epoch + 1;
begin
  update public.documents set epoch = new_epoch where id = p_document.id;
  perform realtime.send(jsonb_build_object('epoch', new_epoch), 'epoch',
    'doc:' || p_document.id || ':' || p_document.epoch || ':ctl', true);
  return new_epoch;
end
$$;
comment on function private.move_lanes(public.documents) is
  'Raises the epoch and says so on the old ctl lane. Nobody joins the old lanes from then on.';
revoke all on function private.move_lanes(public.documents) from public;

create function public.create_document(p_id uuid) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  -- One empty paragraph, written by client id 1: the same bytes for every document, so that applying them twice
  -- changes nothing. tests/unit/supabase/seed.test.ts makes them anew and compares.
  seed constant bytea := '\x0101010007010764656661756c74030970617261677261706800';
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  if exists (select 1 from public.documents d where d.id = p_id and d.owner_id = private.caller()) then
    return json_build_object('id', p_id);
  end if;
  insert into public.documents (id, owner_id, head_seq) values (p_id, private.caller(), 1);
  insert into public.members (document_id, user_id, role) values (p_id, private.caller(), 'owner');
  insert into public.document_updates (document_id, seq, generation, counter, author_id, kind, sha256, bytes)
  values (p_id, 1, 1, 0, private.caller(), 'seed', sha256(seed), seed);
  return json_build_object('id', p_id);
exception when unique_violation then
  perform private.refuse('bad_request', 'this id is taken');
end
$$;
comment on function public.create_document(uuid) is 'Makes an empty document with the caller as owner; a repeated call with the same id is harmless.';
revoke all on function public.create_document(uuid) from public, anon, service_role;
grant execute on function public.create_document(uuid) to authenticated;

create function public.list_my_documents()
returns table (id uuid, title text, role text, owner_id uuid, owner_name text, member_count integer, created_at timestamptz, updated_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select d.id, d.title, m.role, d.owner_id, p.name,
    (select count(*)::integer from public.members o where o.document_id = d.id and (o.expires_at is null or o.expires_at > now())),
    d.created_at, d.updated_at
  from public.members m
  join public.documents d on d.id = m.document_id
  join public.profiles p on p.id = d.owner_id
  where m.user_id = private.caller() and d.deleted_at is null and (m.expires_at is null or m.expires_at > now())
  order by d.updated_at desc, d.id
$$;
comment on function public.list_my_documents() is 'Documents of the caller, newest change first.';
revoke all on function public.list_my_documents() from public, anon, service_role;
grant execute on function public.list_my_documents() to authenticated;

create function public.list_members(p_document uuid)
returns table (user_id uuid, name text, color smallint, role text, email text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  document public.documents;
  my_role text;
begin
  select * into document from public.documents d where d.id = p_document;
  my_role := private.require_role(document, private.caller(), array['owner', 'editor', 'commenter', 'viewer']);
  return query
    select m.user_id, p.name, p.color, m.role,
      case when my_role = 'owner' or m.user_id = private.caller() then u.email::text end
    from public.members m
    join public.profiles p on p.id = m.user_id
    join auth.users u on u.id = m.user_id
    where m.document_id = p_document and (m.expires_at is null or m.expires_at > now())
    order by array_position(array['owner', 'editor', 'commenter', 'viewer'], m.role), p.name, m.user_id;
end
$$;
comment on function public.list_members(uuid) is 'People in a document. E-mail addresses are for the owner; everybody sees their own.';
revoke all on function public.list_members(uuid) from public, anon, service_role;
grant execute on function public.list_members(uuid) to authenticated;

create function public.add_member(p_document uuid, p_email text, p_role text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  person uuid;
begin
  if p_role is null or p_role not in ('editor', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  document := private.lock_document(p_document);
  perform private.require_role(document, private.caller(), array['owner']);
  perform private.spend(private.caller(), 'share');
  select u.id into person from auth.users u where lower(u.email) = lower(btrim(p_email)) and u.email_confirmed_at is not null;
  if person is null then perform private.refuse('user_not_found'); end if;
  if exists (select 1 from public.members m where m.document_id = p_document and m.user_id = person
             and (m.expires_at is null or m.expires_at > now())) then
    perform private.refuse('already_member');
  end if;
  insert into public.members (document_id, user_id, role) values (p_document, person, p_role)
  on conflict (document_id, user_id) do update set role = excluded.role, expires_at = null;
end
$$;
comment on function public.add_member(uuid, text, text) is 'Lets a registered person in as editor or viewer; the owner may call it.';
revoke all on function public.add_member(uuid, text, text) from public, anon, service_role;
grant execute on function public.add_member(uuid, text, text) to authenticated;

create function public.set_member_role(p_document uuid, p_user uuid, p_role text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
begin
  if p_role is null or p_role not in ('editor', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  document := private.lock_document(p_document);
  perform private.require_role(document, private.caller(), array['owner']);
  perform private.spend(private.caller(), 'share');
  update public.members set role = p_role
  where document_id = p_document and user_id = p_user and role <> 'owner' and role <> p_role;
  if found then
    if p_role = 'viewer' then
      update public.editing_sessions set lost_right_at = now()
      where document_id = p_document and user_id = p_user and revoked_at is null;
    end if;
    perform private.move_lanes(document);
  elsif not exists (select 1 from public.members m where m.document_id = p_document and m.user_id = p_user and m.role = p_role) then
    perform private.refuse('user_not_found');
  end if;
end
$$;
comment on function public.set_member_role(uuid, uuid, text) is 'Makes a member editor or viewer. Everybody moves to new lanes, where the new right is asked anew.';
revoke all on function public.set_member_role(uuid, uuid, text) from public, anon, service_role;
grant execute on function public.set_member_role(uuid, uuid, text) to authenticated;

create function public.remove_member(p_document uuid, p_user uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  lost_role text;
begin
  document := private.lock_document(p_document);
  perform private.require_role(document, private.caller(),
    case when p_user = private.caller() then array['editor', 'commenter', 'viewer'] else array['owner'] end);
  perform private.spend(private.caller(), 'share');
  delete from public.members where document_id = p_document and user_id = p_user and role <> 'owner' returning role into lost_role;
  if not found then perform private.refuse('user_not_found'); end if;
  update public.editing_sessions
  set revoked_at = now(), lost_right_at = case when lost_role = 'editor' then now() else lost_right_at end
  where document_id = p_document and user_id = p_user and revoked_at is null;
  perform private.move_lanes(document);
end
$$;
comment on function public.remove_member(uuid, uuid) is
  'Takes a person out of a document: the owner anybody but themself, others only themself. Revokes their editing sessions and moves the lanes in one transaction.';
revoke all on function public.remove_member(uuid, uuid) from public, anon, service_role;
grant execute on function public.remove_member(uuid, uuid) to authenticated;

create function public.document_head(p_document uuid, p_session uuid default null) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  my_role text;
begin
  select * into document from public.documents d where d.id = p_document;
  my_role := private.require_role(document, private.caller(), array['owner', 'editor', 'commenter', 'viewer']);
  -- An open page asks again and again: its editing session is alive, whether anything is typed or not.
  update public.editing_sessions set last_seen_at = now()
  where id = p_session and document_id = p_document and user_id = private.caller() and last_seen_at < now() - interval '20 seconds';
  return json_build_object('head', document.head_seq, 'chain', private.chain_of(p_document, document.head_seq),
    'epoch', document.epoch, 'generation', document.generation, 'role', my_role,
    'snapshot', json_build_object('seq', document.snapshot_seq, 'digest', coalesce(
      (select s.digest from public.document_snapshots s where s.document_id = p_document and s.seq = document.snapshot_seq), '')));
end
$$;
comment on function public.document_head(uuid, uuid) is
  'Where the log stands and what the caller may do: cheap enough to ask every few seconds. Keeps the caller''s editing session, if named, from counting as silent.';
revoke all on function public.document_head(uuid, uuid) from public, anon, service_role;
grant execute on function public.document_head(uuid, uuid) to authenticated;

create function public.room_roster(p_document uuid)
returns table (session_id uuid, client_id bigint, user_id uuid, name text, color smallint)
language plpgsql stable security definer set search_path = ''
as $$
declare
  document public.documents;
begin
  select * into document from public.documents d where d.id = p_document;
  perform private.require_role(document, private.caller(), array['owner', 'editor', 'commenter', 'viewer']);
  return query
    select s.id, s.client_id, s.user_id, p.name, p.color
    from public.editing_sessions s
    join public.profiles p on p.id = s.user_id
    where s.document_id = p_document and s.generation = document.generation
      and s.revoked_at is null and s.last_seen_at > now() - interval '1 day';
end
$$;
comment on function public.room_roster(uuid) is 'Editing sessions of the last day with the people behind them: who a client id is, told by the server.';
revoke all on function public.room_roster(uuid) from public, anon, service_role;
grant execute on function public.room_roster(uuid) to authenticated;
