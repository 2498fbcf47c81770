-- Readers (viewers, commenters, visitors by link) receive states that were folded on the server, without the text that was
-- deleted: docs/decisions/0043. Rows of the log and snapshots are for the owner and editors.

-- Half a fold a second for each reader. Opening thirty documents at once is no reason to refuse.
insert into private.rate_limits (action, per_second, burst) values ('read_folded', 0.5, 60);

create unlogged table private.reader_folds (
  document_id uuid primary key references public.documents (id) on delete cascade,
  generation integer not null,
  seq bigint not null,
  bytes bytea not null,
  made_at timestamptz not null,
  turn_until timestamptz not null
);
comment on table private.reader_folds is
  'The newest fold that readers were sent, kept for a minute, and whose turn it is to make the next: one at a time for each document. Folds are large and can be made again, so they are not written to the write-ahead log.';
comment on column private.reader_folds.turn_until is 'Until when a caller makes the next fold; the turn of one that failed ends by itself.';
create index reader_folds_age on private.reader_folds (made_at);
alter table private.reader_folds alter column bytes set storage external;
alter table private.reader_folds enable row level security;
revoke all on private.reader_folds from anon, authenticated;

create function private.describe_log(p_document public.documents, p_role text, p_seq bigint) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('role', p_role, 'generation', p_document.generation, 'epoch', p_document.epoch,
    'schema', p_document.schema_major, 'head', p_seq, 'chain', private.chain_of(p_document.id, p_seq),
    'snapshotSeq', null, 'rows', '[]'::jsonb)
$$;
comment on function private.describe_log(public.documents, text, bigint) is
  'The header of a loaded document whose log is read up to a seq, without snapshot and rows.';
revoke all on function private.describe_log(public.documents, text, bigint) from public;

create or replace function public.load_document(p_actor uuid, p_auth_session uuid, p_document uuid, p_after bigint) returns public."application/octet-stream"
-- STABLE: all statements read the same snapshot of the database.
language plpgsql stable security definer set search_path = ''
as $$
declare
  document public.documents;
  actor_role text;
  after bigint := p_after;
  snapshot bytea;
  rows json;
  parts bytea[];
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into document from public.documents d where d.id = p_document;
  actor_role := private.require_role(document, p_actor, array['owner', 'editor', 'commenter', 'viewer']);
  if actor_role not in ('owner', 'editor') then
    return private.frame(private.describe_log(document, actor_role, document.head_seq)::json, '{}');
  end if;
  if after is null or after < document.log_start_seq then
    after := document.snapshot_seq;
    select s.bytes into snapshot from public.document_snapshots s where s.document_id = p_document and s.seq = after;
  end if;
  select coalesce(json_agg(json_build_array(u.seq, u.session_id, u.counter, u.kind) order by u.seq), '[]'),
    coalesce(array_agg(u.bytes order by u.seq), '{}')
  into rows, parts
  from public.document_updates u where u.document_id = p_document and u.seq > after;
  return private.frame(
    (private.describe_log(document, actor_role, document.head_seq)
      || jsonb_build_object('snapshotSeq', case when snapshot is null then null else after end, 'rows', rows))::json,
    case when snapshot is null then parts else array_prepend(snapshot, parts) end);
end
$$;
comment on function public.load_document(uuid, uuid, uuid, bigint) is
  'For the owner and editors: all updates after p_after, or the newest snapshot and all updates after it when p_after is null or already pruned, as one frame. For readers only its header: their state comes from load_for_reader.';

create function private.name_latest(p_document uuid, p_after bigint, p_seq bigint) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_array(l.seq, l.session_id, least(l.counter, private.acked_up_to(s.last_counter, s.passed_over)), l.kind)
    order by l.seq), '[]')
  from (
    select distinct on (u.session_id) u.seq, u.session_id, u.counter, u.kind
    from public.document_updates u
    where u.document_id = p_document and u.seq > p_after and u.seq <= p_seq and u.session_id is not null
    order by u.session_id, u.counter desc
  ) l join public.editing_sessions s on s.id = l.session_id
$$;
comment on function private.name_latest(uuid, bigint, bigint) is
  'Of each session with rows after one seq up to another, the row with the highest counter: seq, session, the counter up to which the log has all updates of the session, kind.';
revoke all on function private.name_latest(uuid, bigint, bigint) from public;

