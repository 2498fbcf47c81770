-- Snapshots: the log folded into one state. They are the base of loading, the one before it, and checkpoints, from which old
-- versions are read. Called by edge functions, as the functions of the log are.

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
  document_id uuid not null references public.document_logs (document_id) on delete cascade,
  seq bigint not null check (seq > 0),
  generation integer not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  bytes bytea not null check (octet_length(bytes) <= 8388608),
  digest text not null check (digest ~ '^[0-9a-f]{32}$'),
  created_at timestamptz not null default now(),
  images text[] not null generated always as (private.images_in(document_id, bytes)) stored,
  since_checkpoint bigint not null default 0,
  is_checkpoint boolean not null generated always as (since_checkpoint >= octet_length(bytes)) stored,
  primary key (document_id, seq)
);
comment on table public.document_snapshots is 'Full state of a document at a seq, folded from the log on the server.';
comment on column public.document_snapshots.digest is
  'Hash of the content, as _shared/contract/fingerprint.ts computes it; clients at this seq compare theirs with it.';
comment on column public.document_snapshots.images is 'Paths of the images that occur in the state.';
comment on column public.document_snapshots.since_checkpoint is 'Bytes of the log between the last checkpoint and this snapshot.';
comment on column public.document_snapshots.is_checkpoint is
  'A checkpoint is kept. It is one when the log since the one before has grown by its size: so all checkpoints together take no more than the log, and reading a version takes no more than twice its state.';
alter table public.document_snapshots alter column bytes set storage external;

alter table public.document_snapshots enable row level security;
revoke all on public.document_snapshots from anon, authenticated;
grant select on public.document_snapshots to service_role;

create function private.since_checkpoint(p_document uuid, p_seq bigint) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(before.since, 0) + coalesce((select sum(octet_length(u.bytes)) from public.document_updates u
    where u.document_id = p_document and u.seq > coalesce(before.seq, 0) and u.seq <= p_seq), 0)
  from (select) one left join lateral (
    select s.seq, case when s.is_checkpoint then 0 else s.since_checkpoint end as since from public.document_snapshots s
    where s.document_id = p_document and s.seq < p_seq order by s.seq desc limit 1) before on true
$$;
comment on function private.since_checkpoint(uuid, bigint) is 'Bytes of the log between the last checkpoint and a snapshot at p_seq.';
revoke all on function private.since_checkpoint(uuid, bigint) from public;

-- Loading.

create function private.describe_log(p_log public.document_logs, p_role text, p_seq bigint) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('role', p_role, 'mayEdit', private.may(p_role, 'write'), 'generation', p_log.generation, 'epoch', p_log.epoch,
    'schema', p_log.schema_major, 'head', p_seq, 'chain', private.chain_of(p_log.document_id, p_seq),
    'snapshotSeq', null, 'rows', '[]'::jsonb)
$$;
comment on function private.describe_log(public.document_logs, text, bigint) is
  'The header of a loaded document whose log is read up to a seq, without snapshot and rows.';
revoke all on function private.describe_log(public.document_logs, text, bigint) from public;

create function public.load_document(p_actor uuid, p_auth_session uuid, p_document uuid, p_after bigint) returns public."application/octet-stream"
-- STABLE: all statements read the same snapshot of the database.
language plpgsql stable security definer set search_path = ''
as $$
declare
  log public.document_logs;
  actor_role text;
  after bigint := p_after;
  snapshot bytea;
  rows json;
  parts bytea[];
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into log from public.document_logs l where l.document_id = p_document;
  actor_role := private.require(p_document, p_actor, 'read');
  if not private.may(actor_role, 'write') then
    return private.frame(private.describe_log(log, actor_role, log.head_seq)::json, '{}');
  end if;
  -- A page hashes what it reads, and would take a rewritten row for another log.
  if after is null or after < greatest(log.log_start_seq, log.erased_seq) then
    after := log.snapshot_seq;
    select s.bytes into snapshot from public.document_snapshots s where s.document_id = p_document and s.seq = after;
  end if;
  select coalesce(json_agg(json_build_array(u.seq, u.session_id, u.counter, u.kind) order by u.seq), '[]'),
    coalesce(array_agg(u.bytes order by u.seq), '{}')
  into rows, parts
  from public.document_updates u where u.document_id = p_document and u.seq > after;
  return private.frame(
    (private.describe_log(log, actor_role, log.head_seq)
      || jsonb_build_object('snapshotSeq', case when snapshot is null then null else after end, 'rows', rows))::json,
    case when snapshot is null then parts else array_prepend(snapshot, parts) end);
end
$$;
comment on function public.load_document(uuid, uuid, uuid, bigint) is
  'For the owner and editors: all updates after p_after, or the newest snapshot and all updates after it when p_after is null, already pruned or from before text was erased, as one frame. For readers only its header: their state comes from load_for_reader.';
revoke all on function public.load_document(uuid, uuid, uuid, bigint) from public, anon, authenticated;
grant execute on function public.load_document(uuid, uuid, uuid, bigint) to service_role;

