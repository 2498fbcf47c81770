-- The trash. A document that is erased has deleted_at = '-infinity'.

create function private.trash_kept_for() returns interval language sql immutable set search_path = '' return interval '30 days';
comment on function private.trash_kept_for() is 'How long a deleted document can be restored.';
revoke all on function private.trash_kept_for() from public;

create function private.erase_document(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.erase_comments(p_document);
  delete from public.versions where document_id = p_document;
  delete from public.deleted_versions where document_id = p_document;
  delete from public.erasures where document_id = p_document;
  delete from private.document_search where document_id = p_document;
  delete from private.packed_updates where document_id = p_document;
  delete from public.document_updates where document_id = p_document;
  delete from private.reader_folds where document_id = p_document;
  delete from public.document_snapshots where document_id = p_document;
  delete from public.editing_sessions where document_id = p_document;
  delete from public.members where document_id = p_document and role <> 'owner';
  delete from private.invitations where document_id = p_document;
  delete from private.access_requests where document_id = p_document;
  delete from private.notifications where document_id = p_document;
  delete from private.watches where document_id = p_document;
  delete from private.personal_marks where document_id = p_document;
  update public.documents set deleted_at = '-infinity', title = '' where id = p_document;
end
$$;
comment on function private.erase_document(uuid) is
  'Deletes the text, the comments, the history and the members of a deleted document. Its row stays, so that its id is not used again; its images are removed through the storage API.';
revoke all on function private.erase_document(uuid) from public;

create function private.erase_expired() returns bigint
language sql security definer set search_path = ''
as $$
  select count(private.erase_document(old.id)) from (
    select d.id from public.documents d join public.document_logs l on l.document_id = d.id
    where d.deleted_at < now() - private.trash_kept_for() and d.deleted_at > '-infinity'
    limit 20 for no key update of l skip locked) as old
$$;
comment on function private.erase_expired() is
  'Erases documents that have been in a trash for too long, 20 at most; returns how many.';
revoke all on function private.erase_expired() from public;

create function public.delete_document(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'organize');
  update public.documents set deleted_at = now() where id = p_document;
  perform private.move_lanes(p_document);
  -- Expired documents are erased here too, because a sweep may not be scheduled.
  perform private.erase_expired();
end
$$;
comment on function public.delete_document(uuid) is
  'Moves a document to its owner''s trash: nobody reads or writes it any more, and the lanes move. It can be restored for 30 days, then its text is erased.';
revoke all on function public.delete_document(uuid) from public, anon, service_role;
grant execute on function public.delete_document(uuid) to authenticated;

create function public.trashed_by(p_document uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  me uuid := private.caller();
  document public.documents;
begin
  if private.refusal_of(p_document, me) <> 'gone' then
    perform private.require(p_document, me, 'read');
    return null;
  end if;
  select * into document from public.documents d where d.id = p_document;
  return json_build_object('userId', document.owner_id, 'name', (select p.name from private.person_of(document.owner_id) p),
    'isErased', document.deleted_at <= now() - private.trash_kept_for());
end
$$;
comment on function public.trashed_by(uuid) is
  'For members: who moved the document to the trash, which only its owner can, and whether it is too late to restore it. Null when it is not in the trash: an open page asks until then. To strangers the document does not exist.';
revoke all on function public.trashed_by(uuid) from public, anon, service_role;
grant execute on function public.trashed_by(uuid) to authenticated;

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
