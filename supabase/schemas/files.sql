-- Files in storage: images of documents and pictures of people, their rights and limits.

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
  'True when the caller may have one more file in the bucket; refuses with storage_full when they have as many files, or bytes, as one person may. Policies call it so that Storage refuses before it takes the bytes; the trigger limit_files counts uploads at the same time.';
revoke all on function private.has_room(text) from public;
grant execute on function private.has_room(text) to authenticated;

-- The limits also hold for simultaneous uploads. Storage checks the policies before it receives the bytes, and then writes the
-- row with its own rights; until then no other upload can count it.

create function private.limit_files() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  limits private.file_limits;
  files bigint;
  bytes bigint;
begin
  select * into limits from private.file_limits l where l.bucket_id = new.bucket_id;
  if not found then return new; end if;
  -- Uploads of one person to one bucket are written one after the other. The count is a statement of its own, which sees
  -- what was committed while this one waited.
  perform pg_advisory_xact_lock(hashtextextended('files ' || new.bucket_id || ' ' || new.owner_id, 0));
  select count(*), coalesce(sum((o.metadata ->> 'size')::bigint), 0) into files, bytes
  from storage.objects o where o.bucket_id = new.bucket_id and o.owner_id = new.owner_id and o.name <> new.name;
  if files >= limits.max_files or bytes + coalesce((new.metadata ->> 'size')::bigint, 0) > limits.max_bytes then
    raise exception using errcode = '42501', message = 'storage_full';
  end if;
  return new;
end
$$;
comment on function private.limit_files() is
  'Trigger: refuses with storage_full a file beyond the number or the bytes that one person may have in a bucket, also when many are added at once. Files without an owner are the server''s.';
revoke all on function private.limit_files() from public;

create trigger limit_files before insert on storage.objects for each row
  when (new.owner_id is not null) execute function private.limit_files();

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

-- A reader reads the images that the text shows, whose names it has. A list would name those of deleted text too.
create policy document_images_are_listed_by_editors on storage.objects as restrictive for select to authenticated
  using (bucket_id <> 'document-images' or coalesce(storage.operation(), '') !~ '^(storage\.)?object\.list'
    or (storage.foldername(name))[1] in (select d.id::text from private.my_editable_documents() as d (id)));

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
