-- The owner deletes a version; that it happened stays recorded. The log is not touched.

create table public.deleted_versions (
  id uuid primary key,
  document_id uuid not null references public.documents (id) on delete cascade,
  name text,
  saved_at timestamptz not null,
  deleted_at timestamptz not null default now(),
  deleted_by uuid references public.profiles (id) on delete set null
);
comment on table public.deleted_versions is 'Versions that the owner of a document deleted: that there was one, and who deleted it.';
comment on column public.deleted_versions.id is 'The id that the version had.';
comment on column public.deleted_versions.saved_at is 'The moment of the state that the version was.';
create index deleted_versions_document on public.deleted_versions (document_id);
create index deleted_versions_person on public.deleted_versions (deleted_by);

alter table public.deleted_versions enable row level security;
revoke all on public.deleted_versions from anon, authenticated;
grant select on public.deleted_versions to authenticated;
grant select on public.deleted_versions to service_role;
create policy deleted_versions_of_documents_that_i_edit on public.deleted_versions for select to authenticated
  using (document_id in (select private.my_editable_documents()));

create function public.delete_version(p_document uuid, p_version uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  version public.versions;
begin
  document := private.lock_document(p_document);
  perform private.require_role(document, private.caller(), array['owner']);
  perform private.spend(private.caller(), 'save_version');
  select * into version from public.versions v where v.id = p_version and v.document_id = p_document;
  if version.id is null then perform private.refuse('not_found'); end if;
  -- The newest stretch is the text as it is now.
  if version.from_seq is not null and version.seq = document.head_seq then perform private.refuse('bad_request', 'version'); end if;
  insert into public.deleted_versions (id, document_id, name, saved_at, deleted_by)
  values (version.id, p_document, version.name, coalesce(version.ended_at, version.created_at), private.caller());
  delete from public.versions where id = version.id;
end
$$;
comment on function public.delete_version(uuid, uuid) is
  'Deletes a version; for the owner. It can no longer be opened, compared or restored; deleted_versions says that it was there. The log stays, and with it what was written. Refused as bad_request: the newest stretch of work.';
revoke all on function public.delete_version(uuid, uuid) from public, anon, service_role;
grant execute on function public.delete_version(uuid, uuid) to authenticated;

create or replace function private.erase_document(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.versions where document_id = p_document;
  delete from public.deleted_versions where document_id = p_document;
  delete from private.packed_updates where document_id = p_document;
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
