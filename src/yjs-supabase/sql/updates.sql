-- The log: an append-only sequence of Yjs updates for each document.

create table public.document_updates (
  document_id uuid not null references public.document_logs (document_id) on delete cascade,
  seq bigint not null check (seq > 0),
  generation integer not null,
  session_id uuid references public.editing_sessions (id) on delete set null,
  counter bigint not null check (counter >= 0),
  author_id uuid references auth.users (id) on delete set null,
  kind text not null default 'edit' check (kind in ('edit', 'restore', 'seed', 'relay', 'import')),
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- One update may be as large as a document: a pasted book is saved as a whole or not at all.
  bytes bytea not null constraint document_updates_bytes_check check (octet_length(bytes) <= 4194304 or kind = 'restore'),
  chain text not null,
  quarantined_at timestamptz,
  created_at timestamptz not null default now(),
  -- A restore, which the server writes, may bring back a whole document.
  heirs text check (heirs ~ '^[0-9 ]+$' and (octet_length(heirs) <= 8192 or kind = 'restore')),
  primary key (document_id, seq),
  unique (document_id, session_id, counter)
);
comment on table public.document_updates is
  'The log: Yjs updates (encoding V1) in the order in which they became durable. Written by create_document, append_updates and relay_updates only.';
comment on column public.document_updates.chain is
  'Hash of the chain of the row before and of this row''s hash: equal in two logs only if they are the same up to here.';
comment on column public.document_updates.heirs is
  'Which deleted text the update inserts again, as its page declared: ranges of four numbers (first clock, client and first clock that it continues, length), separated by spaces. A claim, which readers of the log check.';
comment on column public.document_updates.quarantined_at is
  'When a fold left this row out, because it has content that every client rejects.';
-- Updates compress poorly and are always read whole.
alter table public.document_updates alter column bytes set storage external;

create index document_updates_session on public.document_updates (session_id);
create index document_updates_author on public.document_updates (author_id);

alter table public.document_updates enable row level security;
revoke all on public.document_updates from anon, authenticated;
grant select on public.document_updates to service_role;

create function private.chain_update() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  before text;
begin
  select u.chain into before from public.document_updates u where u.document_id = new.document_id and u.seq = new.seq - 1;
  new.chain := left(encode(sha256(convert_to(coalesce(before, '') || encode(new.sha256, 'hex'), 'UTF8')), 'hex'), 32);
  return new;
end
$$;
comment on function private.chain_update() is 'Trigger: chains a new row of the log to the row before it.';
revoke all on function private.chain_update() from public;

create trigger chain_update before insert on public.document_updates for each row execute function private.chain_update();

create function private.chain_of(p_document uuid, p_seq bigint) returns text
language sql stable security definer set search_path = ''
as $$
  select u.chain from public.document_updates u where u.document_id = p_document and u.seq = p_seq
$$;
comment on function private.chain_of(uuid, bigint) is 'The chain of the log at a seq. Pruning always keeps the newest row.';
revoke all on function private.chain_of(uuid, bigint) from public;

create function private.max_document_weight() returns bigint language sql immutable set search_path = '' return 4 * 1024 * 1024;
comment on function private.max_document_weight() is 'The same as MAX_DOCUMENT_WEIGHT in _shared/contract/limits.ts.';
revoke all on function private.max_document_weight() from public;

create function private.acked_up_to(p_last bigint, p_holes bigint[]) returns bigint language sql immutable set search_path = ''
return coalesce((select min(hole) - 1 from unnest(p_holes) as holes (hole)), p_last);
comment on function private.acked_up_to(bigint, bigint[]) is 'The counter up to which the log has all updates of a session.';
revoke all on function private.acked_up_to(bigint, bigint[]) from public;

