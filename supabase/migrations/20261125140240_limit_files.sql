-- How many files one person may have in storage, and how large they may be together (docs/decisions/0026). Asked when a
-- file is added: a person's files are those that they added, in whoever's document.

create table private.file_limits (
  bucket_id text primary key references storage.buckets (id) on delete cascade,
  max_files integer not null check (max_files > 0),
  max_bytes bigint not null check (max_bytes > 0)
);
comment on table private.file_limits is
  'Settings: how many files one person may have in a bucket, and how many bytes they may have together. For whoever runs the server to change.';
alter table private.file_limits enable row level security;
revoke all on private.file_limits from anon, authenticated;
insert into private.file_limits (bucket_id, max_files, max_bytes) values
  ('document-images', 1000, 500 * 1024 * 1024),
  ('avatars', 10, 10 * 256 * 1024);

create function private.has_room(p_bucket text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Once, and not for each file there is.
  me text := private.caller()::text;
  is_full boolean;
begin
  select count(o.id) >= l.max_files or coalesce(sum((o.metadata ->> 'size')::bigint), 0) >= l.max_bytes into is_full
  from private.file_limits l
  left join storage.objects o on o.bucket_id = l.bucket_id and o.owner_id = me
  where l.bucket_id = p_bucket group by l.max_files, l.max_bytes;
  -- Storage passes the words of this error on, and of no other.
  if is_full then raise exception using errcode = '42501', message = 'storage_full'; end if;
  return true;
end
$$;
comment on function private.has_room(text) is
  'True when the caller may have one more file in the bucket; refuses with storage_full when they have as many, or as many bytes, as one person may. Uploads that are under way are not counted: what one person sends at the same time can exceed the limit, by the files under way and no more.';
revoke all on function private.has_room(text) from public;
grant execute on function private.has_room(text) to authenticated;

alter policy document_images_added_by_editors on storage.objects
  with check (bucket_id = 'document-images'
    and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|jpg|gif|webp|avif)$'
    and (storage.foldername(name))[1] in (select d.id::text from private.my_editable_documents() as d (id))
    and private.has_room(bucket_id));
alter policy own_avatar_added on storage.objects
  with check (bucket_id = 'avatars'
    and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|jpg|webp)$'
    and (storage.foldername(name))[1] = (select private.caller())::text
    and private.has_room(bucket_id));

-- Who has fifty people invites them one after the other.
update private.rate_limits set burst = 100 where action = 'share';
