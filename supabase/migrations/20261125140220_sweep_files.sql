-- Files that belong to nothing, of all documents and people, told a few at a time. They are removed through the storage API
-- (edge function sweep-files): a row deleted here would leave its file, and hosted projects refuse it.

create table private.file_walk (
  is_only_one boolean primary key default true check (is_only_one),
  after uuid,
  began_at timestamptz not null default '-infinity'
);
comment on table private.file_walk is
  'How far the walk through the documents with images has come: one row. A walk goes through all of them, and begins once a day.';
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
  -- Whoever comes while another is on the way has nothing to do.
  select * into walk from private.file_walk for update skip locked;
  if not found or walk.after is null and walk.began_at > now() - interval '1 day' then return; end if;
  met := array(select d.id from public.documents d
    where (walk.after is null or d.id > walk.after) and d.deleted_at is distinct from '-infinity' order by d.id limit 1000);
  -- As in list_left_files: a range that the index of names has.
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
  'The next documents that have images in storage, at most so many; none when the day''s walk is over.';
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
comment on function private.list_unused_avatars() is 'Pictures that have not been anybody''s for a day: replaced, or sent and never taken.';
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
  'Files that belong to nothing any more, by their bucket: of erased documents and of people who have gone, images that nothing of their document has named for 30 days, pictures that are nobody''s. Looks through p_documents documents with images (50; at most 1,000), the next ones with the next call, all of them once a day. They are removed through the storage API; those that could not be are told again.';
revoke all on function public.list_files_to_remove(integer) from public, anon, authenticated;
grant execute on function public.list_files_to_remove(integer) to service_role;
