-- Folding that fits (docs/decisions/0025): what a document may weigh, when a fold is due, and whose turn it is.

alter table public.documents add column snapshot_weight bigint not null default 0 check (snapshot_weight >= 0);
comment on column public.documents.snapshot_weight is 'What the snapshot that loading starts from weighs, as weigh() in _shared/contract/limits.ts has it.';
comment on column public.documents.size_bytes is 'What the document takes of the most that it may: the weight of the snapshot that loading starts from, and the bytes of every update after it.';

update public.documents d set snapshot_weight = octet_length(s.bytes)
from public.document_snapshots s where s.document_id = d.id and s.seq = d.snapshot_seq;

create function private.max_document_weight() returns bigint language sql immutable set search_path = '' return 4 * 1024 * 1024;
comment on function private.max_document_weight() is 'The same as MAX_DOCUMENT_WEIGHT in _shared/contract/limits.ts.';
revoke all on function private.max_document_weight() from public;

create table private.folds (
  document_id uuid primary key references public.documents (id) on delete cascade,
  tries integer not null,
  not_before timestamptz not null
);
comment on table private.folds is 'Documents whose log somebody has begun to fold; a fold that ends takes its row away. What stays has failed, or its function was killed, and is tried again at not_before: after one minute, two, four, up to a day.';
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
  'Whether the log is to be folded that ends at p_head and with which the document weighs p_size: after 200 rows, or as many bytes as a sixteenth of the snapshot and 64 KB at the least, so that nobody loads much more than the snapshot. Not while somebody folds, or has failed to lately.';
revoke all on function private.is_fold_due(public.documents, bigint, bigint) from public;

create function public.begin_fold(p_actor uuid, p_auth_session uuid, p_document uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
begin
  -- Whoever may not end it begins none: it would keep others from it.
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
  'Takes the turn to fold a document; false while somebody else has it, or a fold that began has not ended well and its time to be tried again has not come.';
revoke all on function public.begin_fold(uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.begin_fold(uuid, uuid, uuid) to service_role;

-- As before, but: the head is told with its rows, a restore is always taken, and the answer says whether a fold is due.
create or replace function public.append_updates(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_generation integer, p_schema integer,
  p_first_counter bigint, p_updates bytea[], p_client_ids bigint[], p_clocks bigint[], p_next_clocks bigint[],
  p_title text default null, p_kind text default 'edit'
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
begin
  document := private.lock_document(p_document);
  -- Asked under the lock: a removal and an append have one order.
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
  -- What the log has already is not sent twice by anybody's choice; behind a hole nothing is taken.
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
    -- A hole: what came before it is acknowledged, the client sends again from there.
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
  end loop;

  if head > document.head_seq then
    update public.editing_sessions set last_counter = acked, next_clock = clock, passed_over = holes, last_seen_at = now() where id = p_session;
    is_told := p_kind <> 'edit' or private.may_tell_head(document);
    update public.documents set head_seq = head, size_bytes = size, updated_at = now(), title = coalesce(left(p_title, 200), title),
      told_seq = case when is_told then head else told_seq end,
      told_until = case when is_told then greatest(told_until, now()) + interval '1 second' else told_until end
    where id = p_document;
    if is_told then perform private.tell_head(document, head); end if;
  end if;
  if p_kind = 'restore' and document.restore_session_id = p_session then
    update public.documents set restore_session_id = null, restore_until = null where id = p_document;
  end if;
  return json_build_object('head', head, 'chain', private.chain_of(p_document, head), 'acked', private.acked_up_to(acked, holes), 'epoch', document.epoch,
    'foldDue', private.is_fold_due(document, head, size));
end
$$;
comment on function public.append_updates(uuid, uuid, uuid, uuid, integer, integer, bigint, bytea[], bigint[], bigint[], bigint[], text, text) is
  'The only write to a document. One transaction under the document''s row lock: rights, session, then each update whose counter is the session''s next gets the next seq. A counter that relaying passed over is taken when it comes. Already logged counters are acknowledged again; one with different bytes is refused. p_client_ids, p_clocks and p_next_clocks say, for each update, under which Yjs client it writes and from which clock up to which; null for one that only deletes. A clock that does not continue the session''s is refused, and what would make the document heavier than it may be; deleting and restoring are always possible. foldDue: the caller is to have the log folded.';

drop function private.max_document_bytes();

drop function public.save_snapshot(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, text, text, text, bigint[]);
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
  -- What is saved before a restore is counted with it.
  if p_kind is distinct from 'before_restore' then
    perform private.spend(p_actor, case when p_kind is null then 'fold' else 'save_version' end);
  end if;
  if document.generation <> p_generation then perform private.refuse('generation_mismatch'); end if;
  if p_seq < 1 or p_seq > document.head_seq then perform private.refuse('bad_request', 'seq'); end if;
  -- No client lets these in; without its session their author can add no more of the kind.
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
    -- The base before stays, in case this one is damaged; older ones only for the versions that people see.
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
  'Stores the fold of the log at p_seq, which weighs p_weight, its bytes at the least. It becomes the base of loading only if p_base still is (compare and swap); with a kind it also becomes a version. p_poison names rows that the fold left out: they are marked, and their sessions revoked. A new base prunes the log. Ends the turn that begin_fold gave.';
revoke all on function public.save_snapshot(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, text, text, text, bigint[], bigint) from public, anon, authenticated;
grant execute on function public.save_snapshot(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, text, text, text, bigint[], bigint) to service_role;

-- As before, with the rows that the caller lacks, by name, and the weight: pages say when a document is nearly full.
drop function public.document_head(uuid, uuid);
create function public.document_head(p_document uuid, p_session uuid default null, p_since bigint default null) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  my_role text;
begin
  select * into document from public.documents d where d.id = p_document;
  my_role := private.require_role(document, private.caller(), array['owner', 'editor', 'commenter', 'viewer']);
  -- An open page asks again and again: its editing session is alive, whether anything is typed or not.
  update public.editing_sessions set last_seen_at = now()
  where id = p_session and document_id = p_document and user_id = private.caller() and last_seen_at < now() - interval '20 seconds';
  return json_build_object('head', document.head_seq, 'chain', private.chain_of(p_document, document.head_seq),
    'epoch', document.epoch, 'generation', document.generation, 'role', my_role, 'weight', document.size_bytes,
    'rows', private.name_rows(p_document, p_since, document.head_seq),
    'snapshot', json_build_object('seq', document.snapshot_seq, 'digest', coalesce(
      (select s.digest from public.document_snapshots s where s.document_id = p_document and s.seq = document.snapshot_seq), '')));
end
$$;
comment on function public.document_head(uuid, uuid, bigint) is
  'Where the log stands, by name the rows after p_since, what the document weighs, and what the caller may do: cheap enough to ask every few seconds. Keeps the caller''s editing session, if named, from counting as silent.';
revoke all on function public.document_head(uuid, uuid, bigint) from public, anon, service_role;
grant execute on function public.document_head(uuid, uuid, bigint) to authenticated;
