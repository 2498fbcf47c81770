-- Snapshots and versions: the log folded into one state, from which loading starts; snapshots that people see, name and
-- restore. Called by edge functions, as the functions of the log are.

-- PostgREST returns raw bytes only where the return type has the name of the media type.
create domain public."application/octet-stream" as bytea;
comment on domain public."application/octet-stream" is 'Bytes, returned without an encoding.';

create function private.frame(p_header json, p_parts bytea[]) returns bytea
language sql immutable set search_path = ''
as $$
  select '\x01'::bytea || int4send(octet_length(head)) || head
    || coalesce((select string_agg(int4send(octet_length(part)) || part, ''::bytea order by place)
                 from unnest(p_parts) with ordinality as parts (part, place)), ''::bytea)
  from (select convert_to(p_header::text, 'UTF8') as head) encoded
$$;
comment on function private.frame(json, bytea[]) is
  'A binary message: header and parts, laid out as in _shared/contract/frame.ts.';
revoke all on function private.frame(json, bytea[]) from public;

create function private.images_in(p_document uuid, p_bytes bytea) returns text[]
language sql immutable set search_path = ''
as $$
  select coalesce(array_agg(distinct p_document::text || '/' || file), '{}')
  -- Bytes that are no text are escaped; a path stays as it is.
  from string_to_table(encode(p_bytes, 'escape'), p_document::text || '/') as part,
    substring(left(part, 41) from '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(?:png|jpg|gif|webp|avif)') as file
  where file is not null
$$;
comment on function private.images_in(uuid, bytea) is
  'Paths of the document''s images that occur in a Yjs update, whether they are still shown or not.';
revoke all on function private.images_in(uuid, bytea) from public;

create table public.document_snapshots (
  document_id uuid not null references public.documents (id) on delete cascade,
  seq bigint not null check (seq > 0),
  generation integer not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  bytes bytea not null check (octet_length(bytes) <= 8388608),
  digest text not null check (digest ~ '^[0-9a-f]{32}$'),
  created_at timestamptz not null default now(),
  images text[] not null generated always as (private.images_in(document_id, bytes)) stored,
  primary key (document_id, seq)
);
comment on table public.document_snapshots is 'Full state of a document at a seq, folded from the log on the server.';
comment on column public.document_snapshots.digest is
  'Hash of the content, as _shared/contract/fingerprint.ts computes it; clients at this seq compare theirs with it.';
comment on column public.document_snapshots.images is 'Paths of the images that occur in the state.';
alter table public.document_snapshots alter column bytes set storage external;

alter table public.document_snapshots enable row level security;
revoke all on public.document_snapshots from anon, authenticated;
grant select on public.document_snapshots to service_role;

create table public.versions (
  id uuid primary key default gen_random_uuid(),
  document_id uuid not null,
  seq bigint not null,
  kind text not null check (kind in ('named', 'automatic', 'before_restore', 'before_deletion')),
  name text check (char_length(name) between 1 and 120),
  note text check (char_length(note) between 1 and 500),
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  restored_version_id uuid references public.versions (id) on delete set null,
  restore_session_id uuid references public.editing_sessions (id) on delete set null,
  foreign key (document_id, seq) references public.document_snapshots (document_id, seq) on delete cascade
);
comment on table public.versions is 'Snapshots that people can see, name and restore.';
comment on column public.versions.restored_version_id is 'Of a version saved before a restore: the version that was restored.';
comment on column public.versions.restore_session_id is 'Of a version saved before a restore: the editing session that the restore was written under.';

create index versions_of_document on public.versions (document_id, created_at desc);
create index versions_snapshot on public.versions (document_id, seq);
create index versions_author on public.versions (created_by);
create index versions_restored on public.versions (restored_version_id);
create index versions_restore_session on public.versions (restore_session_id);

alter table public.versions enable row level security;
revoke all on public.versions from anon, authenticated;
grant select on public.versions to authenticated;
grant select on public.versions to service_role;
create policy versions_of_my_documents on public.versions for select to authenticated
  using (document_id in (select private.my_documents()));

create function private.straighten_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := nullif(private.straighten(new.name), '');
  new.note := nullif(private.straighten(new.note), '');
  return new;
end
$$;
comment on function private.straighten_version() is
  'Trigger: takes direction marks out of the name and the note of a version.';
revoke all on function private.straighten_version() from public;
create trigger straighten_version before insert or update of name, note on public.versions
  for each row execute function private.straighten_version();

-- Reading.

