-- A person's list of documents: favourites, folders, when they last opened one, the trash. The tables are private to their
-- person, and read by functions only.

create table private.folders (
  user_id uuid not null references public.profiles (id) on delete cascade,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 80),
  created_at timestamptz not null default now(),
  primary key (user_id, id)
);
comment on table private.folders is
  'Folders in a person''s list of documents. An id is unique for its person only: the same id of another person is another folder.';
alter table private.folders enable row level security;
revoke all on private.folders from anon, authenticated;

create table private.personal_marks (
  user_id uuid not null references public.profiles (id) on delete cascade,
  document_id uuid not null references public.documents (id) on delete cascade,
  favorite boolean not null default false,
  opened_at timestamptz,
  folder_id uuid,
  primary key (user_id, document_id),
  foreign key (user_id, folder_id) references private.folders (user_id, id) on delete set null (folder_id)
);
comment on table private.personal_marks is 'Marks of one person on one document, which only that person sees.';
comment on column private.personal_marks.opened_at is 'When the person last had it open.';
create index personal_marks_document on private.personal_marks (document_id);
create index personal_marks_folder on private.personal_marks (user_id, folder_id);
alter table private.personal_marks enable row level security;
revoke all on private.personal_marks from anon, authenticated;

create function private.mark_opened() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.personal_marks (user_id, document_id, opened_at) values (new.user_id, new.document_id, now())
  on conflict (user_id, document_id) do update set opened_at = excluded.opened_at;
  perform private.arrive(new.document_id, new.user_id);
  return new;
end
$$;
comment on function private.mark_opened() is
  'Trigger: an editing session that is opened, or polls the head, marks the document as opened by its person just now; an invited person has thereby arrived.';
revoke all on function private.mark_opened() from public;
-- Not with each append: an open page polls the head, which sets last_seen_at, every 20 seconds anyway.
create trigger mark_opened after update of last_seen_at on public.editing_sessions for each row
  when (new.user_id is not null and new.last_counter = old.last_counter) execute function private.mark_opened();

create function private.trash_kept_for() returns interval language sql immutable set search_path = '' return interval '30 days';
comment on function private.trash_kept_for() is 'How long a deleted document can be restored.';
revoke all on function private.trash_kept_for() from public;

create function public.list_my_documents() returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(listed order by listed.updated_at desc, listed.id), '[]')
  from (
    select d.id, d.title, m.role, d.owner_id, p.name as owner_name,
      (select count(*)::integer from public.members o where o.document_id = d.id and o.arrived_at is not null and (o.expires_at is null or o.expires_at > now())) as member_count,
      d.created_at, d.updated_at, d.deleted_at, coalesce(k.favorite, false) as favorite, k.opened_at, k.folder_id
    from public.members m
    join public.documents d on d.id = m.document_id
    join public.profiles p on p.id = d.owner_id
    left join private.personal_marks k on k.user_id = m.user_id and k.document_id = d.id
    where m.user_id = private.caller() and (m.expires_at is null or m.expires_at > now())
      and (d.deleted_at is null or m.role = 'owner' and d.deleted_at > now() - private.trash_kept_for())
  ) as listed
$$;
comment on function public.list_my_documents() is
  'Documents of the caller, newest change first, with the caller''s own marks; the owner''s deleted ones too, as long as they can be restored. One value, not rows: the API cuts rows off after a thousand.';
revoke all on function public.list_my_documents() from public, anon, service_role;
grant execute on function public.list_my_documents() to authenticated;

create function private.require_member(p_document uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
begin
  select * into document from public.documents d where d.id = p_document;
  perform private.require_role(document, private.caller(), array['owner', 'editor', 'commenter', 'viewer']);
  perform private.spend(private.caller(), 'organize');
  return private.caller();
end
$$;
comment on function private.require_member(uuid) is
  'The caller, if they are a member of the document. Counts against the rate of organizing.';
revoke all on function private.require_member(uuid) from public;

create function public.set_favorite(p_document uuid, p_favorite boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.personal_marks (user_id, document_id, favorite)
  values (private.require_member(p_document), p_document, coalesce(p_favorite, false))
  on conflict (user_id, document_id) do update set favorite = excluded.favorite;
end
$$;
comment on function public.set_favorite(uuid, boolean) is 'Makes a document a favourite of the caller, or no longer one.';
revoke all on function public.set_favorite(uuid, boolean) from public, anon, service_role;
grant execute on function public.set_favorite(uuid, boolean) to authenticated;

create function public.list_my_folders() returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name) order by f.name, f.id), '[]')
  from private.folders f where f.user_id = private.caller()
$$;
comment on function public.list_my_folders() is 'Folders of the caller.';
revoke all on function public.list_my_folders() from public, anon, service_role;
grant execute on function public.list_my_folders() to authenticated;

