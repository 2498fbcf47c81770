-- Sharing: roles of members, the link, requests to the owner. Every function checks the caller itself, under the document's
-- row lock where rights change.

-- Members.

create function public.list_members(p_document uuid)
returns table (user_id uuid, name text, color smallint, role text, email text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_role text;
begin
  my_role := private.require(p_document, private.caller(), 'read');
  return query
    select m.user_id, p.name, p.color, m.role,
      case when my_role = 'owner' or m.user_id = private.caller() then u.email::text end
    from public.members m
    join public.profiles p on p.id = m.user_id
    join auth.users u on u.id = m.user_id
    where m.document_id = p_document and (m.expires_at is null or m.expires_at > now())
      and (m.arrived_at is not null or m.user_id = private.caller())
    order by array_position(array['owner', 'editor', 'commenter', 'viewer'], m.role), p.name, m.user_id;
end
$$;
comment on function public.list_members(uuid) is
  'Members of a document. E-mail addresses are for the owner; everybody sees their own.';
revoke all on function public.list_members(uuid) from public, anon, service_role;
grant execute on function public.list_members(uuid) to authenticated;

create function public.set_member_role(p_document uuid, p_user uuid, p_role text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  old_role text;
begin
  if p_role is null or p_role not in ('editor', 'commenter', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  select m.role into old_role from public.members m
  where m.document_id = p_document and m.user_id = p_user and m.role <> 'owner' and m.arrived_at is not null;
  if old_role is null then perform private.refuse('user_not_found'); end if;
  -- A role that the owner gives does not depend on the link any more.
  update public.members set role = p_role, via_link = false where document_id = p_document and user_id = p_user;
  if old_role = p_role then return; end if;
  perform private.notify_access('role_changed', p_document, p_user, p_role);
  if old_role = 'editor' then
    update public.editing_sessions set lost_right_at = now()
    where document_id = p_document and user_id = p_user and revoked_at is null;
  end if;
  perform private.move_lanes(p_document);
end
$$;
comment on function public.set_member_role(uuid, uuid, text) is
  'Makes a member editor, commenter or viewer; the owner may call it. All pages move to new lanes, which check the new role.';
revoke all on function public.set_member_role(uuid, uuid, text) from public, anon, service_role;
grant execute on function public.set_member_role(uuid, uuid, text) to authenticated;

create function public.remove_member(p_document uuid, p_user uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  my_role text;
  lost_role text;
begin
  perform private.lock_log(p_document);
  my_role := private.require(p_document, private.caller(), case when p_user = private.caller() then 'read' else 'own' end);
  if my_role = 'owner' and p_user = private.caller() then perform private.refuse('forbidden'); end if;
  perform private.spend(private.caller(), 'share');
  delete from public.members
  where document_id = p_document and user_id = p_user and role <> 'owner' and (arrived_at is not null or user_id = private.caller())
  returning role into lost_role;
  if not found then perform private.refuse('user_not_found'); end if;
  update public.editing_sessions
  set revoked_at = now(), lost_right_at = case when lost_role = 'editor' then now() else lost_right_at end
  where document_id = p_document and user_id = p_user and revoked_at is null;
  perform private.move_lanes(p_document);
end
$$;
comment on function public.remove_member(uuid, uuid) is
  'Removes a member: the owner anybody else, other members only themselves. Revokes their editing sessions and moves the lanes in one transaction.';
revoke all on function public.remove_member(uuid, uuid) from public, anon, service_role;
grant execute on function public.remove_member(uuid, uuid) to authenticated;

create function public.transfer_document(p_document uuid, p_user uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  if p_user = private.caller() or not exists (
    select 1 from public.members m where m.document_id = p_document and m.user_id = p_user and m.arrived_at is not null
      and (m.expires_at is null or m.expires_at > now())) then
    perform private.refuse('user_not_found');
  end if;
  update public.members set role = 'editor' where document_id = p_document and user_id = private.caller();
  update public.members set role = 'owner', via_link = false, expires_at = null where document_id = p_document and user_id = p_user;
  update public.documents set owner_id = p_user where id = p_document;
  perform private.notify_access('role_changed', p_document, p_user, 'owner');
  perform private.move_lanes(p_document);
end
$$;
comment on function public.transfer_document(uuid, uuid) is
  'Makes another member the owner. The owner before stays as an editor, so that a document always has one owner.';
revoke all on function public.transfer_document(uuid, uuid) from public, anon, service_role;
grant execute on function public.transfer_document(uuid, uuid) to authenticated;

-- Requests for access, and for the right to edit.

create table private.access_requests (
  document_id uuid not null references public.documents (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (document_id, user_id)
);
comment on table private.access_requests is 'Requests for access, or for the right to edit, that the owner has not answered.';

create index access_requests_user on private.access_requests (user_id);

alter table private.access_requests enable row level security;
revoke all on private.access_requests from anon, authenticated;

create function public.request_access(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  perform private.spend(private.caller(), 'share');
  insert into private.access_requests (document_id, user_id)
  select d.id, private.caller() from public.documents d
  where d.id = p_document and d.deleted_at is null
    and not coalesce(private.may(private.role_of(d.id, private.caller()), 'write'), false)
  on conflict do nothing;
  if found then perform private.notify_asked(p_document); end if;
end
$$;
comment on function public.request_access(uuid) is
  'Asks the owner for access, or for the right to edit. The answer does not show whether there is such a document.';
revoke all on function public.request_access(uuid) from public, anon, service_role;
grant execute on function public.request_access(uuid) to authenticated;

create function public.answer_request(p_document uuid, p_user uuid, p_role text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  old_role text;
begin
  if p_role not in ('editor', 'commenter', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  old_role := private.role_of(p_document, p_user);
  delete from private.access_requests where document_id = p_document and user_id = p_user;
  if not found then return; end if;
  perform private.answer_asked(p_document, p_user);
  perform private.notify_access(case when p_role is null then 'access_refused' else 'access_granted' end, p_document, p_user, p_role);
  if p_role is null then return; end if;
  perform private.let_in(p_document, p_user, p_role);
  -- A member gets the new right by joining new lanes.
  if old_role <> private.role_of(p_document, p_user) then perform private.move_lanes(p_document); end if;
end
$$;
comment on function public.answer_request(uuid, uuid, text) is
  'Gives a role to a person who asked for it, or with null declines; the owner may call it. It never lowers a role, and does nothing without a request.';
revoke all on function public.answer_request(uuid, uuid, text) from public, anon, service_role;
grant execute on function public.answer_request(uuid, uuid, text) to authenticated;

-- The link.

create function public.set_link_role(p_document uuid, p_role text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  affected uuid[];
begin
  if p_role not in ('editor', 'commenter', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  update public.documents set link_role = p_role where id = p_document;
  affected := array(select m.user_id from public.members m
    where m.document_id = p_document and m.via_link and m.role <> 'owner' and m.role is distinct from p_role);
  if cardinality(affected) = 0 then return; end if;
  update public.editing_sessions s
  set revoked_at = case when p_role is null then now() end,
    lost_right_at = case when m.role = 'editor' then now() else s.lost_right_at end
  from public.members m
  where s.document_id = p_document and s.user_id = any (affected) and s.revoked_at is null
    and m.document_id = p_document and m.user_id = s.user_id;
  if p_role is null then
    delete from public.members where document_id = p_document and user_id = any (affected);
  else
    update public.members set role = p_role where document_id = p_document and user_id = any (affected);
  end if;
  perform private.move_lanes(p_document);
end
$$;
comment on function public.set_link_role(uuid, text) is
  'Sets what signed-in people with the link may do; null closes the link. Members who joined by the link get that role, or are removed.';
revoke all on function public.set_link_role(uuid, text) from public, anon, service_role;
grant execute on function public.set_link_role(uuid, text) to authenticated;

create function public.join_document(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  invited_as text;
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  document := private.lock_document(p_document);
  perform private.spend(private.caller(), 'share');
  if private.role_of(p_document, private.caller()) is not null then return; end if;
  if document.deleted_at is not null then perform private.refuse('forbidden'); end if;
  select i.role into invited_as from private.invitations i
  where i.document_id = p_document and i.email = private.my_address() and i.expires_at > now();
  if invited_as is not null then
    perform private.let_in(p_document, private.caller(), invited_as);
    return;
  end if;
  if document.link_role is null then perform private.refuse('forbidden'); end if;
  insert into public.members (document_id, user_id, role, via_link) values (p_document, private.caller(), document.link_role, true)
  on conflict (document_id, user_id) do update
  set role = excluded.role, via_link = true, expires_at = null, arrived_at = now();
  delete from private.access_requests where document_id = p_document and user_id = private.caller();
  perform private.answer_asked(p_document, private.caller());
end
$$;
comment on function public.join_document(uuid) is
  'Lets the caller into a document whose address they have: by an invitation to their own address, or by the open link. A closed document and a missing one are refused alike.';
revoke all on function public.join_document(uuid) from public, anon, service_role;
grant execute on function public.join_document(uuid) to authenticated;

create function public.list_sharing(p_document uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  document public.documents;
begin
  select * into document from public.documents d where d.id = p_document;
  if private.require(p_document, private.caller(), 'read') <> 'owner' then
    return json_build_object('linkRole', document.link_role, 'invitations', '[]'::json, 'requests', '[]'::json, 'mailsAreSetUp', null);
  end if;
  return json_build_object('linkRole', document.link_role, 'mailsAreSetUp', (select s.is_set_up from private.mail_service s),
    'invitations', (select coalesce(json_agg(json_build_object('id', i.id, 'email', i.email, 'role', i.role, 'expiresAt', i.expires_at, 'mail', private.mail_of(i.id),
      -- Invitations from before mails have another token, which is stored nowhere.
      'token', case when i.token_hash = sha256(convert_to(private.invitation_token(i), 'UTF8')) then private.invitation_token(i) end)
      order by i.created_at, i.id), '[]') from private.invitations i where i.document_id = p_document and i.expires_at > now()),
    'requests', (select coalesce(json_agg(json_build_object('userId', r.user_id, 'name', p.name, 'color', p.color, 'email', u.email)
      order by r.created_at, r.user_id), '[]')
      from private.access_requests r join public.profiles p on p.id = r.user_id join auth.users u on u.id = r.user_id
      -- A request is settled once its person may write, in whatever way.
      where r.document_id = p_document and not coalesce(private.may(private.role_of(p_document, r.user_id), 'write'), false)));
end
$$;
comment on function public.list_sharing(uuid) is 'The role of the link; for the owner also open invitations, each with its token and what became of its mail, requests, and whether mails are set up (null: not known yet).';
revoke all on function public.list_sharing(uuid) from public, anon, service_role;
grant execute on function public.list_sharing(uuid) to authenticated;

create function public.set_keep_on_devices(p_document uuid, p_keep boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  update public.documents set keep_on_devices = coalesce(p_keep, true) where id = p_document;
end
$$;
comment on function public.set_keep_on_devices(uuid, boolean) is
  'The owner chooses whether pages keep the text on the devices of members. Open pages obey by their next poll, others when they next read their list.';
revoke all on function public.set_keep_on_devices(uuid, boolean) from public, anon, service_role;
grant execute on function public.set_keep_on_devices(uuid, boolean) to authenticated;