create function public.append_updates(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_generation integer, p_schema integer,
  p_first_counter bigint, p_updates bytea[], p_client_ids bigint[], p_clocks bigint[], p_next_clocks bigint[],
  p_title text default null, p_kind text default 'edit', p_typed integer[] default '{}', p_deleted integer[] default '{}',
  p_heirs text[] default '{}'
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  log public.document_logs;
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
  log := private.lock_log(p_document);
  -- Checked under the lock, so that a removal and an append have one order.
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require(p_document, p_actor, 'write');
  perform private.spend(p_actor, 'append');
  if log.generation <> p_generation then perform private.refuse('generation_mismatch'); end if;
  if p_schema < log.schema_major then perform private.refuse('upgrade_required'); end if;
  select * into session from public.editing_sessions s where s.id = p_session for update;
  if session.id is null or session.user_id <> p_actor or session.document_id <> p_document
    or session.generation <> p_generation or session.revoked_at is not null then
    perform private.refuse('session_invalid');
  end if;
  if exists (select 1 from unnest(p_client_ids) as ids (id) where ids.id <> session.client_id) then
    perform private.refuse('update_rejected', 'client id of another session');
  end if;
  if p_kind = 'restore' and log.restore_session_id is distinct from p_session then
    perform private.refuse('restore_in_progress');
  end if;
  -- Updates in the log already are free, because they are resent after a lost answer. Behind a hole nothing is logged.
  if p_first_counter <= session.last_counter + 1 then
    perform private.spend(p_actor, 'append_bytes', (
      select sum(octet_length(u.bytes)) from unnest(p_updates) with ordinality as u (bytes, place)
      where p_first_counter + u.place - 1 > session.last_counter or p_first_counter + u.place - 1 = any (session.passed_over)));
  end if;

  head := log.head_seq;
  acked := session.last_counter;
  clock := session.next_clock;
  holes := session.passed_over;
  size := log.size_bytes;
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
    insert into public.document_updates (document_id, seq, generation, session_id, counter, author_id, kind, sha256, bytes, heirs)
    values (p_document, head, p_generation, p_session, this_counter, p_actor, p_kind, hash, p_updates[i], nullif(p_heirs[i], ''));
    typed := typed + coalesce(p_typed[i], 0);
    deleted := deleted + coalesce(p_deleted[i], 0);
  end loop;

  if head > log.head_seq then
    update public.editing_sessions set last_counter = acked, next_clock = clock, passed_over = holes, last_seen_at = now() where id = p_session;
    is_told := p_kind <> 'edit' or private.may_tell_head(log);
    update public.document_logs set head_seq = head, size_bytes = size, changed_at = now(),
      told_seq = case when is_told then head else told_seq end,
      told_until = case when is_told then greatest(told_until, now()) + interval '1 second' else told_until end
    where document_id = p_document;
    if is_told then perform private.tell_head(log, head); end if;
    perform private.after_append(log, p_session, p_kind, head, typed, deleted, p_title);
  end if;
  if p_kind = 'restore' and log.restore_session_id = p_session then
    update public.document_logs set restore_session_id = null, restore_until = null where document_id = p_document;
  end if;
  return json_build_object('head', head, 'chain', private.chain_of(p_document, head), 'acked', private.acked_up_to(acked, holes), 'epoch', log.epoch,
    'foldDue', private.is_fold_due(log, head, size));
end
$$;
comment on function public.append_updates(uuid, uuid, uuid, uuid, integer, integer, bigint, bytea[], bigint[], bigint[], bigint[], text, text, integer[], integer[], text[]) is
  'Appends updates of an editing session to the log. One transaction under the lock of the log: checks rights and session, then gives each update whose counter is the session''s next the next seq. Counters that relaying passed over are still accepted. Counters that are logged already are acknowledged again; different bytes for one are refused. p_client_ids, p_clocks and p_next_clocks have, for each update, the Yjs client it writes under, its first clock and the clock after it; null for one that only deletes. Refused: a clock that does not continue the session''s, and an update that makes the document heavier than allowed. Deleting and restoring are always possible. foldDue: the caller is to have the log folded. p_typed and p_deleted count, for each update, the characters it inserts and the clock ticks it deletes: for the history. p_heirs has, for each update, which deleted text it inserts again; empty or null for none.';
revoke all on function public.append_updates(uuid, uuid, uuid, uuid, integer, integer, bigint, bytea[], bigint[], bigint[], bigint[], text, text, integer[], integer[], text[]) from public, anon, authenticated;
grant execute on function public.append_updates(uuid, uuid, uuid, uuid, integer, integer, bigint, bytea[], bigint[], bigint[], bigint[], text, text, integer[], integer[], text[]) to service_role;