create function public.save_folder(p_folder uuid, p_name text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  clean text := private.clean_name(p_name);
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  if p_folder is null or clean is null then perform private.refuse('bad_request', 'name'); end if;
  perform private.spend(private.caller(), 'organize');
  if (select count(*) from private.folders f where f.user_id = private.caller() and f.id <> p_folder) >= 200 then
    perform private.refuse('too_large', 'folders');
  end if;
  insert into private.folders (user_id, id, name) values (private.caller(), p_folder, clean)
  on conflict (user_id, id) do update set name = excluded.name;
end
$$;
comment on function public.save_folder(uuid, text) is
  'Creates or renames a folder of the caller. The caller chooses its id, which makes the call idempotent.';
revoke all on function public.save_folder(uuid, text) from public, anon, service_role;
grant execute on function public.save_folder(uuid, text) to authenticated;

create function public.delete_folder(p_folder uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  perform private.spend(private.caller(), 'organize');
  delete from private.folders where user_id = private.caller() and id = p_folder;
end
$$;
comment on function public.delete_folder(uuid) is 'Deletes a folder of the caller; its documents stay in their list.';
revoke all on function public.delete_folder(uuid) from public, anon, service_role;
grant execute on function public.delete_folder(uuid) to authenticated;

create function public.move_to_folder(p_document uuid, p_folder uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := private.require_member(p_document);
begin
  if p_folder is not null and not exists (select 1 from private.folders f where f.user_id = me and f.id = p_folder) then
    perform private.refuse('not_found');
  end if;
  insert into private.personal_marks (user_id, document_id, folder_id) values (me, p_document, p_folder)
  on conflict (user_id, document_id) do update set folder_id = excluded.folder_id;
end
$$;
comment on function public.move_to_folder(uuid, uuid) is
  'Moves a document into a folder of the caller, in their list only; null takes it out of its folder.';
revoke all on function public.move_to_folder(uuid, uuid) from public, anon, service_role;
grant execute on function public.move_to_folder(uuid, uuid) to authenticated;

-- The trash. A document that is erased has deleted_at = '-infinity'.

create function private.erase_document(p_document uuid) returns void
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
  'Deletes the text, the history and the members of a deleted document. Its row stays, so that its id is not used again; its images are removed through the storage API.';
revoke all on function private.erase_document(uuid) from public;

create function private.erase_expired() returns bigint
language sql security definer set search_path = ''
as $$
  select count(private.erase_document(old.id)) from (
    select d.id from public.documents d
    where d.deleted_at < now() - private.trash_kept_for() and d.deleted_at > '-infinity'
    limit 20 for no key update skip locked) as old
$$;
comment on function private.erase_expired() is
  'Erases documents that have been in a trash for too long, 20 at most; returns how many.';
revoke all on function private.erase_expired() from public;

create function public.delete_document(p_document uuid) returns void
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
  -- Expired documents are erased here too, because a sweep may not be scheduled.
  perform private.erase_expired();
end
$$;
comment on function public.delete_document(uuid) is
  'Moves a document to its owner''s trash: nobody reads or writes it any more, and the lanes move. It can be restored for 30 days, then its text is erased.';
revoke all on function public.delete_document(uuid) from public, anon, service_role;
grant execute on function public.delete_document(uuid) to authenticated;

create function private.lock_trashed(p_document uuid) returns public.documents
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents := private.lock_document(p_document);
begin
  if document.owner_id is distinct from private.caller() or document.deleted_at is null
    or document.deleted_at <= now() - private.trash_kept_for() then
    perform private.refuse('forbidden');
  end if;
  perform private.spend(private.caller(), 'organize');
  return document;
end
$$;
comment on function private.lock_trashed(uuid) is
  'The row of a document in the caller''s trash, locked until commit; refuses with forbidden.';
revoke all on function private.lock_trashed(uuid) from public;

create function public.restore_document(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents := private.lock_trashed(p_document);
begin
  update public.documents set deleted_at = null where id = document.id;
end
$$;
comment on function public.restore_document(uuid) is
  'Takes a document out of the caller''s trash, as it was: text, versions and members.';
revoke all on function public.restore_document(uuid) from public, anon, service_role;
grant execute on function public.restore_document(uuid) to authenticated;

create function public.erase_document(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents := private.lock_trashed(p_document);
begin
  perform private.erase_document(document.id);
end
$$;
comment on function public.erase_document(uuid) is 'Erases a document in the caller''s trash now. This cannot be undone.';
revoke all on function public.erase_document(uuid) from public, anon, service_role;
grant execute on function public.erase_document(uuid) to authenticated;
