-- Invitations to addresses. The owner receives the same replies whether an address has an account or not.

create table private.invitations (
  id uuid primary key default gen_random_uuid(),
  document_id uuid not null references public.documents (id) on delete cascade,
  email text not null check (email = lower(email) and char_length(email) <= 320),
  role text not null check (role in ('editor', 'commenter', 'viewer')),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  invited_by uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  round integer not null default 1,
  unique (document_id, email)
);
comment on table private.invitations is 'Open invitations, each for one address and one use. Only the hash of the token is stored.';
comment on column private.invitations.round is 'How often the address was invited; each time has a token of its own.';

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
  address text := lower(btrim(p_email));
  person uuid;
  invitation private.invitations;
  token text;
  old_role text;
begin
  if p_role is null or p_role not in ('editor', 'commenter', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  if address is null or address !~ '^[^@\s]+@[^@\s]+$' or char_length(address) > 320 then perform private.refuse('bad_request', 'email'); end if;
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  select u.id into person from auth.users u where lower(u.email) = address and u.email_confirmed_at is not null;
  if exists (select 1 from public.members m where m.document_id = p_document and m.user_id = person and m.arrived_at is not null
             and (m.expires_at is null or m.expires_at > now())) then
    perform private.refuse('already_member');
  end if;
  select i.role into old_role from private.invitations i where i.document_id = p_document and i.email = address;
  insert into private.invitations as i (document_id, email, role, token_hash, invited_by, expires_at)
  values (p_document, address, p_role, extensions.gen_random_bytes(32), private.caller(), now() + private.invitation_lasts())
  on conflict (document_id, email) do update set role = excluded.role, invited_by = excluded.invited_by,
    expires_at = excluded.expires_at, round = i.round + 1
  returning * into invitation;
  token := private.invitation_token(invitation);
  update private.invitations set token_hash = sha256(convert_to(token, 'UTF8')) where id = invitation.id;
  if person is not null then
    insert into public.members (document_id, user_id, role, arrived_at, expires_at)
    values (p_document, person, p_role, null, now() + private.invitation_lasts())
    on conflict (document_id, user_id) do update
    set role = excluded.role, arrived_at = null, expires_at = excluded.expires_at, via_link = false;
    perform private.notify_access('invited', p_document, person, p_role);
  end if;
  perform private.queue_invitation(invitation.id);
  -- With or without an account behind it: moving the lanes must not show which.
  if old_role <> p_role then perform private.move_lanes(p_document); end if;
  return json_build_object('token', token);
end
$$;
comment on function public.add_member(uuid, text, text) is
  'Invites an address as editor, commenter or viewer, by a mail where mails are set up; the owner may call it. Returns the token of the invitation, which works once, for that address, for seven days. A person who already has an account with the address may open the document at once, and is listed from then on.';
revoke all on function public.add_member(uuid, text, text) from public, anon, service_role;
grant execute on function public.add_member(uuid, text, text) to authenticated;

create function public.revoke_invitation(p_document uuid, p_invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  address text;
begin
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  delete from private.invitations where id = p_invitation and document_id = p_document returning email into address;
  if address is null then return; end if;
  delete from public.members m using auth.users u
  where m.document_id = p_document and m.user_id = u.id and m.arrived_at is null and lower(u.email) = address;
  perform private.move_lanes(p_document);
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
  select * into invitation from private.invitations i where i.token_hash = hash and i.expires_at > now();
  document := private.lock_document(invitation.document_id);
  perform private.spend(private.caller(), 'share');
  if invitation.id is null then return private.come_back(hash); end if;
  if invitation.email is distinct from private.my_address() then perform private.refuse('forbidden'); end if;
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
