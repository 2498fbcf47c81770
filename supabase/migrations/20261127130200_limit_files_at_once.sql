-- The limits of a person's files hold for uploads at the same time. Storage checks the policies before it takes the bytes, and
-- writes the row with its own rights after them; until then no other upload can count it.

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

comment on function private.has_room(text) is
  'True when the caller may have one more file in the bucket; refuses with storage_full when they have as many files, or bytes, as one person may. Policies call it so that Storage refuses before it takes the bytes; the trigger limit_files counts uploads at the same time.';
