-- History that saves itself (docs/decisions/0036): every logged update belongs to a stretch of work, and each stretch is an
-- automatic version. The log is kept, so a version needs no snapshot of its own.

alter table public.versions
  drop constraint versions_document_id_seq_fkey,
  add constraint versions_document_id_fkey foreign key (document_id) references public.documents (id) on delete cascade,
  drop constraint versions_kind_check,
  add constraint versions_kind_check check (kind in ('named', 'automatic', 'before_restore', 'before_deletion', 'restored')),
  add column from_seq bigint check (from_seq between 1 and seq),
  add column ended_at timestamptz,
  add column typed bigint not null default 0,
  add column deleted bigint not null default 0,
  add column thin_at timestamptz,
  add constraint versions_of_stretches check ((from_seq is null) = (ended_at is null));
comment on table public.versions is
  'States of a document that people can see, name and restore. An automatic version is a stretch of work: it grows with the log until a pause of five minutes, or for half an hour.';
comment on column public.versions.seq is 'The state is that of the log up to this row.';
comment on column public.versions.created_at is 'When the version was saved; of a stretch: when it began.';
comment on column public.versions.from_seq is 'First row of a stretch; null for a version that was saved at one moment.';
comment on column public.versions.ended_at is 'When the last row of a stretch was logged.';
comment on column public.versions.typed is 'Characters that the rows of a stretch inserted, as they were written: a paragraph that is split counts its second half.';
comment on column public.versions.deleted is 'Yjs clock ticks that the rows of a stretch deleted.';
comment on column public.versions.thin_at is 'When the sweep decides the next time whether an automatic version is kept; null for versions that always are.';

drop index public.versions_snapshot;
drop index public.versions_of_document;
create index versions_of_document on public.versions (document_id, created_at desc);
create index versions_to_thin on public.versions (thin_at) where thin_at is not null;
-- A growing stretch is updated with each append. No index has the columns that change then.
alter table public.versions set (fillfactor = 70);

create table public.version_authors (
  version_id uuid not null references public.versions (id) on delete cascade,
  session_id uuid not null references public.editing_sessions (id) on delete cascade,
  document_id uuid not null references public.documents (id) on delete cascade,
  typed bigint not null default 0,
  deleted bigint not null default 0,
  primary key (version_id, session_id)
) with (fillfactor = 70);
comment on table public.version_authors is
  'The editing sessions whose updates are in a stretch. A session outlives its author''s account, and then names nobody.';
create index version_authors_session on public.version_authors (session_id);
create index version_authors_document on public.version_authors (document_id);

create function private.shows_version(p_document uuid, p_user uuid, p_kind text, p_name text, p_at timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.members m join public.documents d on d.id = m.document_id
    where m.document_id = p_document and m.user_id = p_user and d.deleted_at is null and (m.expires_at is null or m.expires_at > now())
      and (m.role in ('owner', 'editor') or (p_kind in ('named', 'before_restore') or p_name is not null) and p_at >= m.created_at))
$$;
comment on function private.shows_version(uuid, uuid, text, text, timestamptz) is
  'Whether a person sees a version whose state is that of p_at: owners and editors see all, others those that somebody saved, named or replaced by a restore since they got access: texts that they could read then.';
revoke all on function private.shows_version(uuid, uuid, text, text, timestamptz) from public;
grant execute on function private.shows_version(uuid, uuid, text, text, timestamptz) to authenticated;

drop policy versions_of_my_documents on public.versions;
create policy versions_that_i_see on public.versions for select to authenticated
  using (private.shows_version(document_id, private.caller(), kind, name, coalesce(ended_at, created_at)));

alter table public.version_authors enable row level security;
revoke all on public.version_authors from anon, authenticated;
grant select on public.version_authors to authenticated;
grant select on public.version_authors to service_role;
create policy authors_of_versions_that_i_see on public.version_authors for select to authenticated
  using (exists (select from public.versions v where v.id = version_id));

-- Stretches.

