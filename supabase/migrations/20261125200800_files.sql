-- Files in storage: images of documents and pictures of people. Rights, limits, and the removal of unused files.

-- The limits for one person (docs/decisions/0026) are checked when a file is added. They count the files that the person
-- added, in all documents.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('document-images', 'document-images', false, 10485760,
    array['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']),
  ('avatars', 'avatars', false, 262144, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create table private.file_limits (
  bucket_id text primary key references storage.buckets (id) on delete cascade,
  max_files integer not null check (max_files > 0),
  max_bytes bigint not null check (max_bytes > 0)
);
comment on table private.file_limits is
  'Settings: how many files one person may have in a bucket, and how many bytes together. For the operator of the server to change.';
alter table private.file_limits enable row level security;
revoke all on private.file_limits from anon, authenticated;
insert into private.file_limits (bucket_id, max_files, max_bytes) values
  ('document-images', 1000, 500 * 1024 * 1024),
  ('avatars', 10, 10 * 256 * 1024);

create function private.has_room(p_bucket text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Evaluated once, and not for each file.
  me text := private.caller()::text;
  is_full boolean;
begin
  select count(o.id) >= l.max_files or coalesce(sum((o.metadata ->> 'size')::bigint), 0) >= l.max_bytes into is_full
  from private.file_limits l
  left join storage.objects o on o.bucket_id = l.bucket_id and o.owner_id = me
  where l.bucket_id = p_bucket group by l.max_files, l.max_bytes;
  -- The only error whose message Storage passes on.
  if is_full then raise exception using errcode = '42501', message = 'storage_full'; end if;
  return true;
end
$$;
comment on function private.has_room(text) is
  'True when the caller may have one more file in the bucket; refuses with storage_full when they have as many files, or bytes, as one person may. Uploads under way are not counted: a person''s parallel uploads can exceed the limit by just those.';
revoke all on function private.has_room(text) from public;
grant execute on function private.has_room(text) to authenticated;

-- Images of documents: one folder for each document, `<document id>/<image id>.<extension>`. Readers of a document read them,
-- editors add them. Nobody replaces or removes one, so that a saved version always shows what it showed; the server
-- removes images that are no longer used.

create policy document_images_of_members on storage.objects for select to authenticated
  using (bucket_id = 'document-images'
    and (storage.foldername(name))[1] in (select d.id::text from private.my_documents() as d (id)));
create policy document_images_added_by_editors on storage.objects for insert to authenticated
  with check (bucket_id = 'document-images'
    and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|jpg|gif|webp|avif)$'
    and (storage.foldername(name))[1] in (select d.id::text from private.my_editable_documents() as d (id))
    and private.has_room(bucket_id));

-- Pictures of people: one folder for each person, read by everybody who shares a document with them.

create policy avatars_of_contacts on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] in (select c.id::text from private.my_contacts() as c (id)));
create policy own_avatar_added on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars'
    and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|jpg|webp)$'
    and (storage.foldername(name))[1] = (select private.caller())::text
    and private.has_room(bucket_id));
create policy own_avatar_removed on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select private.caller())::text);

-- A signed URL works for anybody, for as long as its creator chose, even after the creator loses access. The app reads and
-- uploads files with the user's token, so that nothing needs to be signed.
create policy nothing_is_signed on storage.objects as restrictive for all to authenticated
  using (coalesce(storage.operation(), '') !~ '^(storage\.)?object\.sign');

-- Files that are no longer used. Deleting a row of storage.objects in SQL would leave its file, and hosted Supabase refuses
-- it. So the database lists the files, the edge function sweep-files removes them through the storage API, and a file that
-- could not be removed is listed again.

create table private.left_folders (
  bucket_id text not null,
  folder uuid not null,
  since timestamptz not null default now(),
  primary key (bucket_id, folder)
);
comment on table private.left_folders is
  'Storage folders of erased documents and deleted accounts. A row stays for a day, and until its folder is empty: an upload may still be under way.';
alter table private.left_folders enable row level security;
revoke all on private.left_folders from anon, authenticated;

create function private.leave_folder() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.left_folders (bucket_id, folder) values (tg_argv[0], old.id) on conflict do nothing;
  return null;
end
$$;
comment on function private.leave_folder() is 'Trigger: records that the folder of this row in a bucket is no longer used.';
revoke all on function private.leave_folder() from public;
create trigger leave_images_of_deleted after delete on public.documents for each row
  execute function private.leave_folder('document-images');
create trigger leave_images_of_erased after update of deleted_at on public.documents for each row
  when (new.deleted_at = '-infinity') execute function private.leave_folder('document-images');
create trigger leave_avatars after delete on public.profiles for each row execute function private.leave_folder('avatars');

