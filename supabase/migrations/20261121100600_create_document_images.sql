-- Images of documents: a private bucket, one folder a document, `<document id>/<image id>.<extension>`. Whoever reads
-- the document reads its images; whoever writes in it adds them. Nobody replaces or removes one: a saved version always
-- shows what it showed. What nothing names any more the server removes.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('document-images', 'document-images', false, 10485760,
  array['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create function private.my_editable_documents() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select d.id from private.my_documents() as d (id) where private.role_of(d.id, private.caller()) in ('owner', 'editor')
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

create function private.images_in(p_document uuid, p_bytes bytea) returns text[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(distinct p_document::text || '/' || file), '{}')
  -- Bytes that are no text are escaped; a path is written as it is.
  from string_to_table(encode(p_bytes, 'escape'), p_document::text || '/') as part,
    substring(left(part, 41) from '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(?:png|jpg|gif|webp|avif)') as file
  where file is not null
$$;
comment on function private.images_in(uuid, bytea) is 'Paths of the document''s images that a Yjs update names, whether they are still shown or not.';
revoke all on function private.images_in(uuid, bytea) from public;

alter table public.document_snapshots
  add column images text[] not null generated always as (private.images_in(document_id, bytes)) stored;
comment on column public.document_snapshots.images is 'Paths of the images that the state names.';

create table private.unused_images (
  document_id uuid not null references public.documents (id) on delete cascade,
  path text not null,
  since timestamptz not null default now(),
  primary key (document_id, path)
);
comment on table private.unused_images is 'Images in storage that nothing of their document names, and since when that is known.';
alter table private.unused_images enable row level security;
revoke all on private.unused_images from anon, authenticated;

create function public.list_unused_images(p_document uuid) returns text[]
language sql security definer set search_path = ''
as $$
  with used as (
    select unnest(s.images) as path from public.document_snapshots s where s.document_id = p_document
    union
    select unnest(private.images_in(p_document, u.bytes)) from public.document_updates u where u.document_id = p_document
  ), unused as (
    select o.name as path from storage.objects o
    where o.bucket_id = 'document-images' and o.name ^@ (p_document::text || '/')
    except select path from used
  ), again_in_use as (
    delete from private.unused_images i where i.document_id = p_document and i.path not in (select path from unused)
  ), newly_unused as (
    insert into private.unused_images (document_id, path) select p_document, path from unused on conflict do nothing
  )
  select coalesce(array_agg(i.path order by i.path), '{}') from private.unused_images i
  where i.document_id = p_document and i.since < now() - interval '30 days' and i.path in (select path from unused)
$$;
comment on function public.list_unused_images(uuid) is
  'Images that no snapshot, version or update of the document has named for 30 days; notes those that nothing names now. They are removed through the storage API: a row deleted here would leave its file.';
revoke all on function public.list_unused_images(uuid) from public, anon, authenticated;
grant execute on function public.list_unused_images(uuid) to service_role;