create function public.load_for_reader(p_actor uuid, p_auth_session uuid, p_document uuid, p_after bigint, p_wanted bigint)
returns public."application/octet-stream"
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  actor_role text;
  kept private.reader_folds;
  base bigint;
  snapshot bytea;
  rows bytea[];
  header jsonb;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into document from public.documents d where d.id = p_document;
  actor_role := private.require_role(document, p_actor, array['owner', 'editor', 'commenter', 'viewer']);
  if p_after >= document.head_seq then
    return private.frame((private.describe_log(document, actor_role, document.head_seq) || '{"state": "complete"}')::json, '{}');
  end if;
  -- A caller that waits asks again, for what it wanted at first.
  if p_wanted is null then perform private.spend(p_actor, 'read_folded'); end if;
  select * into kept from private.reader_folds f
  where f.document_id = p_document and f.generation = document.generation and f.seq >= coalesce(p_wanted, document.head_seq)
    and f.seq <= document.head_seq and f.made_at > now() - interval '1 minute';
  if found then
    header := private.describe_log(document, actor_role, kept.seq)
      || jsonb_build_object('state', 'kept', 'snapshotSeq', kept.seq, 'latest', private.name_latest(p_document, p_after, kept.seq));
    return private.frame(header::json, array[kept.bytes]);
  end if;
  header := private.describe_log(document, actor_role, document.head_seq);
  insert into private.reader_folds as f (document_id, generation, seq, bytes, made_at, turn_until)
  values (p_document, document.generation, 0, '', '-infinity', now() + interval '5 seconds')
  on conflict (document_id) do update set turn_until = excluded.turn_until where f.turn_until < now();
  if not found then return private.frame((header || jsonb_build_object('state', 'busy', 'latest', null))::json, '{}'); end if;
  select s.seq, s.bytes into base, snapshot from public.document_snapshots s
  where s.document_id = p_document and s.seq <= document.snapshot_seq order by s.seq desc limit 1;
  select coalesce(array_agg(u.bytes order by u.seq), '{}') into rows
  from public.document_updates u where u.document_id = p_document and u.seq > coalesce(base, 0) and u.seq <= document.head_seq;
  return private.frame(
    (header || jsonb_build_object('state', 'turn', 'snapshotSeq', base,
      'latest', private.name_latest(p_document, p_after, document.head_seq)))::json,
    case when base is null then rows else array_prepend(snapshot, rows) end);
end
$$;
comment on function public.load_for_reader(uuid, uuid, uuid, bigint, bigint) is
  'A document for a reader, as a frame whose header has a state. kept: the fold at the head, or at p_wanted or later, that another reader caused less than a minute ago. turn: the newest snapshot and the rows after it, of which the caller is to make the fold within five seconds, and hand it to keep_reader_fold. busy: nothing, because another caller has the turn. complete: nothing, because there is nothing after p_after. latest names the newest row of each session after p_after.';
revoke all on function public.load_for_reader(uuid, uuid, uuid, bigint, bigint) from public, anon, authenticated;
grant execute on function public.load_for_reader(uuid, uuid, uuid, bigint, bigint) to service_role;

create function public.load_for_member(p_actor uuid, p_auth_session uuid, p_document uuid, p_after bigint) returns public."application/octet-stream"
language plpgsql security definer set search_path = ''
as $$
begin
  if private.role_of(p_document, p_actor) in ('owner', 'editor') then
    return public.load_document(p_actor, p_auth_session, p_document, p_after);
  end if;
  return public.load_for_reader(p_actor, p_auth_session, p_document, p_after, null);
end
$$;
comment on function public.load_for_member(uuid, uuid, uuid, bigint) is
  'load_document for the owner and editors, load_for_reader for others: one call, because the function does not know the role before.';
revoke all on function public.load_for_member(uuid, uuid, uuid, bigint) from public, anon, authenticated;
grant execute on function public.load_for_member(uuid, uuid, uuid, bigint) to service_role;

create function public.keep_reader_fold(p_document uuid, p_generation integer, p_seq bigint, p_bytes bytea) returns void
language sql security definer set search_path = ''
as $$
  delete from private.reader_folds where made_at < now() - interval '1 minute' and turn_until < now();
  update private.reader_folds set generation = p_generation, seq = p_seq, bytes = p_bytes, made_at = now(), turn_until = '-infinity'
  where document_id = p_document;
$$;
comment on function public.keep_reader_fold(uuid, integer, bigint, bytea) is
  'Keeps a fold for the readers of the next minute, and ends the turn that load_for_reader gave.';
revoke all on function public.keep_reader_fold(uuid, integer, bigint, bytea) from public, anon, authenticated;
grant execute on function public.keep_reader_fold(uuid, integer, bigint, bytea) to service_role;

