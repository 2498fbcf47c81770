-- An invitation is used up in one step, and the answer to it may be lost on the way; a mail may be opened again next
-- week. Whoever has used an invitation comes to its document by it as long as they are in it; nobody else does.

create table private.used_invitations (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  document_id uuid not null,
  user_id uuid not null,
  foreign key (document_id, user_id) references public.members (document_id, user_id) on delete cascade
);
comment on table private.used_invitations is 'Invitations that let somebody in who still belongs to the document. They give no right.';
create index used_invitations_member on private.used_invitations (document_id, user_id);
alter table private.used_invitations enable row level security;
revoke all on private.used_invitations from anon, authenticated;

create or replace function private.use_invitation(p_document uuid, p_user uuid) returns void
language sql security definer set search_path = ''
as $$
  with used as (
    delete from private.invitations i using auth.users u
    where i.document_id = p_document and u.id = p_user and i.email = lower(u.email)
    returning i.token_hash)
  insert into private.used_invitations (token_hash, document_id, user_id) select token_hash, p_document, p_user from used
$$;
comment on function private.use_invitation(uuid, uuid) is
  'An invitation to the address of this member waits no longer. Its token leads them to the document, and nobody else.';

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
comment on function private.come_back(bytea) is 'The document that the caller came into by this token and is still in; refuses with not_found.';
revoke all on function private.come_back(bytea) from public;

create or replace function public.accept_invitation(p_token text) returns json
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
  -- Meanwhile another page of the same person may have used it, or the owner taken it back.
  if not exists (select 1 from private.invitations i where i.token_hash = hash) then return private.come_back(hash); end if;
  if document.deleted_at is not null then perform private.refuse('gone'); end if;
  perform private.let_in(document.id, private.caller(), invitation.role);
  return json_build_object('documentId', document.id);
end
$$;
comment on function public.accept_invitation(text) is
  'Lets the caller into the document that the token is for, if it was sent to the caller''s confirmed address. The token is used up; for whoever has used it, asking again is harmless as long as they are in the document.';