create function private.extend_history(
  p_document uuid, p_session uuid, p_kind text, p_first bigint, p_last bigint, p_at timestamptz, p_typed bigint, p_deleted bigint
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  stretch public.versions;
  continues boolean;
begin
  select * into stretch from public.versions v
  where v.document_id = p_document and v.from_seq is not null order by v.created_at desc, v.seq desc limit 1;
  continues := p_at < stretch.ended_at + interval '5 minutes' and p_at < stretch.created_at + interval '30 minutes';
  -- A stretch of a few characters is not worth a version: the next one begins with it.
  if p_kind <> 'restore' and stretch.kind = 'automatic' and stretch.name is null and stretch.seq = p_first - 1
    and (continues or stretch.typed + stretch.deleted < 10) then
    update public.versions set seq = p_last, ended_at = p_at, typed = typed + p_typed, deleted = deleted + p_deleted,
      created_at = case when continues then created_at else p_at end,
      thin_at = case when continues then thin_at else p_at + interval '48 hours' end
    where id = stretch.id;
  else
    insert into public.versions (document_id, seq, kind, from_seq, created_at, ended_at, typed, deleted, thin_at)
    values (p_document, p_last, case when p_kind = 'restore' then 'restored' else 'automatic' end, p_first, p_at, p_at,
      p_typed, p_deleted, case when p_kind <> 'restore' then p_at + interval '48 hours' end)
    returning * into stretch;
  end if;
  if p_session is not null then
    insert into public.version_authors as a (version_id, session_id, document_id, typed, deleted)
    values (stretch.id, p_session, p_document, p_typed, p_deleted)
    on conflict (version_id, session_id) do update set typed = a.typed + excluded.typed, deleted = a.deleted + excluded.deleted;
  end if;
end
$$;
comment on function private.extend_history(uuid, uuid, text, bigint, bigint, timestamptz, bigint, bigint) is
  'Adds rows of one session, which have just been logged, to the history: to the newest stretch, or to a new one after a pause of five minutes, after half an hour, or when the newest was named. A restore is a stretch of its own. Needs the document''s row lock.';
revoke all on function private.extend_history(uuid, uuid, text, bigint, bigint, timestamptz, bigint, bigint) from public;

drop function public.append_updates(uuid, uuid, uuid, uuid, integer, integer, bigint, bytea[], bigint[], bigint[], bigint[], text, text);
drop function public.relay_updates(uuid, uuid, uuid, uuid, integer, integer, bigint[], bytea[], bytea[], bigint[], bigint[], bigint[]);

create function public.append_updates(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_generation integer, p_schema integer,
  p_first_counter bigint, p_updates bytea[], p_client_ids bigint[], p_clocks bigint[], p_next_clocks bigint[],
  p_title text default null, p_kind text default 'edit', p_typed integer[] default '{}', p_deleted integer[] default '{}'
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  session public.editing_sessions;
  head bigint;
  acked bigint;
  clock bigint;
  size bigint;
  hash bytea;
  logged bytea;
  this_counter bigint;
  holes bigint[];
  is_told boolean;
  typed bigint := 0;
  deleted bigint := 0;
begin
  document := private.lock_document(p_document);
  -- Checked under the lock, so that a removal and an append have one order.
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require_role(document, p_actor, array['owner', 'editor']);
  perform private.spend(p_actor, 'append');
  if document.generation <> p_generation then perform private.refuse('generation_mismatch'); end if;
  if p_schema < document.schema_major then perform private.refuse('upgrade_required'); end if;
  select * into session from public.editing_sessions s where s.id = p_session for update;
  if session.id is null or session.user_id <> p_actor or session.document_id <> p_document
    or session.generation <> p_generation or session.revoked_at is not null then
    perform private.refuse('session_invalid');
  end if;
  if exists (select 1 from unnest(p_client_ids) as ids (id) where ids.id <> session.client_id) then
    perform private.refuse('update_rejected', 'client id of another session');
  end if;
  if p_kind = 'restore' and document.restore_session_id is distinct from p_session then
    perform private.refuse('restore_in_progress');
  end if;
  -- Updates in the log already are free, because they are resent after a lost answer. Behind a hole nothing is logged.
  if p_first_counter <= session.last_counter + 1 then
    perform private.spend(p_actor, 'append_bytes', (
      select sum(octet_length(u.bytes)) from unnest(p_updates) with ordinality as u (bytes, place)
      where p_first_counter + u.place - 1 > session.last_counter or p_first_counter + u.place - 1 = any (session.passed_over)));
  end if;

  head := document.head_seq;
  acked := session.last_counter;
  clock := session.next_clock;
  holes := session.passed_over;
  size := document.size_bytes;
  for i in 1 .. coalesce(array_length(p_updates, 1), 0) loop
    this_counter := p_first_counter + i - 1;
    hash := sha256(p_updates[i]);
    if this_counter <= acked and this_counter <> all (holes) then
      select u.sha256 into logged from public.document_updates u
      where u.document_id = p_document and u.session_id = p_session and u.counter = this_counter;
      if found and logged <> hash then perform private.refuse('counter_reused'); end if;
      continue;
    end if;
    -- A hole: updates before it are acknowledged, and the client sends again from there.
    exit when this_counter > acked + 1;
    if p_clocks[i] <> clock then perform private.refuse('update_rejected', 'clock'); end if;
    size := size + octet_length(p_updates[i]);
    if size > private.max_document_weight() and p_next_clocks[i] is not null and p_kind <> 'restore' then perform private.refuse('document_full'); end if;
    head := head + 1;
    acked := greatest(acked, this_counter);
    holes := array_remove(holes, this_counter);
    clock := coalesce(p_next_clocks[i], clock);
    insert into public.document_updates (document_id, seq, generation, session_id, counter, author_id, kind, sha256, bytes)
    values (p_document, head, p_generation, p_session, this_counter, p_actor, p_kind, hash, p_updates[i]);
    typed := typed + coalesce(p_typed[i], 0);
    deleted := deleted + coalesce(p_deleted[i], 0);
  end loop;

  if head > document.head_seq then
    update public.editing_sessions set last_counter = acked, next_clock = clock, passed_over = holes, last_seen_at = now() where id = p_session;
    is_told := p_kind <> 'edit' or private.may_tell_head(document);
    update public.documents set head_seq = head, size_bytes = size, updated_at = now(), title = coalesce(left(p_title, 200), title),
      told_seq = case when is_told then head else told_seq end,
      told_until = case when is_told then greatest(told_until, now()) + interval '1 second' else told_until end
    where id = p_document;
    if is_told then perform private.tell_head(document, head); end if;
    perform private.extend_history(p_document, p_session, p_kind, document.head_seq + 1, head, now(), typed, deleted);
  end if;
  if p_kind = 'restore' and document.restore_session_id = p_session then
    update public.documents set restore_session_id = null, restore_until = null where id = p_document;
  end if;
  return json_build_object('head', head, 'chain', private.chain_of(p_document, head), 'acked', private.acked_up_to(acked, holes), 'epoch', document.epoch,
    'foldDue', private.is_fold_due(document, head, size));
end
$$;
comment on function public.append_updates(uuid, uuid, uuid, uuid, integer, integer, bigint, bytea[], bigint[], bigint[], bigint[], text, text, integer[], integer[]) is
  'Appends updates of an editing session to the log. One transaction under the document''s row lock: checks rights and session, then gives each update whose counter is the session''s next the next seq. Counters that relaying passed over are still accepted. Counters that are logged already are acknowledged again; different bytes for one are refused. p_client_ids, p_clocks and p_next_clocks have, for each update, the Yjs client it writes under, its first clock and the clock after it; null for one that only deletes. Refused: a clock that does not continue the session''s, and an update that makes the document heavier than allowed. Deleting and restoring are always possible. foldDue: the caller is to have the log folded. p_typed and p_deleted count, for each update, the characters it inserts and the clock ticks it deletes: for the history.';
revoke all on function public.append_updates(uuid, uuid, uuid, uuid, integer, integer, bigint, bytea[], bigint[], bigint[], bigint[], text, text, integer[], integer[]) from public, anon, authenticated;
grant execute on function public.append_updates(uuid, uuid, uuid, uuid, integer, integer, bigint, bytea[], bigint[], bigint[], bigint[], text, text, integer[], integer[]) to service_role;

create function public.relay_updates(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_generation integer, p_schema integer,
  p_counters bigint[], p_tags bytea[], p_updates bytea[], p_client_ids bigint[], p_clocks bigint[], p_next_clocks bigint[],
  p_typed integer[] default '{}', p_deleted integer[] default '{}'
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  session public.editing_sessions;
  head bigint;
  acked bigint;
  clock bigint;
  added bigint := 0;
  holes bigint[];
  typed bigint := 0;
  deleted bigint := 0;
begin
  document := private.lock_document(p_document);
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require_role(document, p_actor, array['owner', 'editor']);
  perform private.spend(p_actor, 'append');
  if document.generation <> p_generation then perform private.refuse('generation_mismatch'); end if;
  if p_schema < document.schema_major then perform private.refuse('upgrade_required'); end if;
  select * into session from public.editing_sessions s where s.id = p_session for update;
  if session.id is null or session.document_id <> p_document or session.generation <> p_generation then
    perform private.refuse('session_invalid');
  end if;
  -- Peers may have built on updates of an author who lost the right less than a day ago. The lanes moved with the loss, so
  -- that they received none after it.
  if (session.revoked_at is not null or coalesce(private.role_of(p_document, session.user_id), '') not in ('owner', 'editor'))
    and coalesce(session.lost_right_at < now() - interval '1 day', true) then
    perform private.refuse('session_invalid');
  end if;
  head := document.head_seq;
  acked := session.last_counter;
  clock := session.next_clock;
  holes := session.passed_over;
  for i in 1 .. coalesce(array_length(p_updates, 1), 0) loop
    -- The session has logged it itself.
    continue when p_counters[i] <= acked and p_counters[i] <> all (holes);
    exit when p_counters[i] - acked - 1 + cardinality(holes) > private.max_passed_over();
    -- An update whose Yjs clock continues the session's proves that the counters in between inserted nothing.
    continue when p_counters[i] > acked + 1 and p_clocks[i] is distinct from clock;
    -- Anybody can broadcast under this session's id, so only this update is skipped: the next may be the author's.
    continue when p_tags[i] is distinct from private.tag_update(p_session, p_counters[i], p_updates[i])
      or p_client_ids[i] <> session.client_id or p_clocks[i] <> clock;
    head := head + 1;
    added := added + octet_length(p_updates[i]);
    -- An update that is passed over can only delete. Its author, or a peer that received it, may still log it.
    holes := array_remove(holes || array(select generate_series(acked + 1, p_counters[i] - 1)), p_counters[i]);
    acked := greatest(acked, p_counters[i]);
    clock := coalesce(p_next_clocks[i], clock);
    insert into public.document_updates (document_id, seq, generation, session_id, counter, author_id, kind, sha256, bytes)
    values (p_document, head, p_generation, p_session, p_counters[i], p_actor, 'relay', sha256(p_updates[i]), p_updates[i]);
    typed := typed + coalesce(p_typed[i], 0);
    deleted := deleted + coalesce(p_deleted[i], 0);
  end loop;
  if head > document.head_seq then
    -- The author's page made these updates, so they count against the author's rate.
    perform private.spend(session.user_id, 'append_bytes', added);
    update public.editing_sessions set last_counter = acked, next_clock = clock, passed_over = holes where id = p_session;
    update public.documents set head_seq = head, size_bytes = size_bytes + added, updated_at = now(), told_seq = head,
      told_until = greatest(told_until, now()) + interval '1 second'
    where id = p_document;
    perform private.tell_head(document, head);
    perform private.extend_history(p_document, p_session, 'relay', document.head_seq + 1, head, now(), typed, deleted);
  end if;
  return json_build_object('head', head, 'chain', private.chain_of(p_document, head), 'acked', private.acked_up_to(acked, holes), 'epoch', document.epoch);
end
$$;
comment on function public.relay_updates(uuid, uuid, uuid, uuid, integer, integer, bigint[], bytea[], bytea[], bigint[], bigint[], bigint[], integer[], integer[]) is
  'Logs updates that another session broadcast and did not append, under that session''s client id and counters: peers may have built on them, and their text could not be integrated without them. Takes only updates with the session''s tag, which its page alone can make, and only of an author who may write or could until a day ago; skips all others. A missing counter is passed over where the Yjs clock continues behind it: it can only delete, and is still accepted later.';
revoke all on function public.relay_updates(uuid, uuid, uuid, uuid, integer, integer, bigint[], bytea[], bytea[], bigint[], bigint[], bigint[], integer[], integer[]) from public, anon, authenticated;
grant execute on function public.relay_updates(uuid, uuid, uuid, uuid, integer, integer, bigint[], bytea[], bytea[], bigint[], bigint[], bigint[], integer[], integer[]) to service_role;

-- The log is kept. Rows that loading no longer needs are packed: one row for up to a thousand.

create table private.packed_updates (
  document_id uuid not null references public.documents (id) on delete cascade,
  first_seq bigint not null,
  last_seq bigint not null,
  generation integer not null,
  chain text not null,
  sessions uuid[] not null,
  counters bigint[] not null,
  kinds text[] not null,
  logged_at timestamptz[] not null,
  is_quarantined boolean[] not null,
  updates bytea[] not null,
  images text[] not null,
  primary key (document_id, last_seq),
  check (cardinality(updates) = last_seq - first_seq + 1)
);
comment on table private.packed_updates is
  'Rows of the log older than 30 days, many in one: PostgreSQL compresses arrays, and stores and indexes a row only once. The relayer of a row is not kept; its author is the session''s.';
comment on column private.packed_updates.chain is 'Chain of the last row.';
comment on column private.packed_updates.images is 'Paths of the images that occur in the rows.';
alter table private.packed_updates enable row level security;
revoke all on private.packed_updates from anon, authenticated;

create function private.pack_updates(p_document uuid) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  base bigint;
  keep_from bigint;
  packed bigint := 0;
  moved bigint;
begin
  document := private.lock_document(p_document);
  -- Never above the snapshot before the base, so that a damaged base can be folded again.
  select s.seq into base from public.document_snapshots s
  where s.document_id = p_document and s.seq <= document.snapshot_seq order by s.seq desc offset 1 limit 1;
  select min(u.seq) - 1 into keep_from from public.document_updates u
  where u.document_id = p_document and (u.seq > coalesce(base, 0) or u.created_at > now() - interval '30 days');
  loop
    with next as (
      select u.*, row_number() over (order by u.seq) as place, sum(octet_length(u.bytes)) over (order by u.seq) as size
      from public.document_updates u where u.document_id = p_document and u.seq <= keep_from order by u.seq limit 1000
    ), chosen as (
      select * from next where place = 1 or size <= 262144
    ), kept as (
      insert into private.packed_updates
        (document_id, first_seq, last_seq, generation, chain, sessions, counters, kinds, logged_at, is_quarantined, updates, images)
      select p_document, min(c.seq), max(c.seq), min(c.generation), (array_agg(c.chain order by c.seq desc))[1],
        array_agg(c.session_id order by c.seq), array_agg(c.counter order by c.seq), array_agg(c.kind order by c.seq),
        array_agg(c.created_at order by c.seq), array_agg(c.quarantined_at is not null order by c.seq),
        array_agg(c.bytes order by c.seq),
        private.images_in(p_document, string_agg(c.bytes, ''::bytea order by c.seq))
      from chosen c having count(*) > 0 returning first_seq, last_seq
    )
    delete from public.document_updates u using kept
    where u.document_id = p_document and u.seq between kept.first_seq and kept.last_seq;
    get diagnostics moved = row_count;
    exit when moved = 0;
    packed := packed + moved;
  end loop;
  update public.documents set log_start_seq = greatest(log_start_seq, keep_from)
  where id = p_document and keep_from <= snapshot_seq;
  return packed;
end
$$;
comment on function private.pack_updates(uuid) is
  'Packs updates that are both below the snapshot before the base of loading and older than 30 days; returns how many. Loading reads no packed row.';
revoke all on function private.pack_updates(uuid) from public;
drop function public.prune_document_updates(uuid);

create function private.read_log(p_document uuid, p_after bigint, p_until bigint)
returns table (seq bigint, session_id uuid, counter bigint, kind text, logged_at timestamptz, is_quarantined boolean, bytes bytea)
language sql stable security definer set search_path = ''
as $$
  select p.first_seq + u.place - 1, u.session, u.counter, u.kind, u.at, u.is_bad, u.bytes
  from private.packed_updates p,
    unnest(p.sessions, p.counters, p.kinds, p.logged_at, p.is_quarantined, p.updates)
      with ordinality as u (session, counter, kind, at, is_bad, bytes, place)
  where p.document_id = p_document and p.last_seq > p_after and p.first_seq <= p_until
    and p.first_seq + u.place - 1 > p_after and p.first_seq + u.place - 1 <= p_until
  union all
  select u.seq, u.session_id, u.counter, u.kind, u.created_at, u.quarantined_at is not null, u.bytes
  from public.document_updates u
  where u.document_id = p_document and u.seq > p_after and u.seq <= p_until
$$;
comment on function private.read_log(uuid, bigint, bigint) is 'Rows of the log after one seq up to another, packed or not, in no order.';
revoke all on function private.read_log(uuid, bigint, bigint) from public;

-- Snapshots: the base of loading, the one before it, and checkpoints, from which old versions are read.

alter table public.document_snapshots
  add column since_checkpoint bigint not null default 0,
  add column is_checkpoint boolean not null generated always as (since_checkpoint >= octet_length(bytes)) stored;
comment on column public.document_snapshots.since_checkpoint is 'Bytes of the log between the last checkpoint and this snapshot.';
comment on column public.document_snapshots.is_checkpoint is
  'A checkpoint is kept. It is one when the log since the one before has grown by its size: so all checkpoints together take no more than the log, and reading a version takes no more than twice its state.';
-- The log before these may have been pruned.
update public.document_snapshots s set since_checkpoint = octet_length(s.bytes)
where exists (select from public.versions v where v.document_id = s.document_id and v.seq = s.seq)
  or s.seq = (select min(o.seq) from public.document_snapshots o where o.document_id = s.document_id);

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
comment on function public.save_snapshot(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, text, text, text, bigint[], bigint) is
  'Stores the fold of the log at p_seq, with the weight p_weight, its bytes at the least. It becomes the base of loading only if p_base still is (compare-and-swap); with a kind it also becomes a version. p_poison lists rows that the fold left out: they are marked, and their sessions revoked. A new base packs the log. Ends the turn that begin_fold gave.';

create or replace function public.read_version(p_actor uuid, p_auth_session uuid, p_document uuid, p_version uuid) returns public."application/octet-stream"
language plpgsql stable security definer set search_path = ''
as $$
declare
  document public.documents;
  version public.versions;
  base bigint;
  snapshot bytea;
  found_rows bigint;
  rows bytea[];
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into document from public.documents d where d.id = p_document;
  perform private.require_role(document, p_actor, array['owner', 'editor', 'commenter', 'viewer']);
  select * into version from public.versions v where v.id = p_version and v.document_id = p_document;
  if version.id is null or not private.shows_version(p_document, p_actor, version.kind, version.name, coalesce(version.ended_at, version.created_at)) then
    perform private.refuse('not_found');
  end if;
  select s.seq, s.bytes into base, snapshot from public.document_snapshots s
  where s.document_id = p_document and s.seq <= version.seq order by s.seq desc limit 1;
  select count(*), coalesce(array_agg(l.bytes order by l.seq) filter (where not l.is_quarantined), '{}') into found_rows, rows
  from private.read_log(p_document, coalesce(base, 0), version.seq) l;
  if found_rows <> version.seq - coalesce(base, 0) then perform private.refuse('internal', 'the log has a hole'); end if;
  return private.frame(json_build_object('versionId', version.id, 'seq', version.seq),
    case when snapshot is null then rows else array_prepend(snapshot, rows) end);
end
$$;
comment on function public.read_version(uuid, uuid, uuid, uuid) is
  'The state of a version, as a frame: its parts are Yjs updates that make it up, in order. Refused as not_found: a version that the caller does not see.';

create function public.name_version(p_document uuid, p_version uuid, p_name text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
begin
  document := private.lock_document(p_document);
  perform private.require_role(document, private.caller(), array['owner', 'editor']);
  perform private.spend(private.caller(), 'save_version');
  if char_length(btrim(p_name)) > 120 then perform private.refuse('bad_request', 'name'); end if;
  update public.versions set name = nullif(btrim(p_name), '') where id = p_version and document_id = p_document;
  if not found then perform private.refuse('not_found'); end if;
end
$$;
comment on function public.name_version(uuid, uuid, text) is
  'Names a version, or takes its name away. A named version stays as it is: a stretch that was growing ends, and it is not thinned out.';
revoke all on function public.name_version(uuid, uuid, text) from public, anon, service_role;
grant execute on function public.name_version(uuid, uuid, text) to authenticated;

drop function public.save_before_deletion(uuid, uuid, integer, bigint, bytea, text);
create function public.save_before_deletion(p_document uuid, p_session uuid, p_generation integer, p_seq bigint) returns uuid
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
  insert into public.versions (document_id, seq, kind, created_by)
  values (p_document, p_seq, 'before_deletion',
    (select s.user_id from public.editing_sessions s where s.id = p_session and s.document_id = p_document))
  returning id into version_id;
  return version_id;
end
$$;
comment on function public.save_before_deletion(uuid, uuid, integer, bigint) is
  'Saves the document at p_seq as a version from before a large deletion by the author of the session; null when there is one from the last ten minutes. Does not count against the rate of saving versions.';
revoke all on function public.save_before_deletion(uuid, uuid, integer, bigint) from public, anon, authenticated;
grant execute on function public.save_before_deletion(uuid, uuid, integer, bigint) to service_role;

-- Images stay while a row or a checkpoint has them.
create or replace function public.list_unused_images(p_document uuid) returns text[]
language sql security definer set search_path = ''
as $$
  with used as (
    select unnest(s.images) as path from public.document_snapshots s where s.document_id = p_document
    union
    select unnest(p.images) from private.packed_updates p where p.document_id = p_document
    union
    select unnest(private.images_in(p_document, u.bytes)) from public.document_updates u where u.document_id = p_document
  ), unused as (
    select o.name as path from storage.objects o
    where o.bucket_id = 'document-images' and o.name ^@ (p_document::text || '/')
    except select path from used
  ), again_in_use as (
    delete from private.unused_images i where i.document_id = p_document and i.path not in (select path from unused)
  ), newly_unused as (
    insert into private.unused_images (document_id, path) select p_document, path from unused on conflict do nothing
  )
  select coalesce(array_agg(i.path order by i.path), '{}') from private.unused_images i
  where i.document_id = p_document and i.since < now() - interval '30 days' and i.path in (select path from unused)
$$;

create or replace function private.erase_document(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.versions where document_id = p_document;
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

-- Thinning.

create function private.merge_version(p_from public.versions, p_into uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into public.version_authors as a (version_id, session_id, document_id, typed, deleted)
  select p_into, o.session_id, o.document_id, o.typed, o.deleted from public.version_authors o where o.version_id = p_from.id
  on conflict (version_id, session_id) do update set typed = a.typed + excluded.typed, deleted = a.deleted + excluded.deleted;
  update public.versions set from_seq = p_from.from_seq, created_at = p_from.created_at,
    typed = typed + p_from.typed, deleted = deleted + p_from.deleted
  where id = p_into;
  delete from public.versions where id = p_from.id;
$$;
comment on function private.merge_version(public.versions, uuid) is
  'Lets the next stretch take over the rows and the authors of one that is thinned out.';
revoke all on function private.merge_version(public.versions, uuid) from public;

create function private.sweep_versions(p_limit integer) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  due uuid;
  version public.versions;
  unit text;
  next_id uuid;
  looked_at bigint := 0;
begin
  for due in
    select v.id from public.versions v where v.thin_at < now() order by v.thin_at, v.seq limit p_limit
  loop
    -- Read again, because the one before may have been merged into it.
    select * into version from public.versions v where v.id = due for update skip locked;
    continue when not found;
    looked_at := looked_at + 1;
    unit := case when version.ended_at > now() - interval '30 days' then 'hour'
      when version.ended_at > now() - interval '1 year' then 'day' else 'month' end;
    select v.id into next_id from public.versions v
    where v.document_id = version.document_id and v.kind = 'automatic' and v.from_seq > version.seq and v.created_at >= version.created_at
      and date_trunc(unit, v.ended_at, 'UTC') = date_trunc(unit, version.ended_at, 'UTC')
    order by v.from_seq limit 1;
    if version.name is null and next_id is not null then
      perform private.merge_version(version, next_id);
    else
      update public.versions set thin_at = case unit when 'hour' then version.ended_at + interval '30 days'
        when 'day' then version.ended_at + interval '1 year' end
      where id = version.id;
    end if;
  end loop;
  return looked_at;
end
$$;
comment on function private.sweep_versions(integer) is
  'Thins out automatic versions: all are kept for 48 hours, then the last of each hour, after 30 days the last of each day, after a year the last of each month (UTC). One that is not kept is merged into the next. Named ones are kept. Returns how many were looked at.';
revoke all on function private.sweep_versions(integer) from public;

create or replace function public.sweep(p_limit integer default 1000) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  most integer := least(greatest(coalesce(p_limit, 1000), 1), 10000);
  documents bigint := private.erase_expired();
  swept jsonb := jsonb_build_object(
    'sessions', private.sweep_sessions(most),
    'secrets', private.sweep_secrets(most),
    'invitations', private.sweep_invitations(most),
    'refusedWrites', private.sweep_refused_writes(most),
    'buckets', private.sweep_buckets(most),
    'versions', private.sweep_versions(most));
begin
  return swept || jsonb_build_object('documents', documents, 'more',
    documents >= 20 or exists (select from jsonb_each_text(swept) as kind (name, number) where number::bigint >= most));
end
$$;
comment on function public.sweep(integer) is
  'Erases expired data: documents after 30 days in the trash (20 at most), editing sessions that wrote nothing, secrets of sessions that are over, expired invitations and their memberships, refused writes after 90 days, full buckets, automatic versions that are thinned out; of each kind p_limit rows at most (1,000; between 1 and 10,000). Returns how many of each, and as more whether there may be more. Calling it twice, or at the same time, is harmless. Sessions that wrote and the log stay.';

-- Documents from before: their stretches, from the log that they still have. Its rows do not say how many characters they
-- changed, so that is estimated from their size. A state can be read only from a snapshot on, or from the first row.
do $$
declare
  one record;
begin
  for one in
    select u.document_id, u.session_id, u.kind, u.seq, u.created_at, greatest(octet_length(u.bytes) - 20, 1) as size
    from public.document_updates u
    where u.kind <> 'seed' and (
      exists (select from public.document_updates f where f.document_id = u.document_id and f.seq = 1)
      or u.seq > (select min(s.seq) from public.document_snapshots s where s.document_id = u.document_id))
    order by u.document_id, u.seq
  loop
    perform private.extend_history(one.document_id, one.session_id, one.kind, one.seq, one.seq, one.created_at, one.size, 0);
  end loop;
end
$$;
