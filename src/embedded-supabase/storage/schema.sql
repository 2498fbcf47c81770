-- Storage's part of the database: buckets, objects, and the functions that policies use.
--
-- Idempotent. Imitates schema `storage` of supabase/storage (2026-08): same tables and columns, same grants, same
-- public functions. Bytes are on disk, in files named by `version`.

create schema if not exists storage authorization supabase_storage_admin;

create table if not exists storage.buckets (
  id text primary key,
  name text not null,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  owner_id text,
  type text not null default 'STANDARD' check (type in ('STANDARD', 'ANALYTICS', 'VECTOR'))
);
create unique index if not exists bname on storage.buckets (name);

create table if not exists storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets (id),
  name text,
  owner uuid,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  version text,
  owner_id text,
  user_metadata jsonb
);
create unique index if not exists bucketid_objname on storage.objects (bucket_id, name);
create index if not exists name_prefix_search on storage.objects (name text_pattern_ops);

comment on table storage.buckets is 'Places for files; one that is public is readable by everybody.';
comment on table storage.objects is
  'One row per file; its row level security policies decide who may list, read, write and delete.';
comment on column storage.objects.owner is 'Deprecated: owner_id holds the same for every kind of user.';
comment on column storage.objects.version is 'Names the bytes on disk; a new upload of the same name gets another.';

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;

create or replace function storage.foldername(name text) returns text[]
  language sql immutable
  return (string_to_array(name, '/'))[1 : cardinality(string_to_array(name, '/')) - 1];

create or replace function storage.filename(name text) returns text
  language sql immutable
  return split_part(name, '/', -1);

create or replace function storage.extension(name text) returns text
  language sql immutable
  return reverse(split_part(reverse(split_part(name, '/', -1)), '.', 1));

create or replace function storage.operation() returns text
  language sql stable
  return current_setting('storage.operation', true);

-- Names match with or without the prefix `storage.`, because the service itself uses both.
create or replace function storage.allow_any_operation(expected_operations text[]) returns boolean
  language sql stable
  return coalesce(
    regexp_replace(storage.operation(), '^storage\.', '') = any (
      array(select regexp_replace(name, '^storage\.', '') from unnest(expected_operations) as name where name <> '')
    ),
    false
  );

create or replace function storage.allow_only_operation(expected_operation text) returns boolean
  language sql stable
  return storage.allow_any_operation(array[expected_operation]);

comment on function storage.foldername(text) is 'The folders of an object''s name, outermost first.';
comment on function storage.filename(text) is 'The last part of an object''s name.';
comment on function storage.extension(text) is 'What follows the last dot of an object''s name.';
comment on function storage.operation() is 'What the caller is doing, e.g. `storage.object.upload`; for use in policies.';
comment on function storage.allow_any_operation(text[]) is
  'Whether the caller is doing one of these, e.g. `object.upload`; false outside of the Storage API. For use in policies.';
comment on function storage.allow_only_operation(text) is
  'Whether the caller is doing this, e.g. `object.upload`; false outside of the Storage API. For use in policies.';

create or replace function storage.update_updated_at_column() returns trigger
  language plpgsql
as $$
begin
  new.updated_at = now();
  return new;
end $$;

create or replace trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();

create or replace function storage.protect_delete() returns trigger
  language plpgsql
as $$
begin
  if current_setting('storage.allow_delete_query', true) is distinct from 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using hint = 'This prevents accidental data loss from orphaned objects.', errcode = '42501';
  end if;
  return null;
end $$;

comment on function storage.protect_delete() is
  'Refuses to delete rows by SQL, which would leave the bytes, unless `storage.allow_delete_query` is `true`, as the Storage API sets it.';

create or replace trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();
create or replace trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();

select embedded.hand_over('storage', 'supabase_storage_admin');
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
grant execute on all functions in schema storage to anon, authenticated, service_role;
