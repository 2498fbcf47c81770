-- Whoever is signed out is told so. To be told that they may not was the end of a document that they had only to sign in
-- for again.

create or replace function private.require_role(p_document public.documents, p_user uuid, p_roles text[]) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_role text;
begin
  if p_user is null then perform private.refuse('unauthenticated'); end if;
  select m.role into found_role from public.members m
  where m.document_id = p_document.id and m.user_id = p_user and (m.expires_at is null or m.expires_at > now());
  -- Strangers learn nothing, not even that the document exists or once did.
  if found_role is null then perform private.refuse('forbidden'); end if;
  if p_document.deleted_at is not null then perform private.refuse('gone'); end if;
  if not found_role = any (p_roles) then perform private.refuse('forbidden'); end if;
  return found_role;
end
$$;
comment on function private.require_role(public.documents, uuid, text[]) is
  'The person''s role when it is one of those asked for; refuses with unauthenticated (null: nobody is signed in), forbidden or gone.';