-- Folding (docs/decisions/0025): due folds, the turns of pages, and the results.

create table private.folds (
  document_id uuid primary key references public.document_logs (document_id) on delete cascade,
  tries integer not null,
  not_before timestamptz not null
);
comment on table private.folds is
  'Folds that have begun. A fold that ends deletes its row; the row of one that failed, or whose function was killed, stays and is retried at not_before, with backoff: after one minute, two, four, up to a day.';

alter table private.folds enable row level security;
revoke all on private.folds from anon, authenticated;

create function private.is_fold_due(p_log public.document_logs, p_head bigint, p_size bigint) returns boolean
language sql stable security definer set search_path = ''
as $$
  select (p_head - p_log.snapshot_seq >= 200
      or p_size - p_log.snapshot_weight >= greatest(64 * 1024, p_log.snapshot_weight / 16))
    and not exists (select from private.folds f where f.document_id = p_log.document_id and f.not_before > now())
$$;
comment on function private.is_fold_due(public.document_logs, bigint, bigint) is
  'Whether a log that ends at p_head is due for folding, in a document that weighs p_size: after 200 rows, or after as many bytes as a sixteenth of the snapshot and 64 KB at the least, so that loading takes little more than the snapshot. Not while a fold is under way, or waits to be retried.';
revoke all on function private.is_fold_due(public.document_logs, bigint, bigint) from public;

create function public.begin_fold(p_actor uuid, p_auth_session uuid, p_document uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  -- A caller who may not end a fold must not begin one: it would keep others from folding.
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require(p_document, p_actor, 'write');
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

create function private.store_snapshot(
  p_log public.document_logs, p_base bigint, p_seq bigint, p_bytes bytea, p_digest text, p_poison bigint[], p_weight bigint, p_keeps boolean
) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  document uuid := p_log.document_id;
  is_base boolean := p_log.snapshot_seq = p_base and p_seq > p_base;
  weight bigint := greatest(octet_length(p_bytes), p_weight);
begin
  if p_seq < 1 or p_seq > p_log.head_seq then perform private.refuse('bad_request', 'seq'); end if;
  -- Every client rejects these rows. Without the session their author can add no more of the kind.
  with quarantined as (
    update public.document_updates set quarantined_at = now()
    where document_id = document and seq = any (p_poison) and quarantined_at is null
    returning session_id
  )
  update public.editing_sessions set revoked_at = now()
  where id in (select session_id from quarantined) and revoked_at is null;
  if is_base or p_keeps then
    insert into public.document_snapshots (document_id, seq, generation, sha256, bytes, digest, since_checkpoint)
    values (document, p_seq, p_log.generation, sha256(p_bytes), p_bytes, p_digest, private.since_checkpoint(document, p_seq))
    on conflict (document_id, seq) do nothing;
  end if;
  if is_base then
    update public.document_logs set snapshot_seq = p_seq, snapshot_weight = weight, size_bytes = weight + coalesce(
      (select sum(octet_length(u.bytes)) from public.document_updates u where u.document_id = document and u.seq > p_seq), 0)
    where document_id = document;
    -- The base before stays, in case this one is damaged; of older snapshots only the checkpoints.
    delete from public.document_snapshots s where s.document_id = document and s.seq < p_base and not s.is_checkpoint;
    perform private.pack_updates(document);
  end if;
  delete from private.folds f where f.document_id = document;
  return is_base;
end
$$;
comment on function private.store_snapshot(public.document_logs, bigint, bigint, bytea, text, bigint[], bigint, boolean) is
  'Stores the fold of a locked log at p_seq, with the weight p_weight, its bytes at the least, and returns whether it became the base of loading: only if p_base still is (compare-and-swap). Otherwise it is stored only if p_keeps. p_poison lists rows that the fold left out: they are marked, and their sessions revoked. A new base packs the log. Ends the turn that begin_fold gave.';
revoke all on function private.store_snapshot(public.document_logs, bigint, bigint, bytea, text, bigint[], bigint, boolean) from public;

create function public.save_snapshot(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_generation integer, p_base bigint, p_seq bigint, p_bytes bytea, p_digest text,
  p_poison bigint[] default '{}', p_weight bigint default 0
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  log public.document_logs;
begin
  log := private.lock_log(p_document);
  perform private.require_sign_in(p_actor, p_auth_session);
  -- A reader's request may find a log that is long overdue for folding.
  perform private.require(p_document, p_actor, 'read');
  perform private.spend(p_actor, 'fold');
  if log.generation <> p_generation then perform private.refuse('generation_mismatch'); end if;
  return json_build_object('seq', p_seq,
    'advanced', private.store_snapshot(log, p_base, p_seq, p_bytes, p_digest, p_poison, p_weight, false));
end
$$;
comment on function public.save_snapshot(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, bigint[], bigint) is
  'Stores the fold of the log at p_seq as the base of loading, if p_base still is; advanced tells whether. See private.store_snapshot.';
revoke all on function public.save_snapshot(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, bigint[], bigint) from public, anon, authenticated;
grant execute on function public.save_snapshot(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, bigint[], bigint) to service_role;
