-- Whoever came by the link stays only as long as it lets people in: they are nobody's heir.

create or replace function private.heir_of(p_document uuid, p_owner uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select m.user_id from public.members m join public.documents d on d.id = m.document_id
  where m.document_id = p_document and m.user_id <> p_owner and m.expires_at is null and not m.via_link and d.deleted_at is null
  order by array_position(array['editor', 'commenter', 'viewer'], m.role), m.created_at, m.user_id
  limit 1
$$;
comment on function private.heir_of(uuid, uuid) is
  'Who gets a document when its owner goes: whoever has been an editor for longest, else a commenter, else a reader. Null when nobody else was let in for good by its owner, or it is in the trash.';
