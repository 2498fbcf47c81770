-- How people come into a document: by an invitation to an address, by the link, by asking the owner. What the owner is
-- told about an address is the same whether it has an account or not.

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
comment on table private.invitations is 'Invitations that wait. Each is for one address and one use; the token itself is nowhere.';
create index invitations_email on private.invitations (email);
create index invitations_inviter on private.invitations (invited_by);

create table private.access_requests (
  document_id uuid not null references public.documents (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (document_id, user_id)
);
comment on table private.access_requests is 'Who asked the owner of a document to be let in and has had no answer.';
create index access_requests_user on private.access_requests (user_id);

alter table private.invitations enable row level security;
alter table private.access_requests enable row level security;
revoke all on private.invitations, private.access_requests from anon, authenticated;

create function private.invitation_lasts() returns interval language sql immutable set search_path = '' return interval '7 days';
comment on function private.invitation_lasts() is 'How long an invitation waits.';
revoke all on function private.invitation_lasts() from public;

create function private.my_address() returns text
language sql stable security definer set search_path = ''
as $$
  select lower(u.email) from auth.users u where u.id = private.caller() and u.email_confirmed_at is not null
$$;
comment on function private.my_address() is 'The caller''s address, once it is known to be theirs.';
revoke all on function private.my_address() from public;

create function private.use_invitation(p_document uuid, p_user uuid) returns void
language sql security definer set search_path = ''
as $$
  delete from private.invitations i using auth.users u
  where i.document_id = p_document and u.id = p_user and i.email = lower(u.email)
$$;
comment on function private.use_invitation(uuid, uuid) is 'An invitation to the person''s address waits no longer.';
revoke all on function private.use_invitation(uuid, uuid) from public;

create function private.arrive(p_document uuid, p_user uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.members set arrived_at = now(), expires_at = null
  where document_id = p_document and user_id = p_user and arrived_at is null and expires_at > now();
  if found then perform private.use_invitation(p_document, p_user); end if;
end
$$;
comment on function private.arrive(uuid, uuid) is 'An invited person is in the document: the invitation is used, and everybody sees them.';
revoke all on function private.arrive(uuid, uuid) from public;

drop function public.add_member(uuid, text, text);
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
  -- With or without an account behind it: that the lanes move must not tell.
  if old_role <> p_role then perform private.move_lanes(document); end if;
  return json_build_object('token', token);
end
$$;
comment on function public.add_member(uuid, text, text) is
  'Invites an address as editor, commenter or viewer; the owner may call it. Answers with the token of the invitation, which works once, for that address, for seven days. Whoever has an account with the address already may open the document at once, and is shown in it from then on.';
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
comment on function public.revoke_invitation(uuid, uuid) is 'Takes an invitation back that has not been used; the owner may call it, again and again.';
revoke all on function public.revoke_invitation(uuid, uuid) from public, anon, service_role;
grant execute on function public.revoke_invitation(uuid, uuid) to authenticated;

create function private.let_in(p_document uuid, p_user uuid, p_role text) returns void
language sql security definer set search_path = ''
as $$
  insert into public.members as m (document_id, user_id, role) values (p_document, p_user, p_role)
  on conflict (document_id, user_id) do update set expires_at = null, arrived_at = coalesce(m.arrived_at, now()), via_link = false,
    -- An invitation gives, and takes nothing.
    role = case when m.expires_at <= now()
        or array_position(array['viewer', 'commenter', 'editor', 'owner'], excluded.role)
         > array_position(array['viewer', 'commenter', 'editor', 'owner'], m.role) then excluded.role else m.role end;
  select private.use_invitation(p_document, p_user);
$$;
comment on function private.let_in(uuid, uuid, text) is 'Makes somebody a member, or leaves them what they have if that is more.';
revoke all on function private.let_in(uuid, uuid, text) from public;

create function public.accept_invitation(p_token text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  invitation private.invitations;
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  perform private.spend(private.caller(), 'share');
  select * into invitation from private.invitations i
  where i.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8')) and i.expires_at > now();
  if invitation.id is null then perform private.refuse('not_found'); end if;
  if invitation.email is distinct from private.my_address() then perform private.refuse('forbidden'); end if;
  document := private.lock_document(invitation.document_id);
  -- Used by two pages at once it works once; taken back meanwhile it works no more.
  delete from private.invitations where id = invitation.id and token_hash = invitation.token_hash returning * into invitation;
  if invitation.id is null then perform private.refuse('not_found'); end if;
  if document.deleted_at is not null then perform private.refuse('gone'); end if;
  perform private.let_in(document.id, private.caller(), invitation.role);
  return json_build_object('documentId', document.id);
end
$$;
comment on function public.accept_invitation(text) is
  'Lets the caller into the document that the token is for, if it was sent to the caller''s confirmed address. The token is used up.';
revoke all on function public.accept_invitation(text) from public, anon, service_role;
grant execute on function public.accept_invitation(text) to authenticated;

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
  'Says what people who are signed in and have the link may do; null closes the link. Whoever came by it gets that role, or goes.';
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
  'Lets the caller in who has the address of a document: when their own address is invited, or when the link is open. A document that is closed and one that is not there are answered alike.';
revoke all on function public.join_document(uuid) from public, anon, service_role;
grant execute on function public.join_document(uuid) to authenticated;

create function public.request_access(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  perform private.spend(private.caller(), 'share');
  insert into private.access_requests (document_id, user_id)
  select d.id, private.caller() from public.documents d
  where d.id = p_document and d.deleted_at is null and private.role_of(d.id, private.caller()) is null
  on conflict do nothing;
end
$$;
comment on function public.request_access(uuid) is 'Asks the owner to let the caller in. Says nothing about whether there is such a document.';
revoke all on function public.request_access(uuid) from public, anon, service_role;
grant execute on function public.request_access(uuid) to authenticated;

create function public.answer_request(p_document uuid, p_user uuid, p_role text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
begin
  if p_role not in ('editor', 'commenter', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  document := private.lock_document(p_document);
  perform private.require_role(document, private.caller(), array['owner']);
  perform private.spend(private.caller(), 'share');
  delete from private.access_requests where document_id = p_document and user_id = p_user;
  if found and p_role is not null then perform private.let_in(p_document, p_user, p_role); end if;
end
$$;
comment on function public.answer_request(uuid, uuid, text) is 'Lets somebody in who asked for it, or with null not; the owner may call it. Who has not asked stays out.';
revoke all on function public.answer_request(uuid, uuid, text) from public, anon, service_role;
grant execute on function public.answer_request(uuid, uuid, text) to authenticated;

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
      where r.document_id = p_document));
end
$$;
comment on function public.list_sharing(uuid) is 'Whether the link lets people in; for the owner also who is invited and who asks to be let in.';
revoke all on function public.list_sharing(uuid) from public, anon, service_role;
grant execute on function public.list_sharing(uuid) to authenticated;

create or replace function private.mark_opened() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.personal_marks (user_id, document_id, opened_at) values (new.user_id, new.document_id, now())
  on conflict (user_id, document_id) do update set opened_at = excluded.opened_at;
  perform private.arrive(new.document_id, new.user_id);
  return new;
end
$$;

