-- The version that a restore saves first tells which version was restored, and by which editing session: others are
-- told, and the restore can be taken back once.

alter table public.versions
  add column restored_version_id uuid references public.versions (id) on delete set null,
  add column restore_session_id uuid references public.editing_sessions (id) on delete set null;
create index versions_restored on public.versions (restored_version_id);
create index versions_restore_session on public.versions (restore_session_id);
comment on column public.versions.restored_version_id is 'Of a version saved before a restore: the version that was restored.';
comment on column public.versions.restore_session_id is 'Of a version saved before a restore: the editing session that the restore was written under.';

create function public.name_restore(p_document uuid, p_session uuid, p_backup uuid, p_version uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.versions v set restored_version_id = p_version, restore_session_id = p_session
  from public.documents d
  where d.id = p_document and d.restore_session_id = p_session
    and v.id = p_backup and v.document_id = p_document and v.kind = 'before_restore'
$$;
comment on function public.name_restore(uuid, uuid, uuid, uuid) is
  'Notes in the version saved before a restore what is restored. Needs the restore lease.';
revoke all on function public.name_restore(uuid, uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.name_restore(uuid, uuid, uuid, uuid) to service_role;

create function public.taken_back_at(p_document uuid, p_backup uuid) returns bigint
language sql stable security definer set search_path = ''
as $$
  -- A restore that failed has written no row.
  select max(u.seq) from public.versions v join public.document_updates u on u.session_id = v.restore_session_id
  where v.document_id = p_document and v.restored_version_id = p_backup and u.document_id = p_document
$$;
comment on function public.taken_back_at(uuid, uuid) is
  'The newest seq at which a version that was saved before a restore was restored; null when it never was. Asked under the restore lease.';
revoke all on function public.taken_back_at(uuid, uuid) from public, anon, authenticated;
grant execute on function public.taken_back_at(uuid, uuid) to service_role;
