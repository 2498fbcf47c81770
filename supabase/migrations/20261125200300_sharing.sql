-- Sharing: roles of members, invitations to addresses, the link, requests to the owner. Every function checks the caller
-- itself, under the document's row lock where rights change. What the owner learns about an address is the same whether it
-- has an account or not.

-- Members.

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
  document public.documents;
  old_role text;
begin
  if p_role is null or p_role not in ('editor', 'commenter', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  document := private.lock_document(p_document);
  perform private.require_role(document, private.caller(), array['owner']);
  perform private.spend(private.caller(), 'share');
  select m.role into old_role from public.members m
  where m.document_id = p_document and m.user_id = p_user and m.role <> 'owner' and m.arrived_at is not null;
  if old_role is null then perform private.refuse('user_not_found'); end if;
  -- A role that the owner gives does not depend on the link any more.
  update public.members set role = p_role, via_link = false where document_id = p_document and user_id = p_user;
  if old_role = p_role then return; end if;
  if old_role = 'editor' then
    update public.editing_sessions set lost_right_at = now()
    where document_id = p_document and user_id = p_user and revoked_at is null;
  end if;
  perform private.move_lanes(document);
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
  document public.documents;
  lost_role text;
begin
  document := private.lock_document(p_document);
  perform private.require_role(document, private.caller(),
    case when p_user = private.caller() then array['editor', 'commenter', 'viewer'] else array['owner'] end);
  perform private.spend(private.caller(), 'share');
  delete from public.members
  where document_id = p_document and user_id = p_user and role <> 'owner' and (arrived_at is not null or user_id = private.caller())
  returning role into lost_role;
  if not found then perform private.refuse('user_not_found'); end if;
  update public.editing_sessions
  set revoked_at = now(), lost_right_at = case when lost_role = 'editor' then now() else lost_right_at end
  where document_id = p_document and user_id = p_user and revoked_at is null;
  perform private.move_lanes(document);
end
$$;
comment on function public.remove_member(uuid, uuid) is
  'Removes a member: the owner anybody else, other members only themselves. Revokes their editing sessions and moves the lanes in one transaction.';
revoke all on function public.remove_member(uuid, uuid) from public, anon, service_role;
grant execute on function public.remove_member(uuid, uuid) to authenticated;

create function public.transfer_document(p_document uuid, p_user uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
begin
  document := private.lock_document(p_document);
  perform private.require_role(document, private.caller(), array['owner']);
  perform private.spend(private.caller(), 'share');
  if p_user = private.caller() or not exists (
    select 1 from public.members m where m.document_id = p_document and m.user_id = p_user and m.arrived_at is not null
      and (m.expires_at is null or m.expires_at > now())) then
    perform private.refuse('user_not_found');
  end if;
  update public.members set role = 'editor' where document_id = p_document and user_id = private.caller();
  update public.members set role = 'owner', via_link = false, expires_at = null where document_id = p_document and user_id = p_user;
  update public.documents set owner_id = p_user where id = p_document;
  perform private.move_lanes(document);
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
    and coalesce(private.role_of(d.id, private.caller()), 'viewer') in ('commenter', 'viewer')
  on conflict do nothing;
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
  document public.documents;
  old_role text;
begin
  if p_role not in ('editor', 'commenter', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  document := private.lock_document(p_document);
  perform private.require_role(document, private.caller(), array['owner']);
  perform private.spend(private.caller(), 'share');
  old_role := private.role_of(p_document, p_user);
  delete from private.access_requests where document_id = p_document and user_id = p_user;
  if not found or p_role is null then return; end if;
  perform private.let_in(p_document, p_user, p_role);
  -- A member gets the new right by joining new lanes.
  if old_role <> private.role_of(p_document, p_user) then perform private.move_lanes(document); end if;
end
$$;
comment on function public.answer_request(uuid, uuid, text) is
  'Gives a role to a person who asked for it, or with null declines; the owner may call it. It never lowers a role, and does nothing without a request.';
revoke all on function public.answer_request(uuid, uuid, text) from public, anon, service_role;
grant execute on function public.answer_request(uuid, uuid, text) to authenticated;

-- Invitations.

create table private.invitations (
  id uuid primary key default gen_random_uuid(),
  document_id uuid not null references public.documents (id) on delete cascade,
  email text not null check (email = lower(email) and char_length(email) <= 320),
  role text not null check (role in ('editor', 'commenter', 'viewer')),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  invited_by uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (document_id, email)
);
comment on table private.invitations is 'Open invitations, each for one address and one use. Only the hash of the token is stored.';
create index invitations_email on private.invitations (email);
create index invitations_inviter on private.invitations (invited_by);
alter table private.invitations enable row level security;
revoke all on private.invitations from anon, authenticated;

-- The answer to accepting an invitation may be lost, and its mail may be opened again a week later: a used token still
-- leads its member to the document, as long as they are a member, and nobody else.
create table private.used_invitations (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  document_id uuid not null,
  user_id uuid not null,
  foreign key (document_id, user_id) references public.members (document_id, user_id) on delete cascade
);
comment on table private.used_invitations is 'Used invitations of people who are still members. They give no right.';
create index used_invitations_member on private.used_invitations (document_id, user_id);
alter table private.used_invitations enable row level security;
revoke all on private.used_invitations from anon, authenticated;

create function private.invitation_lasts() returns interval language sql immutable set search_path = '' return interval '7 days';
comment on function private.invitation_lasts() is 'How long an invitation can be used.';
revoke all on function private.invitation_lasts() from public;

create function private.my_address() returns text
language sql stable security definer set search_path = ''
as $$
  select lower(u.email) from auth.users u where u.id = private.caller() and u.email_confirmed_at is not null
$$;
comment on function private.my_address() is 'The caller''s e-mail address in lower case; null until it is confirmed.';
revoke all on function private.my_address() from public;

create function public.add_member(p_document uuid, p_email text, p_role text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  address text := lower(btrim(p_email));
  person uuid;
  token text := encode(extensions.gen_random_bytes(32), 'hex');
  old_role text;
begin
  if p_role is null or p_role not in ('editor', 'commenter', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  if address is null or address !~ '^[^@\s]+@[^@\s]+$' or char_length(address) > 320 then perform private.refuse('bad_request', 'email'); end if;
  document := private.lock_document(p_document);
  perform private.require_role(document, private.caller(), array['owner']);
  perform private.spend(private.caller(), 'share');
  select u.id into person from auth.users u where lower(u.email) = address and u.email_confirmed_at is not null;
  if exists (select 1 from public.members m where m.document_id = p_document and m.user_id = person and m.arrived_at is not null
             and (m.expires_at is null or m.expires_at > now())) then
    perform private.refuse('already_member');
  end if;
  select i.role into old_role from private.invitations i where i.document_id = p_document and i.email = address;
  insert into private.invitations (document_id, email, role, token_hash, invited_by, expires_at)
  values (p_document, address, p_role, sha256(convert_to(token, 'UTF8')), private.caller(), now() + private.invitation_lasts())
  on conflict (document_id, email) do update set role = excluded.role, token_hash = excluded.token_hash,
    invited_by = excluded.invited_by, expires_at = excluded.expires_at;
  if person is not null then
    insert into public.members (document_id, user_id, role, arrived_at, expires_at)
    values (p_document, person, p_role, null, now() + private.invitation_lasts())
    on conflict (document_id, user_id) do update
    set role = excluded.role, arrived_at = null, expires_at = excluded.expires_at, via_link = false;
  end if;
  -- With or without an account behind it: moving the lanes must not show which.
  if old_role <> p_role then perform private.move_lanes(document); end if;
  return json_build_object('token', token);
end
$$;
comment on function public.add_member(uuid, text, text) is
  'Invites an address as editor, commenter or viewer; the owner may call it. Returns the token of the invitation, which works once, for that address, for seven days. A person who already has an account with the address may open the document at once, and is listed from then on.';
revoke all on function public.add_member(uuid, text, text) from public, anon, service_role;
grant execute on function public.add_member(uuid, text, text) to authenticated;

create function public.revoke_invitation(p_document uuid, p_invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  address text;
begin
  document := private.lock_document(p_document);
  perform private.require_role(document, private.caller(), array['owner']);
  perform private.spend(private.caller(), 'share');
  delete from private.invitations where id = p_invitation and document_id = p_document returning email into address;
  if address is null then return; end if;
  delete from public.members m using auth.users u
  where m.document_id = p_document and m.user_id = u.id and m.arrived_at is null and lower(u.email) = address;
  perform private.move_lanes(document);
end
$$;
comment on function public.revoke_invitation(uuid, uuid) is
  'Revokes an invitation that has not been used; the owner may call it. Idempotent.';
revoke all on function public.revoke_invitation(uuid, uuid) from public, anon, service_role;
grant execute on function public.revoke_invitation(uuid, uuid) to authenticated;

-- A visitor sees what an invitation is before they sign in or up. The token cannot be guessed and was sent to the address
-- that this returns.
create function public.preview_invitation(p_token text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  invitation private.invitations;
  preview json;
begin
  select * into invitation from private.invitations i
  where i.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8')) and i.expires_at > now();
  if invitation.id is null then perform private.refuse('not_found'); end if;
  -- A visitor has no bucket, and a guessed token finds no invitation: the inviter's bucket limits calls.
  perform private.spend(invitation.invited_by, 'preview_invitation');
  select json_build_object('inviter', p.name, 'title', d.title, 'email', invitation.email, 'role', invitation.role) into preview
  from public.documents d join public.profiles p on p.id = invitation.invited_by
  where d.id = invitation.document_id and d.deleted_at is null;
  if preview is null then perform private.refuse('not_found'); end if;
  return preview;
end
$$;
comment on function public.preview_invitation(text) is
  'For everybody with the token of an open invitation: the name of the inviter, the title, the invited address and the role.';
revoke all on function public.preview_invitation(text) from public, anon, authenticated, service_role;
grant execute on function public.preview_invitation(text) to anon, authenticated;

create function private.use_invitation(p_document uuid, p_user uuid) returns void
language sql security definer set search_path = ''
as $$
  with used as (
    delete from private.invitations i using auth.users u
    where i.document_id = p_document and u.id = p_user and i.email = lower(u.email)
    returning i.token_hash)
  insert into private.used_invitations (token_hash, document_id, user_id) select token_hash, p_document, p_user from used
$$;
comment on function private.use_invitation(uuid, uuid) is
  'Uses up the invitation to the address of this member. From then on its token leads this member, and nobody else, to the document.';
revoke all on function private.use_invitation(uuid, uuid) from public;

create function private.let_in(p_document uuid, p_user uuid, p_role text) returns void
language sql security definer set search_path = ''
as $$
  insert into public.members as m (document_id, user_id, role) values (p_document, p_user, p_role)
  on conflict (document_id, user_id) do update set expires_at = null, arrived_at = coalesce(m.arrived_at, now()), via_link = false,
    -- An invitation never lowers a role.
    role = case when m.expires_at <= now()
        or array_position(array['viewer', 'commenter', 'editor', 'owner'], excluded.role)
         > array_position(array['viewer', 'commenter', 'editor', 'owner'], m.role) then excluded.role else m.role end;
  select private.use_invitation(p_document, p_user);
$$;
comment on function private.let_in(uuid, uuid, text) is
  'Makes a person a member, or leaves them the role they have if that is higher.';
revoke all on function private.let_in(uuid, uuid, text) from public;

create function private.come_back(p_token_hash bytea) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  document uuid;
begin
  select u.document_id into document from private.used_invitations u
  where u.token_hash = p_token_hash and u.user_id = private.caller() and private.role_of(u.document_id, u.user_id) is not null;
  if document is null then perform private.refuse('not_found'); end if;
  return json_build_object('documentId', document);
end
$$;
comment on function private.come_back(bytea) is
  'The document that the caller joined with this token and is still a member of; refuses with not_found.';
revoke all on function private.come_back(bytea) from public;

create function public.accept_invitation(p_token text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  invitation private.invitations;
  hash bytea := sha256(convert_to(coalesce(p_token, ''), 'UTF8'));
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  perform private.spend(private.caller(), 'share');
  select * into invitation from private.invitations i where i.token_hash = hash and i.expires_at > now();
  if invitation.id is null then return private.come_back(hash); end if;
  if invitation.email is distinct from private.my_address() then perform private.refuse('forbidden'); end if;
  document := private.lock_document(invitation.document_id);
  -- Another page of the caller may have used it in the meantime, or the owner may have revoked it.
  if not exists (select 1 from private.invitations i where i.token_hash = hash) then return private.come_back(hash); end if;
  if document.deleted_at is not null then perform private.refuse('gone'); end if;
  perform private.let_in(document.id, private.caller(), invitation.role);
  return json_build_object('documentId', document.id);
end
$$;
comment on function public.accept_invitation(text) is
  'Lets the caller into the document of the token, if the invitation was sent to the caller''s confirmed address. Uses the token up; for the caller, repeating is harmless as long as they are a member.';
revoke all on function public.accept_invitation(text) from public, anon, service_role;
grant execute on function public.accept_invitation(text) to authenticated;

create function private.arrive(p_document uuid, p_user uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.members set arrived_at = now(), expires_at = null
  where document_id = p_document and user_id = p_user and arrived_at is null and expires_at > now();
  if found then perform private.use_invitation(p_document, p_user); end if;
end
$$;
comment on function private.arrive(uuid, uuid) is
  'Records that an invited person has opened the document: the invitation is used, and all members see them.';
revoke all on function private.arrive(uuid, uuid) from public;

-- The link.

create function public.set_link_role(p_document uuid, p_role text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  affected uuid[];
begin
  if p_role not in ('editor', 'commenter', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  document := private.lock_document(p_document);
  perform private.require_role(document, private.caller(), array['owner']);
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
  perform private.move_lanes(document);
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
  perform private.spend(private.caller(), 'share');
  document := private.lock_document(p_document);
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
  if private.require_role(document, private.caller(), array['owner', 'editor', 'commenter', 'viewer']) <> 'owner' then
    return json_build_object('linkRole', document.link_role, 'invitations', '[]'::json, 'requests', '[]'::json);
  end if;
  return json_build_object('linkRole', document.link_role,
    'invitations', (select coalesce(json_agg(json_build_object('id', i.id, 'email', i.email, 'role', i.role, 'expiresAt', i.expires_at)
      order by i.created_at, i.id), '[]') from private.invitations i where i.document_id = p_document and i.expires_at > now()),
    'requests', (select coalesce(json_agg(json_build_object('userId', r.user_id, 'name', p.name, 'color', p.color, 'email', u.email)
      order by r.created_at, r.user_id), '[]')
      from private.access_requests r join public.profiles p on p.id = r.user_id join auth.users u on u.id = r.user_id
      -- A request is settled once its person may write, in whatever way.
      where r.document_id = p_document and coalesce(private.role_of(p_document, r.user_id), 'viewer') in ('commenter', 'viewer')));
end
$$;
comment on function public.list_sharing(uuid) is 'The role of the link; for the owner also open invitations and requests.';
revoke all on function public.list_sharing(uuid) from public, anon, service_role;
grant execute on function public.list_sharing(uuid) to authenticated;
