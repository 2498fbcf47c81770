-- The log of each document: its head, its weight, its access. The documents themselves belong to the host. It inserts a row
-- here for each document, and defines the functions of host.sql, which are called by name.

create table public.document_logs (
  document_id uuid primary key,
  generation integer not null default 1 check (generation > 0),
  epoch integer not null default 1 check (epoch > 0),
  schema_major integer not null default 1 check (schema_major > 0),
  head_seq bigint not null default 0 check (head_seq >= 0),
  snapshot_seq bigint not null default 0 check (snapshot_seq between 0 and head_seq),
  log_start_seq bigint not null default 0 check (log_start_seq between 0 and snapshot_seq),
  size_bytes bigint not null default 0 check (size_bytes >= 0),
  snapshot_weight bigint not null default 0 check (snapshot_weight >= 0),
  told_seq bigint not null default 0 check (told_seq >= 0),
  told_until timestamptz not null default '-infinity',
  restore_session_id uuid,
  restore_until timestamptz,
  changed_at timestamptz not null default now(),
  erased_seq bigint not null default 0 check (erased_seq >= 0),
  check ((restore_session_id is null) = (restore_until is null))
);
comment on table public.document_logs is 'One row for each document: the state of its log. Its updates are in document_updates.';
comment on column public.document_logs.generation is 'Raised when the history of the text is rebuilt; updates of another generation are refused.';
comment on column public.document_logs.epoch is 'Part of the lanes'' topics; raised whenever somebody loses a right, which closes the old lanes to newcomers.';
comment on column public.document_logs.schema_major is 'Clients with an older document schema may not write.';
comment on column public.document_logs.head_seq is 'Seq of the newest update; seqs are contiguous from 1.';
comment on column public.document_logs.snapshot_seq is 'Seq of the snapshot that loading starts from; 0 is none.';
comment on column public.document_logs.log_start_seq is 'Updates up to here have been pruned from the log.';
comment on column public.document_logs.size_bytes is
  'Size that counts against the limit: the weight of the snapshot that loading starts from, plus the bytes of every later update.';
comment on column public.document_logs.snapshot_weight is
  'Weight of the snapshot that loading starts from, as weigh() in _shared/contract/limits.ts computes it.';
comment on column public.document_logs.told_seq is
  'The head that was last announced on the ctl lane; the next announcement names the rows after it.';
comment on column public.document_logs.told_until is
  'Limits announcements of the head: each moves it by a second, from now or from where it is, and it is at most five seconds ahead. One a second, five in a row.';
comment on column public.document_logs.restore_session_id is 'Editing session of the restore that holds the lease, until restore_until.';
comment on column public.document_logs.changed_at is 'When the newest update was logged.';
comment on column public.document_logs.erased_seq is
  'Rows up to here may have been rewritten because their text was erased: loading from before starts from the snapshot. 0 is none.';

alter table public.document_logs enable row level security;
revoke all on public.document_logs from anon, authenticated;
grant select on public.document_logs to service_role;

-- Rights follow from the role that the host gives. A role that is not listed may read.

-- Without a search_path of its own, so that policies can inline it.
create function private.may(p_role text, p_right text) returns boolean language sql immutable
return case p_right
  when 'own' then p_role = 'owner'
  when 'write' then p_role in ('owner', 'editor')
  when 'comment' then p_role in ('owner', 'editor', 'commenter')
  when 'read' then p_role is not null
end;
comment on function private.may(text, text) is
  'Whether a role has a right: read, comment, write or own. The same as _shared/contract/roles.ts.';
revoke all on function private.may(text, text) from public;
grant execute on function private.may(text, text) to authenticated;

create function private.require(p_document uuid, p_user uuid, p_right text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  found_role text := private.role_of(p_document, p_user);
begin
  if p_user is null then perform private.refuse('unauthenticated'); end if;
  if found_role is null then perform private.refuse(private.refusal_of(p_document, p_user)); end if;
  if not private.may(found_role, p_right) then perform private.refuse('forbidden'); end if;
  return found_role;
end
$$;
comment on function private.require(uuid, uuid, text) is
  'The person''s role in the document if it has the right. Otherwise refuses: with unauthenticated (p_user is null), with what the host''s refusal_of says where there is no role, or with forbidden.';
revoke all on function private.require(uuid, uuid, text) from public;

-- Every function locks the log before it takes tokens from a person's bucket. The other way round, two requests of one person
-- about one document deadlock.
create function private.lock_log(p_document uuid) returns public.document_logs
language plpgsql security definer set search_path = ''
as $$
declare
  found_row public.document_logs;
begin
  -- NO KEY: rows that refer to the log can still be written.
  select * into found_row from public.document_logs where document_id = p_document for no key update;
  return found_row;
end
$$;
comment on function private.lock_log(uuid) is 'The row of a document''s log, locked until commit; all null when there is none.';
revoke all on function private.lock_log(uuid) from public;
