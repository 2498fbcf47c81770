-- Reading the history: the state at any row of the log, and the rows themselves.

create function private.state_at(p_document uuid, p_seq bigint) returns bytea[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  base bigint;
  snapshot bytea;
  found_rows bigint;
  rows bytea[];
begin
  select s.seq, s.bytes into base, snapshot from public.document_snapshots s
  where s.document_id = p_document and s.seq <= p_seq order by s.seq desc limit 1;
  select count(*), coalesce(array_agg(l.bytes order by l.seq) filter (where not l.is_quarantined), '{}') into found_rows, rows
  from private.read_log(p_document, coalesce(base, 0), p_seq) l;
  if found_rows <> p_seq - coalesce(base, 0) then perform private.refuse('internal', 'the log has a hole'); end if;
  return case when snapshot is null then rows else array_prepend(snapshot, rows) end;
end
$$;
comment on function private.state_at(uuid, bigint) is 'The Yjs updates that make up the document at p_seq, in order.';
revoke all on function private.state_at(uuid, bigint) from public;

create or replace function public.read_version(p_actor uuid, p_auth_session uuid, p_document uuid, p_version uuid) returns public."application/octet-stream"
language plpgsql stable security definer set search_path = ''
as $$
declare
  document public.documents;
  version public.versions;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into document from public.documents d where d.id = p_document;
  perform private.require_role(document, p_actor, array['owner', 'editor', 'commenter', 'viewer']);
  select * into version from public.versions v where v.id = p_version and v.document_id = p_document;
  if version.id is null or not private.shows_version(p_document, p_actor, version.kind, version.name, coalesce(version.ended_at, version.created_at)) then
    perform private.refuse('not_found');
  end if;
  return private.frame(json_build_object('versionId', version.id, 'seq', version.seq), private.state_at(p_document, version.seq));
end
$$;

create function public.read_state(p_actor uuid, p_auth_session uuid, p_document uuid, p_seq bigint) returns public."application/octet-stream"
language plpgsql stable security definer set search_path = ''
as $$
declare
  document public.documents;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into document from public.documents d where d.id = p_document;
  perform private.require_role(document, p_actor, array['owner', 'editor']);
  if p_seq not between 1 and document.head_seq then perform private.refuse('bad_request', 'seq'); end if;
  return private.frame(json_build_object('seq', p_seq), private.state_at(p_document, p_seq));
end
$$;
comment on function public.read_state(uuid, uuid, uuid, bigint) is
  'The document at any row of the log, for its owner and editors: a frame whose parts are Yjs updates, in order.';
revoke all on function public.read_state(uuid, uuid, uuid, bigint) from public, anon, authenticated;
grant execute on function public.read_state(uuid, uuid, uuid, bigint) to service_role;

create function public.read_restored(p_actor uuid, p_auth_session uuid, p_document uuid, p_backup uuid) returns public."application/octet-stream"
language plpgsql stable security definer set search_path = ''
as $$
declare
  document public.documents;
  backup public.versions;
  restored bytea[];
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into document from public.documents d where d.id = p_document;
  perform private.require_role(document, p_actor, array['owner', 'editor']);
  select * into backup from public.versions v
  where v.id = p_backup and v.document_id = p_document and v.restore_session_id is not null;
  if backup.id is null then perform private.refuse('not_found'); end if;
  select coalesce(array_agg(l.bytes order by l.seq), '{}') into restored
  from private.read_log(p_document, backup.seq, document.head_seq) l where l.session_id = backup.restore_session_id;
  return private.frame(json_build_object('seq', backup.seq), private.state_at(p_document, backup.seq) || restored);
end
$$;
comment on function public.read_restored(uuid, uuid, uuid, uuid) is
  'The document as a restore made it, for its owner and editors: the version p_backup saved before it, and what the restore changed, without what others logged in between. A frame whose parts are Yjs updates. Refused as not_found: a version that was not saved before a restore.';
revoke all on function public.read_restored(uuid, uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.read_restored(uuid, uuid, uuid, uuid) to service_role;

create function public.restored_at(p_document uuid, p_client_id bigint) returns json
language sql stable security definer set search_path = ''
as $$
  select json_build_object('head', (
    select max(l.seq) from public.versions v, private.read_log(p_document, v.seq, d.head_seq) l
    where v.document_id = p_document and v.restore_session_id = s.id and l.session_id = s.id
      and public.taken_back_at(p_document, v.id) is null))
  from public.editing_sessions s join public.documents d on d.id = s.document_id
  where s.document_id = p_document and s.generation = d.generation and s.client_id = p_client_id
$$;
comment on function public.restored_at(uuid, bigint) is
  'Whether a restore was written under a Yjs client id: its head if it is still in effect, null as head if it was undone or the id is that of another session; null if the id is free.';
revoke all on function public.restored_at(uuid, bigint) from public, anon, authenticated;
grant execute on function public.restored_at(uuid, bigint) to service_role;

create function public.read_log(p_actor uuid, p_auth_session uuid, p_document uuid, p_after bigint, p_until bigint)
returns public."application/octet-stream"
language plpgsql stable security definer set search_path = ''
as $$
declare
  document public.documents;
  first_after bigint;
  header json;
  updates bytea[];
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into document from public.documents d where d.id = p_document;
  perform private.require_role(document, p_actor, array['owner', 'editor']);
  -- The log of an old document may begin later.
  select greatest(p_after, least((select min(p.first_seq) from private.packed_updates p where p.document_id = p_document),
    (select min(u.seq) from public.document_updates u where u.document_id = p_document)) - 1) into first_after;
  with rows as (
    select l.*, sum(octet_length(l.bytes)) over (order by l.seq) as size, row_number() over (order by l.seq) as place
    from private.read_log(p_document, first_after, least(p_until, first_after + 5000)) l
  ), page as (
    select * from rows where place = 1 or size <= 1048576
  )
  select
    json_build_object('from', min(p.seq), 'until', max(p.seq), 'rows', coalesce(
      json_agg(json_build_array(p.seq, s.client_id, round(extract(epoch from p.logged_at) * 1000)) order by p.seq)
        filter (where not p.is_quarantined), '[]')),
    coalesce(array_agg(p.bytes order by p.seq) filter (where not p.is_quarantined), '{}')
  into header, updates
  from page p left join public.editing_sessions s on s.id = p.session_id;
  return private.frame(header, updates);
end
$$;
comment on function public.read_log(uuid, uuid, uuid, bigint, bigint) is
  'Rows of the log after one seq up to another, for the owner and editors: a frame whose header has, for each part, its seq, the Yjs client id of the editing session that wrote it (null when unknown), and the time in milliseconds. Returns one page: 5,000 rows or 1 MB, ending at until; from is larger than p_after + 1 where the log begins later, both are null for nothing. Rows that clients refuse are left out.';
revoke all on function public.read_log(uuid, uuid, uuid, bigint, bigint) from public, anon, authenticated;
grant execute on function public.read_log(uuid, uuid, uuid, bigint, bigint) to service_role;

-- Since you were here: what others have changed while a person was away.

alter table private.personal_marks
  add column seen_seq bigint,
  add column left_seq bigint,
  add column left_at timestamptz;
comment on column private.personal_marks.seen_seq is 'Head of the log when the person last had the document open.';
comment on column private.personal_marks.left_seq is 'seen_seq before the last absence; null when what others changed then is read.';
comment on column private.personal_marks.left_at is 'opened_at before the last absence.';

create or replace function private.mark_opened() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  head bigint := (select d.head_seq from public.documents d where d.id = new.document_id);
begin
  insert into private.personal_marks as m (user_id, document_id, opened_at, seen_seq) values (new.user_id, new.document_id, now(), head)
  on conflict (user_id, document_id) do update set opened_at = excluded.opened_at, seen_seq = excluded.seen_seq,
    left_seq = case when m.opened_at < now() - interval '10 minutes' then m.seen_seq else m.left_seq end,
    left_at = case when m.opened_at < now() - interval '10 minutes' then m.opened_at else m.left_at end;
  perform private.arrive(new.document_id, new.user_id);
  return new;
end
$$;
comment on function private.mark_opened() is
  'Trigger: an editing session that is opened, or polls the head, marks the document as opened and seen by its person just now; an invited person has thereby arrived. After ten minutes without this the person has been away.';

create function public.changes_while_away(p_document uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  document public.documents;
  me uuid := private.caller();
  mark private.personal_marks;
  people json;
begin
  select * into document from public.documents d where d.id = p_document;
  perform private.require_role(document, me, array['owner', 'editor']);
  select * into mark from private.personal_marks m where m.user_id = me and m.document_id = p_document;
  if mark.left_seq is null or mark.left_seq >= document.head_seq then return null; end if;
  select json_agg(p.name order by p.name nulls last) into people
  from (
    select distinct s.user_id from public.document_updates u join public.editing_sessions s on s.id = u.session_id
    where u.document_id = p_document and u.seq > mark.left_seq and s.user_id is distinct from me
  ) others left join public.profiles p on p.id = others.user_id;
  return case when people is not null then json_build_object('seq', mark.left_seq, 'leftAt', mark.left_at, 'people', people) end;
end
$$;
comment on function public.changes_while_away(uuid) is
  'For the owner and editors: the seq up to which the caller had seen the document before being away, since when, and who else has changed it since (null in the list for an account that is gone). Null when nobody has, or when it is marked as read.';
revoke all on function public.changes_while_away(uuid) from public, anon, service_role;
grant execute on function public.changes_while_away(uuid) to authenticated;

create function public.mark_as_read(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := private.require_member(p_document);
begin
  update private.personal_marks set left_seq = null, left_at = null where user_id = me and document_id = p_document;
end
$$;
comment on function public.mark_as_read(uuid) is 'The caller has read what others changed while the caller was away.';
revoke all on function public.mark_as_read(uuid) from public, anon, service_role;
grant execute on function public.mark_as_read(uuid) to authenticated;

-- What readers see of the history is the owner's choice.

alter table public.documents add column readers_see_all boolean not null default false;
comment on column public.documents.readers_see_all is
  'Whether viewers and commenters see every version since they got access, or only those that somebody named, saved or replaced by a restore.';
grant select (readers_see_all) on public.documents to authenticated;

create or replace function private.shows_version(p_document uuid, p_user uuid, p_kind text, p_name text, p_at timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.members m join public.documents d on d.id = m.document_id
    where m.document_id = p_document and m.user_id = p_user and d.deleted_at is null and (m.expires_at is null or m.expires_at > now())
      and (m.role in ('owner', 'editor')
        or (d.readers_see_all or p_kind in ('named', 'before_restore') or p_name is not null) and p_at >= m.created_at))
$$;
comment on function private.shows_version(uuid, uuid, text, text, timestamptz) is
  'Whether a person sees a version whose state is that of p_at: owners and editors see all; others, since they got access, those that somebody saved, named or replaced by a restore, or all if the owner wants that. Texts that they could read then.';

create function public.set_readers_see_all(p_document uuid, p_all boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
begin
  document := private.lock_document(p_document);
  perform private.require_role(document, private.caller(), array['owner']);
  perform private.spend(private.caller(), 'share');
  update public.documents set readers_see_all = coalesce(p_all, false) where id = p_document;
end
$$;
comment on function public.set_readers_see_all(uuid, boolean) is 'The owner chooses whether readers see every version since they got access.';
revoke all on function public.set_readers_see_all(uuid, boolean) from public, anon, service_role;
grant execute on function public.set_readers_see_all(uuid, boolean) to authenticated;