create function public.load_document(p_actor uuid, p_auth_session uuid, p_document uuid, p_after bigint) returns public."application/octet-stream"
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
  if after is null or after < document.log_start_seq then
    after := document.snapshot_seq;
    select s.bytes into snapshot from public.document_snapshots s where s.document_id = p_document and s.seq = after;
  end if;
  select coalesce(json_agg(json_build_array(u.seq, u.session_id, u.counter, u.kind) order by u.seq), '[]'),
    coalesce(array_agg(u.bytes order by u.seq), '{}')
  into rows, parts
  from public.document_updates u where u.document_id = p_document and u.seq > after;
  return private.frame(
    json_build_object('role', actor_role, 'generation', document.generation, 'epoch', document.epoch,
      'schema', document.schema_major, 'head', document.head_seq, 'chain', private.chain_of(p_document, document.head_seq),
      'snapshotSeq', case when snapshot is null then null else after end, 'rows', rows),
    case when snapshot is null then parts else array_prepend(snapshot, parts) end);
end
$$;
comment on function public.load_document(uuid, uuid, uuid, bigint) is
  'All updates after p_after, or the newest snapshot and all updates after it when p_after is null or already pruned, as one frame.';
revoke all on function public.load_document(uuid, uuid, uuid, bigint) from public, anon, authenticated;
grant execute on function public.load_document(uuid, uuid, uuid, bigint) to service_role;

create function public.read_version(p_actor uuid, p_auth_session uuid, p_document uuid, p_version uuid) returns public."application/octet-stream"
language plpgsql stable security definer set search_path = ''
as $$
declare
  document public.documents;
  version public.versions;
  state bytea;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into document from public.documents d where d.id = p_document;
  perform private.require_role(document, p_actor, array['owner', 'editor', 'commenter', 'viewer']);
  select * into version from public.versions v where v.id = p_version and v.document_id = p_document;
  if version.id is null then perform private.refuse('not_found'); end if;
  select s.bytes into state from public.document_snapshots s where s.document_id = p_document and s.seq = version.seq;
  return private.frame(json_build_object('versionId', version.id, 'seq', version.seq), array[state]);
