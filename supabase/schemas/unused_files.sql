-- Files that are no longer used. Deleting a row of storage.objects in SQL would leave its file, and hosted Supabase refuses
-- it. So the database lists the files, and the edge function sweep-files removes them through the storage API. A file that could
-- not be removed is listed again.

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

-- Images stay while a row or a checkpoint has them.
create function public.list_unused_images(p_document uuid) returns text[]
language sql security definer set search_path = ''
as $$
  with used as (
    select unnest(s.images) as path from public.document_snapshots s where s.document_id = p_document
    union
    select unnest(p.images) from private.packed_updates p where p.document_id = p_document
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

alter table private.file_walk enable row level security;
revoke all on private.file_walk from anon, authenticated;

insert into private.file_walk default values;

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
