-- Files of what is erased. A row of storage.objects that is deleted by SQL would leave its file, and hosted projects
-- refuse it: the database says what belongs to nothing any more, an edge function removes it through the storage API,
-- and what could not be removed is said again.

create table private.left_folders (
  bucket_id text not null,
  folder uuid not null,
  since timestamptz not null default now(),
  primary key (bucket_id, folder)
);
comment on table private.left_folders is
  'Folders in storage whose document was erased, or whose person has gone. Kept for a day after: an upload may still have been on its way.';
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
comment on function private.leave_folder() is 'Trigger: the folder of this row in a bucket belongs to nothing any more.';
revoke all on function private.leave_folder() from public;
create trigger leave_images_of_deleted after delete on public.documents for each row
  execute function private.leave_folder('document-images');
create trigger leave_images_of_erased after update of deleted_at on public.documents for each row
  when (new.deleted_at = '-infinity') execute function private.leave_folder('document-images');
create trigger leave_avatars after delete on public.profiles for each row execute function private.leave_folder('avatars');

-- What was erased before somebody kept count.
insert into private.left_folders (bucket_id, folder)
select 'document-images', d.id from public.documents d where d.deleted_at = '-infinity'
union
select o.bucket_id, substring(o.name from '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})/')::uuid
from storage.objects o
where o.bucket_id in ('document-images', 'avatars') and o.name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/'
  and not exists (select 1 from public.documents d where o.bucket_id = 'document-images' and o.name ^@ (d.id || '/'))
  and not exists (select 1 from public.profiles p where o.bucket_id = 'avatars' and o.name ^@ (p.id || '/'));

create or replace function private.erase_document(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.document_updates where document_id = p_document;
  delete from public.document_snapshots where document_id = p_document;
  delete from public.editing_sessions where document_id = p_document;
  delete from public.members where document_id = p_document and role <> 'owner';
  delete from private.invitations where document_id = p_document;
  delete from private.access_requests where document_id = p_document;
  delete from private.personal_marks where document_id = p_document;
  update public.documents set deleted_at = '-infinity', title = '' where id = p_document;
end
$$;
comment on function private.erase_document(uuid) is
  'Takes the words of a deleted document out of the database, and who was to read them. Its row stays, so that its id is not used again; its images are removed through the storage API.';

create index documents_in_trash on public.documents (deleted_at) where deleted_at > '-infinity';

create function private.erase_expired() returns void
language sql security definer set search_path = ''
as $$
  select private.erase_document(old.id) from (
    select d.id from public.documents d
    where d.deleted_at < now() - private.trash_kept_for() and d.deleted_at > '-infinity'
    limit 20 for no key update skip locked) as old
$$;
comment on function private.erase_expired() is 'Erases some of the documents that have been in a trash for too long.';
revoke all on function private.erase_expired() from public;

create or replace function public.delete_document(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
begin
  document := private.lock_document(p_document);
  perform private.require_role(document, private.caller(), array['owner']);
  perform private.spend(private.caller(), 'organize');
  update public.documents set deleted_at = now() where id = p_document;
  perform private.move_lanes(document);
  -- Whoever deletes cleans up after those who deleted long ago.
  perform private.erase_expired();
end
$$;

create function public.list_left_files() returns json
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.erase_expired();
  -- Only of what is gone now, whatever was noted: an image that is lost is lost for good.
  delete from private.left_folders f
  where exists (select 1 from public.documents d where d.id = f.folder and d.deleted_at is distinct from '-infinity')
    or exists (select 1 from public.profiles p where p.id = f.folder)
    -- Not `^@`, which finds no index for a prefix that is not known beforehand; '0' comes after '/'.
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
  'Erases what has been in a trash for too long, and tells the files that belong to nothing any more, by their bucket, at most a thousand. They are removed through the storage API; those that could not be are told again.';
revoke all on function public.list_left_files() from public, anon, authenticated;
grant execute on function public.list_left_files() to service_role;

drop function public.delete_account(uuid, uuid);
create function public.delete_account(p_actor uuid, p_auth_session uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  heir uuid;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  -- In the order of their ids, so that two who go at once do not wait for each other.
  for document in
    select d.* from public.documents d
    where d.id in (select m.document_id from public.members m where m.user_id = p_actor)
    order by d.id for no key update
  loop
    if document.owner_id = p_actor then heir := private.heir_of(document.id, p_actor); end if;
    if document.owner_id <> p_actor or heir is not null then
      delete from public.members m where m.document_id = document.id and m.user_id = p_actor;
      if document.owner_id = p_actor then
        update public.members m set role = 'owner' where m.document_id = document.id and m.user_id = heir;
        update public.documents d set owner_id = heir where d.id = document.id;
      end if;
      perform private.move_lanes(document);
    end if;
  end loop;
  delete from public.documents d where d.owner_id = p_actor;
  delete from auth.users u where u.id = p_actor;
end
$$;
comment on function public.delete_account(uuid, uuid) is
  'Hands over the documents that others are in, deletes the rest and the account. What the person wrote stays, without a name.';
revoke all on function public.delete_account(uuid, uuid) from public, anon, authenticated;
grant execute on function public.delete_account(uuid, uuid) to service_role;
