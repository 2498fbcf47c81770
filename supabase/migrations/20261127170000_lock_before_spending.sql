-- Every function locks the document's row before it takes tokens from a person's bucket. Two did it the other way round, and
-- deadlocked with another request of the same person about the same document.

create or replace function public.join_document(p_document uuid) returns void
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
end
$$;

create or replace function public.accept_invitation(p_token text) returns json
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