end
$$;
comment on function public.read_version(uuid, uuid, uuid, uuid) is 'The state of a version, as a frame with one part.';
revoke all on function public.read_version(uuid, uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.read_version(uuid, uuid, uuid, uuid) to service_role;

-- Folding (docs/decisions/0025): when a fold is due, whose turn it is, and what it leaves.

create table private.folds (
  document_id uuid primary key references public.documents (id) on delete cascade,
  tries integer not null,
  not_before timestamptz not null
);
comment on table private.folds is
  'Folds that have begun. A fold that ends deletes its row; the row of one that failed, or whose function was killed, stays and is retried at not_before, with backoff: after one minute, two, four, up to a day.';
alter table private.folds enable row level security;
revoke all on private.folds from anon, authenticated;

create function private.is_fold_due(p_document public.documents, p_head bigint, p_size bigint) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (p_head - p_document.snapshot_seq >= 200
      or p_size - p_document.snapshot_weight >= greatest(64 * 1024, p_document.snapshot_weight / 16))
    and not exists (select from private.folds f where f.document_id = p_document.id and f.not_before > now())
$$;
comment on function private.is_fold_due(public.documents, bigint, bigint) is
  'Whether a log that ends at p_head is due for folding, in a document that weighs p_size: after 200 rows, or after as many bytes as a sixteenth of the snapshot and 64 KB at the least, so that loading takes little more than the snapshot. Not while a fold is under way, or waits to be retried.';
revoke all on function private.is_fold_due(public.documents, bigint, bigint) from public;

create function public.begin_fold(p_actor uuid, p_auth_session uuid, p_document uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
begin
  -- A caller who may not end a fold must not begin one: it would keep others from folding.
  select * into document from public.documents d where d.id = p_document;
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require_role(document, p_actor, array['owner', 'editor']);
  insert into private.folds as f (document_id, tries, not_before) values (p_document, 1, now() + interval '1 minute')
  on conflict (document_id) do update set tries = f.tries + 1,
    not_before = now() + least(interval '1 minute' * 2 ^ least(f.tries, 11), interval '1 day')
    where f.not_before <= now();
  return found;
end
$$;
comment on function public.begin_fold(uuid, uuid, uuid) is
  'Takes the turn to fold a document. False while another caller has it, or a fold that failed waits to be retried.';
revoke all on function public.begin_fold(uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.begin_fold(uuid, uuid, uuid) to service_role;

create function public.prune_document_updates(p_document uuid) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  keep_from bigint;
  removed bigint;
begin
  document := private.lock_document(p_document);
  -- Never above the snapshot before the base, so that a damaged base can be folded again. Versions may be newer than the
  -- base, from which loading starts.
  select s.seq into keep_from from public.document_snapshots s
  where s.document_id = p_document and s.seq <= document.snapshot_seq order by s.seq desc offset 1 limit 1;
  select min(u.seq) - 1 into keep_from from public.document_updates u
  where u.document_id = p_document and (u.seq > coalesce(keep_from, 0) or u.created_at > now() - interval '30 days');
  delete from public.document_updates where document_id = p_document and seq <= keep_from;
  get diagnostics removed = row_count;
  update public.documents set log_start_seq = greatest(log_start_seq, keep_from)
  where id = p_document and keep_from <= snapshot_seq;
  return removed;
end
$$;
comment on function public.prune_document_updates(uuid) is
  'Deletes updates that are both below the snapshot before the base of loading and older than 30 days; returns how many.';
revoke all on function public.prune_document_updates(uuid) from public, anon, authenticated;
grant execute on function public.prune_document_updates(uuid) to service_role;

create function public.save_snapshot(
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
  perform private.require_role(document, p_actor, array['owner', 'editor']);
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
    insert into public.document_snapshots (document_id, seq, generation, sha256, bytes, digest)
    values (p_document, p_seq, p_generation, sha256(p_bytes), p_bytes, p_digest)
    on conflict (document_id, seq) do nothing;
  end if;
  if advanced then
    weight := greatest(octet_length(p_bytes), p_weight);
    update public.documents set snapshot_seq = p_seq, snapshot_weight = weight, size_bytes = weight + coalesce(
      (select sum(octet_length(u.bytes)) from public.document_updates u where u.document_id = p_document and u.seq > p_seq), 0)
    where id = p_document;
    -- The base before stays, in case this one is damaged; older snapshots stay only for versions.
    delete from public.document_snapshots s
    where s.document_id = p_document and s.seq < p_base
      and not exists (select 1 from public.versions v where v.document_id = p_document and v.seq = s.seq);
    perform public.prune_document_updates(p_document);
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
comment on function public.save_snapshot(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, text, text, text, bigint[], bigint) is
  'Stores the fold of the log at p_seq, with the weight p_weight, its bytes at the least. It becomes the base of loading only if p_base still is (compare-and-swap); with a kind it also becomes a version. p_poison lists rows that the fold left out: they are marked, and their sessions revoked. A new base prunes the log. Ends the turn that begin_fold gave.';
revoke all on function public.save_snapshot(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, text, text, text, bigint[], bigint) from public, anon, authenticated;
grant execute on function public.save_snapshot(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, text, text, text, bigint[], bigint) to service_role;

-- A version from before a large deletion (docs/decisions/0010). The edge function that appended the deletion loads the
-- document as it was, measures, and saves it: after the append, which does not wait for it.

create function private.is_kept_before_deletion(p_document uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.versions v
    where v.document_id = p_document and v.kind = 'before_deletion' and v.created_at > now() - interval '10 minutes')
$$;
comment on function private.is_kept_before_deletion(uuid) is
  'Whether a version from before a large deletion was saved in the last ten minutes: a second one would only fill the history.';
revoke all on function private.is_kept_before_deletion(uuid) from public;

create function public.load_before_deletion(p_actor uuid, p_document uuid, p_session uuid, p_counters bigint[])
returns public."application/octet-stream"
language plpgsql security definer set search_path = ''
as $$
declare
  generation_now integer;
  first_seq bigint;
  last_seq bigint;
  base bigint;
  snapshot bytea;
  rows bytea[];
begin
  if not private.is_kept_before_deletion(p_document) then
    -- Only rows that the actor has just logged, so that old changes of other people are not measured again.
    select d.generation, min(u.seq), max(u.seq) into generation_now, first_seq, last_seq
    from public.documents d join public.document_updates u on u.document_id = d.id and u.generation = d.generation
    where d.id = p_document and u.session_id = p_session and u.counter = any (p_counters) and u.author_id = p_actor
      and u.created_at > now() - interval '5 minutes'
    group by d.generation;
  end if;
  if first_seq is null then return private.frame(json_build_object('before', null), '{}'); end if;
  perform private.spend(p_actor, 'measure_deletion');
  -- One statement, so that a fold that ends at the same time removes neither the snapshot nor the rows.
  select s.seq, s.bytes, (select array_agg(u.bytes order by u.seq) from public.document_updates u
    where u.document_id = p_document and u.seq > coalesce(s.seq, 0) and u.seq <= last_seq)
  into base, snapshot, rows
  from (select) one left join lateral (select * from public.document_snapshots s
    where s.document_id = p_document and s.seq < first_seq order by s.seq desc limit 1) s on true;
  if cardinality(rows) <> last_seq - coalesce(base, 0) then perform private.refuse('internal', 'the log has a hole'); end if;
  return private.frame(
    json_build_object('before', first_seq - 1, 'generation', generation_now, 'snapshotSeq', base),
    case when snapshot is null then rows else array_prepend(snapshot, rows) end);
end
$$;
comment on function public.load_before_deletion(uuid, uuid, uuid, bigint[]) is
  'The document before the actor appended or relayed these counters of a session in the last minutes, and these updates: a frame with the seq before them, then the snapshot, if snapshotSeq is not null, and every row after it up to the last of them. before is null when there is nothing to measure, for instance because a version was saved in the last ten minutes. Rights were checked by the append: an author who has lost them since is measured like any other.';
revoke all on function public.load_before_deletion(uuid, uuid, uuid, bigint[]) from public, anon, authenticated;
grant execute on function public.load_before_deletion(uuid, uuid, uuid, bigint[]) to service_role;

create function public.save_before_deletion(
  p_document uuid, p_session uuid, p_generation integer, p_seq bigint, p_bytes bytea, p_digest text
) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  version_id uuid;
begin
  document := private.lock_document(p_document);
  -- Another call may have been faster.
  if private.is_kept_before_deletion(p_document) then return null; end if;
  if document.generation <> p_generation then perform private.refuse('generation_mismatch'); end if;
  if p_seq < 1 or p_seq >= document.head_seq then perform private.refuse('bad_request', 'seq'); end if;
  insert into public.document_snapshots (document_id, seq, generation, sha256, bytes, digest)
  values (p_document, p_seq, p_generation, sha256(p_bytes), p_bytes, p_digest)
  on conflict (document_id, seq) do nothing;
  insert into public.versions (document_id, seq, kind, created_by)
  values (p_document, p_seq, 'before_deletion',
    (select s.user_id from public.editing_sessions s where s.id = p_session and s.document_id = p_document))
  returning id into version_id;
  return version_id;
end
$$;
comment on function public.save_before_deletion(uuid, uuid, integer, bigint, bytea, text) is
  'Stores the state at p_seq as a version from before a large deletion by the author of the session; null when there is one from the last ten minutes. Does not count against the rate of saving versions.';
revoke all on function public.save_before_deletion(uuid, uuid, integer, bigint, bytea, text) from public, anon, authenticated;
grant execute on function public.save_before_deletion(uuid, uuid, integer, bigint, bytea, text) to service_role;

-- Restoring a version: under a lease, because two at once would both insert. The version saved before a restore records
-- what was restored, so that others can see it and undo it once.

create function public.begin_restore(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_client_id bigint
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
begin
  document := private.lock_document(p_document);
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require_role(document, p_actor, array['owner', 'editor']);
  perform private.spend(p_actor, 'restore');
  -- Two restores at the same time would each insert the old paragraphs.
  if document.restore_until > clock_timestamp() then perform private.refuse('restore_in_progress'); end if;
  insert into public.editing_sessions (id, document_id, user_id, generation, client_id)
  values (p_session, p_document, p_actor, document.generation, p_client_id);
  update public.documents set restore_session_id = p_session, restore_until = clock_timestamp() + interval '30 seconds'
  where id = p_document;
end
$$;
comment on function public.begin_restore(uuid, uuid, uuid, uuid, bigint) is
  'Takes the restore lease for 30 seconds and opens the editing session that the restore writes under.';
revoke all on function public.begin_restore(uuid, uuid, uuid, uuid, bigint) from public, anon, authenticated;
grant execute on function public.begin_restore(uuid, uuid, uuid, uuid, bigint) to service_role;

create function public.name_restore(p_document uuid, p_session uuid, p_backup uuid, p_version uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.versions v set restored_version_id = p_version, restore_session_id = p_session
  from public.documents d
  where d.id = p_document and d.restore_session_id = p_session
    and v.id = p_backup and v.document_id = p_document and v.kind = 'before_restore'
$$;
comment on function public.name_restore(uuid, uuid, uuid, uuid) is
  'Records in the version saved before a restore which version is restored, and by which session. Needs the restore lease.';
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
  'The newest seq at which a restore was undone, that is, the version p_backup saved before it was restored; null when it never was. To be called under the restore lease.';
revoke all on function public.taken_back_at(uuid, uuid) from public, anon, authenticated;
grant execute on function public.taken_back_at(uuid, uuid) to service_role;

create function public.end_restore(p_document uuid, p_session uuid) returns void
language sql security definer set search_path = ''
as $$
  with given_back as (
    update public.documents set restore_session_id = null, restore_until = null
    where id = p_document and restore_session_id = p_session
    returning restore_session_id
  )
  delete from public.editing_sessions where id = p_session and last_counter = 0 and exists (select from given_back)
$$;
comment on function public.end_restore(uuid, uuid) is
  'Releases the restore lease when nothing was appended, and deletes its editing session.';
revoke all on function public.end_restore(uuid, uuid) from public, anon, authenticated;
grant execute on function public.end_restore(uuid, uuid) to service_role;