create or replace function private.erase_document(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.versions where document_id = p_document;
  delete from public.deleted_versions where document_id = p_document;
  delete from private.packed_updates where document_id = p_document;
  delete from public.document_updates where document_id = p_document;
  delete from private.reader_folds where document_id = p_document;
  delete from public.document_snapshots where document_id = p_document;
  delete from public.editing_sessions where document_id = p_document;
  delete from public.members where document_id = p_document and role <> 'owner';
  delete from private.invitations where document_id = p_document;
  delete from private.access_requests where document_id = p_document;
  delete from private.personal_marks where document_id = p_document;
  update public.documents set deleted_at = '-infinity', title = '' where id = p_document;
end
$$;

create or replace function public.save_snapshot(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_generation integer, p_base bigint, p_seq bigint, p_bytes bytea, p_digest text,
  p_kind text default null, p_name text default null, p_note text default null, p_poison bigint[] default '{}', p_weight bigint default 0
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  version_id uuid;
  advanced boolean;
  weight bigint;
begin
  document := private.lock_document(p_document);
  perform private.require_sign_in(p_actor, p_auth_session);
  -- A reader's request may find a log that is long overdue for folding.
  perform private.require_role(document, p_actor,
    case when p_kind is null then array['owner', 'editor', 'commenter', 'viewer'] else array['owner', 'editor'] end);
  -- A version saved before a restore counts as part of the restore.
  if p_kind is distinct from 'before_restore' then
    perform private.spend(p_actor, case when p_kind is null then 'fold' else 'save_version' end);
  end if;
  if document.generation <> p_generation then perform private.refuse('generation_mismatch'); end if;
  if p_seq < 1 or p_seq > document.head_seq then perform private.refuse('bad_request', 'seq'); end if;
  -- Every client rejects these rows. Without the session their author can add no more of the kind.
  with quarantined as (
    update public.document_updates set quarantined_at = now()
    where document_id = p_document and seq = any (p_poison) and quarantined_at is null
    returning session_id
  )
  update public.editing_sessions set revoked_at = now()
  where id in (select session_id from quarantined) and revoked_at is null;
  advanced := document.snapshot_seq = p_base and p_seq > p_base;
  if advanced or p_kind is not null then
    insert into public.document_snapshots (document_id, seq, generation, sha256, bytes, digest, since_checkpoint)
    values (p_document, p_seq, p_generation, sha256(p_bytes), p_bytes, p_digest, private.since_checkpoint(p_document, p_seq))
    on conflict (document_id, seq) do nothing;
  end if;
  if advanced then
    weight := greatest(octet_length(p_bytes), p_weight);
    update public.documents set snapshot_seq = p_seq, snapshot_weight = weight, size_bytes = weight + coalesce(
      (select sum(octet_length(u.bytes)) from public.document_updates u where u.document_id = p_document and u.seq > p_seq), 0)
    where id = p_document;
    -- The base before stays, in case this one is damaged; of older snapshots only the checkpoints.
    delete from public.document_snapshots s where s.document_id = p_document and s.seq < p_base and not s.is_checkpoint;
    perform private.pack_updates(p_document);
  end if;
  delete from private.folds f where f.document_id = p_document;
  if p_kind is not null then
    insert into public.versions (document_id, seq, kind, name, note, created_by)
    values (p_document, p_seq, p_kind, nullif(p_name, ''), nullif(p_note, ''), p_actor)
    returning id into version_id;
  end if;
  return json_build_object('seq', p_seq, 'versionId', version_id, 'advanced', advanced);
end
$$;

create or replace function public.read_version(p_actor uuid, p_auth_session uuid, p_document uuid, p_version uuid) returns public."application/octet-stream"
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  version public.versions;
  actor_role text;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into document from public.documents d where d.id = p_document;
  actor_role := private.require_role(document, p_actor, array['owner', 'editor', 'commenter', 'viewer']);
  if actor_role not in ('owner', 'editor') then perform private.spend(p_actor, 'read_folded'); end if;
  select * into version from public.versions v where v.id = p_version and v.document_id = p_document;
  if version.id is null or not private.shows_version(p_document, p_actor, version.kind, version.name, coalesce(version.ended_at, version.created_at)) then
    perform private.refuse('not_found');
  end if;
  return private.frame(json_build_object('versionId', version.id, 'seq', version.seq, 'role', actor_role), private.state_at(p_document, version.seq));
end
$$;
comment on function public.read_version(uuid, uuid, uuid, uuid) is
  'The state of a version, as a frame: its parts are Yjs updates that make it up, in order, and its header has the role of the caller, because a reader must receive them folded. Refused as not_found: a version that the caller does not see.';

-- Sizes and digests tell something about deleted text. A reader needs neither, except the digest of the text that they see.
create or replace function public.document_head(p_document uuid, p_session uuid default null, p_since bigint default null) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  my_role text;
  sees_all boolean;
begin
  select * into document from public.documents d where d.id = p_document;
  my_role := private.require_role(document, private.caller(), array['owner', 'editor', 'commenter', 'viewer']);
  sees_all := my_role in ('owner', 'editor');
  -- An open page polls: its editing session is alive even without changes.
  update public.editing_sessions set last_seen_at = now()
  where id = p_session and document_id = p_document and user_id = private.caller() and last_seen_at < now() - interval '20 seconds';
  if document.told_seq < document.head_seq and private.may_tell_head(document) then
    perform private.tell_held_back_head(p_document);
  end if;
  return json_build_object('head', document.head_seq, 'chain', private.chain_of(p_document, document.head_seq),
    'epoch', document.epoch, 'generation', document.generation, 'role', my_role,
    'weight', case when sees_all then document.size_bytes else 0 end,
    'rows', private.name_rows(p_document, p_since, document.head_seq),
    'snapshot', json_build_object('seq', document.snapshot_seq, 'digest', case when sees_all or document.snapshot_seq = document.head_seq then coalesce(
      (select s.digest from public.document_snapshots s where s.document_id = p_document and s.seq = document.snapshot_seq), '') else '' end));
end
$$;
comment on function public.document_head(uuid, uuid, bigint) is
  'Where the log ends, the rows after p_since by name, the weight of the document (0 for readers), the digest of the snapshot (for readers only if it is that of the present text), and the role of the caller: cheap enough for a call every few seconds. Keeps the caller''s editing session, if it is given, from counting as silent.';

drop function public.room_roster(uuid, uuid);
-- p_session has a default for pages that do not send it.
create function public.room_roster(p_document uuid, p_session uuid default null)
returns table (session_id uuid, client_id bigint, user_id uuid, name text, color smallint, key text, public_key text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  document public.documents;
  reader uuid;
  known_since timestamptz;
begin
  select * into document from public.documents d where d.id = p_document;
  perform private.require_role(document, private.caller(), array['owner', 'editor', 'commenter', 'viewer']);
  select case when m.role in ('owner', 'editor') then '-infinity' else least(m.created_at, now() - interval '2 minutes') end into known_since
  from public.members m where m.document_id = p_document and m.user_id = private.caller();
  select s.id into reader from public.editing_sessions s
  where s.id = p_session and s.user_id = private.caller();
  return query
    select s.id, s.client_id, s.user_id, p.name, p.color, encode(private.key_between(s.id, reader), 'hex'),
      encode(s.public_key, 'hex')
    from public.editing_sessions s
    join public.profiles p on p.id = s.user_id
    where s.document_id = p_document and s.generation = document.generation
      and s.revoked_at is null and s.last_seen_at > greatest(now() - interval '1 day', known_since);
end
$$;
comment on function public.room_roster(uuid, uuid) is
  'Editing sessions of the last day with their people, so that a client id gets its name from the server and not from a peer; for readers those that are here now, or were since the reader got access. With the caller''s own session, also the key of each session by which it proves its live frames to the caller''s (64 hexadecimal digits); null for a session that is not the caller''s. The public key of each session verifies its signed frames (64 hexadecimal digits); null for a session without.';
revoke all on function public.room_roster(uuid, uuid) from public, anon, service_role;
grant execute on function public.room_roster(uuid, uuid) to authenticated;

-- When somebody opened a document, or had it open last, is read by functions only.
revoke select (opened_at, last_seen_at, revoked_at) on public.editing_sessions from authenticated;
drop policy sessions_of_my_documents on public.editing_sessions;
create policy sessions_that_i_see on public.editing_sessions for select to authenticated
  using (document_id in (select private.my_editable_documents())
    or document_id in (select private.my_documents())
      and exists (select from public.version_authors a where a.session_id = editing_sessions.id));

-- A reader reads the images that the text shows, whose names it has. A list would name those of deleted text too.
create policy document_images_are_listed_by_editors on storage.objects as restrictive for select to authenticated
  using (bucket_id <> 'document-images' or coalesce(storage.operation(), '') !~ '^(storage\.)?object\.list'
    or (storage.foldername(name))[1] in (select d.id::text from private.my_editable_documents() as d (id)));
