-- Images of documents: a private bucket, one folder a document, `<document id>/<image id>.<extension>`. Whoever reads
-- the document reads its images; whoever writes in it adds and removes them. Nothing is ever replaced: another image is
-- another file, so a saved version always shows what it showed.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('document-images', 'document-images', false, 10485760,
  array['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create function private.my_editable_documents() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select d.id from private.my_documents() as d (id) where private.role_of(d.id, auth.uid()) in ('owner', 'editor')
$$;
comment on function private.my_editable_documents() is 'Documents the caller may write in.';
revoke all on function private.my_editable_documents() from public;
grant execute on function private.my_editable_documents() to authenticated;

create policy document_images_of_members on storage.objects for select to authenticated
  using (bucket_id = 'document-images'
    and (storage.foldername(name))[1] in (select d.id::text from private.my_documents() as d (id)));
create policy document_images_added_by_editors on storage.objects for insert to authenticated
  with check (bucket_id = 'document-images'
    and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|jpg|gif|webp|avif)$'
    and (storage.foldername(name))[1] in (select d.id::text from private.my_editable_documents() as d (id)));
create policy document_images_removed_by_editors on storage.objects for delete to authenticated
  using (bucket_id = 'document-images'
    and (storage.foldername(name))[1] in (select d.id::text from private.my_editable_documents() as d (id)));