create function public.list_left_files() returns json
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.erase_expired();
  -- Only folders whose document or person is gone now, because a removed file cannot be brought back.
  delete from private.left_folders f
  where exists (select 1 from public.documents d where d.id = f.folder and d.deleted_at is distinct from '-infinity')
    or exists (select 1 from public.profiles p where p.id = f.folder)
    -- Not `^@`, which uses no index for a prefix that is unknown when the query is planned; '0' comes after '/'.
    or f.since < now() - interval '1 day' and not exists (select 1 from storage.objects o
      where o.bucket_id = f.bucket_id and o.name ~>=~ (f.folder || '/') and o.name ~<~ (f.folder || '0'));
  return (
    select coalesce(json_object_agg(bucket_id, names), '{}') from (
      select file.bucket_id, json_agg(file.name order by file.name) as names from (
        select o.bucket_id, o.name from private.left_folders f
        join storage.objects o on o.bucket_id = f.bucket_id and o.name ~>=~ (f.folder || '/') and o.name ~<~ (f.folder || '0')
        limit 1000) as file
      group by file.bucket_id) as bucket);
end
$$;
comment on function public.list_left_files() is
  'Erases documents that have been in a trash for too long, and returns files of erased documents and deleted accounts by bucket, at most a thousand. They are removed through the storage API; those that could not be removed are returned again.';
revoke all on function public.list_left_files() from public, anon, authenticated;
grant execute on function public.list_left_files() to service_role;

create table private.unused_images (
  document_id uuid not null references public.documents (id) on delete cascade,
  path text not null,
  since timestamptz not null default now(),
  primary key (document_id, path)
);
comment on table private.unused_images is 'Images in storage that occur nowhere in their document, and since when that is known.';
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
  'Images that have occurred in no snapshot, version or update of the document for 30 days; records those that occur nowhere now. They are removed through the storage API: deleting the row would leave the file.';
revoke all on function public.list_unused_images(uuid) from public, anon, authenticated;
grant execute on function public.list_unused_images(uuid) to service_role;

create table private.file_walk (
  is_only_one boolean primary key default true check (is_only_one),
  after uuid,
  began_at timestamptz not null default '-infinity'
);
comment on table private.file_walk is
  'Position of the walk through all documents with images: one row. A walk begins once a day.';
insert into private.file_walk default values;
alter table private.file_walk enable row level security;
revoke all on private.file_walk from anon, authenticated;

create function private.walk_documents(p_most integer) returns setof uuid
language plpgsql security definer set search_path = ''
as $$
declare
  walk private.file_walk;
  met uuid[];
  found_ids uuid[];
begin
  -- Another call is under way: there is nothing to do.
  select * into walk from private.file_walk for update skip locked;
  if not found or walk.after is null and walk.began_at > now() - interval '1 day' then return; end if;
  met := array(select d.id from public.documents d
    where (walk.after is null or d.id > walk.after) and d.deleted_at is distinct from '-infinity' order by d.id limit 1000);
  -- A range, for the index of names, as in list_left_files.
  found_ids := array(select document.id from unnest(met) as document (id)
    where exists (select from storage.objects o
      where o.bucket_id = 'document-images' and o.name ~>=~ (document.id || '/') and o.name ~<~ (document.id || '0'))
    order by document.id limit p_most);
  update private.file_walk
  set began_at = case when walk.after is null then now() else began_at end,
    after = case when cardinality(found_ids) = p_most then found_ids[p_most] when cardinality(met) = 1000 then met[1000] end
  where is_only_one;
  return query select unnest(found_ids);
end
$$;
comment on function private.walk_documents(integer) is
  'The next documents that have images in storage, at most p_most; none when the walk of the day is over.';
revoke all on function private.walk_documents(integer) from public;

create function private.list_unused_avatars() returns setof text
language sql stable security definer set search_path = ''
as $$
  select o.name from storage.objects o
  where o.bucket_id = 'avatars' and o.created_at < now() - interval '1 day'
    and not exists (select from public.profiles p
      where p.id::text = (storage.foldername(o.name))[1] and p.avatar = storage.filename(o.name))
  limit 1000
$$;
comment on function private.list_unused_avatars() is
  'Pictures of people, older than a day, that no profile uses: replaced, or uploaded and never set.';
revoke all on function private.list_unused_avatars() from public;

create function public.list_files_to_remove(p_documents integer default 50) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  left_files json := public.list_left_files();
  images text[] := array(
    select path from private.walk_documents(least(greatest(coalesce(p_documents, 50), 1), 1000)) as document (id),
      unnest(public.list_unused_images(document.id)) as path);
begin
  return (
    select coalesce(json_object_agg(bucket, names), '{}') from (
      select bucket, json_agg(distinct name) as names from (
        select told.bucket, name from json_each(left_files) as told (bucket, names), json_array_elements_text(told.names) as name
        union all
        select 'document-images', unnest(images)
        union all
        select 'avatars', private.list_unused_avatars()
      ) as file (bucket, name)
      group by bucket) as listed);
end
$$;
comment on function public.list_files_to_remove(integer) is
  'Files that are no longer used, by bucket: of erased documents and deleted accounts, images that have been unused for 30 days, pictures of people that no profile uses. Each call looks at the next p_documents documents with images (50; at most 1,000), all of them once a day. The files are removed through the storage API; those that could not be removed are returned again.';
revoke all on function public.list_files_to_remove(integer) from public, anon, authenticated;
grant execute on function public.list_files_to_remove(integer) to service_role;
