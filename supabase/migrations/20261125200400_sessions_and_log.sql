-- Editing sessions and the log: an append-only sequence of Yjs updates for each document. Edge functions call those
-- with p_actor and p_auth_session, using the service key, after verifying the caller's token.

create table public.editing_sessions (
  id uuid primary key,
  document_id uuid not null references public.documents (id) on delete cascade,
  -- A session that wrote outlives its author's account: the log and the history refer to it.
  user_id uuid references public.profiles (id) on delete set null,
  generation integer not null,
  client_id bigint not null check (client_id between 2 and 4294967295),
  last_counter bigint not null default 0 check (last_counter >= 0),
  next_clock bigint not null default 0 check (next_clock >= 0),
  passed_over bigint[] not null default '{}',
  opened_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  revoked_at timestamptz,
  lost_right_at timestamptz,
  unique (document_id, generation, client_id),
  constraint editing_sessions_of_nobody_are_over check (user_id is not null or revoked_at is not null)
);
comment on table public.editing_sessions is
  'One document open in one tab. Binds a Yjs client id to a person; its counter makes appending idempotent.';
comment on column public.editing_sessions.user_id is 'The author; null when the account is deleted.';
comment on column public.editing_sessions.client_id is 'Yjs client id, 32 bits; 0 and 1 are the server''s (it writes the first paragraph of every document as 1).';
comment on column public.editing_sessions.last_counter is 'Counter of the session''s newest logged update; survives pruning of the log.';
comment on column public.editing_sessions.next_clock is
  'Yjs clock at which the session''s next update must begin: Yjs could never integrate what follows a gap.';
comment on column public.editing_sessions.passed_over is
  'Counters below last_counter that are not in the log: deletions that had reached no peer when a later update was relayed.';
comment on column public.editing_sessions.lost_right_at is
  'When the author last lost the right to write. Peers may still relay, for a day, what the page had broadcast by then.';

create index editing_sessions_user on public.editing_sessions (user_id);
create index editing_sessions_seen on public.editing_sessions (document_id, last_seen_at);
create index editing_sessions_unwritten on public.editing_sessions (last_seen_at) where last_counter = 0;

alter table public.editing_sessions enable row level security;
revoke all on public.editing_sessions from anon, authenticated;
grant select (id, document_id, user_id, generation, client_id, opened_at, last_seen_at, revoked_at)
  on public.editing_sessions to authenticated;
grant select on public.editing_sessions to service_role;
create policy sessions_of_my_documents on public.editing_sessions for select to authenticated
  using (document_id in (select private.my_documents()));

create table private.session_secrets (
  session_id uuid primary key references public.editing_sessions (id) on delete cascade,
  secret bytea not null default extensions.gen_random_bytes(32) check (octet_length(secret) = 32)
);
comment on table private.session_secrets is
  'Sent only to the page that opened the editing session. A tag made with it proves that this page broadcast an update.';
alter table private.session_secrets enable row level security;
revoke all on private.session_secrets from anon, authenticated;

create function private.leave_session() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.revoked_at := coalesce(old.revoked_at, now());
  -- Updates of a deleted account are not relayed: there is nobody whose rate they could count against.
  new.lost_right_at := null;
  delete from private.session_secrets where session_id = old.id;
  return new;
end
$$;
comment on function private.leave_session() is
  'Trigger: revokes an editing session whose account is deleted, and deletes its secret.';
revoke all on function private.leave_session() from public;
create trigger leave_session before update of user_id on public.editing_sessions for each row
  when (new.user_id is null) execute function private.leave_session();

create function public.open_editing_session(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_client_id bigint, p_schema integer
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  actor_role text;
  known public.editing_sessions;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into document from public.documents d where d.id = p_document;
  actor_role := private.require_role(document, p_actor, array['owner', 'editor', 'commenter', 'viewer']);
  perform private.spend(p_actor, 'open_session');
  if p_schema < document.schema_major then perform private.refuse('upgrade_required'); end if;
  insert into public.editing_sessions (id, document_id, user_id, generation, client_id)
  values (p_session, p_document, p_actor, document.generation, p_client_id)
  on conflict do nothing;
  select * into known from public.editing_sessions s where s.id = p_session;
  if known.id is null or known.user_id <> p_actor or known.document_id <> p_document or known.revoked_at is not null
    or known.client_id <> p_client_id or known.generation <> document.generation then
    perform private.refuse('session_invalid');
  end if;
  update public.editing_sessions set last_seen_at = now() where id = p_session;
  insert into private.session_secrets (session_id) values (p_session) on conflict do nothing;
  return json_build_object('sessionId', p_session, 'role', actor_role, 'generation', document.generation,
    'epoch', document.epoch, 'head', document.head_seq,
    'secret', (select encode(s.secret, 'hex') from private.session_secrets s where s.session_id = p_session));
end
$$;
comment on function public.open_editing_session(uuid, uuid, uuid, uuid, bigint, integer) is
  'Registers an editing session, and with it the only Yjs client id that it may write under. Returns, to its author only, the secret for tagging live updates. Idempotent.';
revoke all on function public.open_editing_session(uuid, uuid, uuid, uuid, bigint, integer) from public, anon, authenticated;
grant execute on function public.open_editing_session(uuid, uuid, uuid, uuid, bigint, integer) to service_role;

-- The log.

create table public.document_updates (
  document_id uuid not null references public.documents (id) on delete cascade,
  seq bigint not null check (seq > 0),
  generation integer not null,
  session_id uuid references public.editing_sessions (id) on delete set null,
  counter bigint not null check (counter >= 0),
  author_id uuid references public.profiles (id) on delete set null,
  kind text not null default 'edit' check (kind in ('edit', 'restore', 'seed', 'relay', 'import')),
  sha256 bytea not null check (octet_length(sha256) = 32),
  bytes bytea not null check (octet_length(bytes) <= 2097152 or kind = 'restore'),
  chain text not null,
  quarantined_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (document_id, seq),
  unique (document_id, session_id, counter)
);
comment on table public.document_updates is
  'The log: Yjs updates (encoding V1) in the order in which they became durable. Written by create_document, append_updates and relay_updates only.';
comment on column public.document_updates.chain is
  'Hash of the chain of the row before and of this row''s hash: equal in two logs only if they are the same up to here.';
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
  'Appends updates of an editing session to the log. One transaction under the document''s row lock: checks rights and session, then gives each update whose counter is the session''s next the next seq. Counters that relaying passed over are still accepted. Counters that are logged already are acknowledged again; different bytes for one are refused. p_client_ids, p_clocks and p_next_clocks have, for each update, the Yjs client it writes under, its first clock and the clock after it; null for one that only deletes. Refused: a clock that does not continue the session''s, and an update that makes the document heavier than allowed. Deleting and restoring are always possible. foldDue: the caller is to have the log folded.';
revoke all on function public.append_updates(uuid, uuid, uuid, uuid, integer, integer, bigint, bytea[], bigint[], bigint[], bigint[], text, text) from public, anon, authenticated;
grant execute on function public.append_updates(uuid, uuid, uuid, uuid, integer, integer, bigint, bytea[], bigint[], bigint[], bigint[], text, text) to service_role;

-- Relaying: a peer logs what an author broadcast and did not append.

create function private.tag_update(p_session uuid, p_counter bigint, p_bytes bytea) returns bytea
language sql stable security definer set search_path = ''
as $$
  select substr(extensions.hmac(int8send(p_counter) || p_bytes, s.secret, 'sha256'), 1, 16)
  from private.session_secrets s where s.session_id = p_session
$$;
comment on function private.tag_update(uuid, bigint, bytea) is
  'The tag that only the session''s page can have made for a live update; null for a session without a secret. Laid out as in the provider''s PROTOCOL.md (W8).';
revoke all on function private.tag_update(uuid, bigint, bytea) from public;

create function private.max_passed_over() returns integer language sql immutable set search_path = '' return 1000;
comment on function private.max_passed_over() is
  'How many counters of one session may be missing in the log before later updates have to wait.';
revoke all on function private.max_passed_over() from public;

create function public.relay_updates(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_generation integer, p_schema integer,
  p_counters bigint[], p_tags bytea[], p_updates bytea[], p_client_ids bigint[], p_clocks bigint[], p_next_clocks bigint[]
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
  end loop;
  if head > document.head_seq then
    -- The author's page made these updates, so they count against the author's rate.
    perform private.spend(session.user_id, 'append_bytes', added);
    update public.editing_sessions set last_counter = acked, next_clock = clock, passed_over = holes where id = p_session;
    update public.documents set head_seq = head, size_bytes = size_bytes + added, updated_at = now(), told_seq = head,
      told_until = greatest(told_until, now()) + interval '1 second'
    where id = p_document;
    perform private.tell_head(document, head);
  end if;
  return json_build_object('head', head, 'chain', private.chain_of(p_document, head), 'acked', private.acked_up_to(acked, holes), 'epoch', document.epoch);
end
$$;
comment on function public.relay_updates(uuid, uuid, uuid, uuid, integer, integer, bigint[], bytea[], bytea[], bigint[], bigint[], bigint[]) is
  'Logs updates that another session broadcast and did not append, under that session''s client id and counters: peers may have built on them, and their text could not be integrated without them. Takes only updates with the session''s tag, which its page alone can make, and only of an author who may write or could until a day ago; skips all others. A missing counter is passed over where the Yjs clock continues behind it: it can only delete, and is still accepted later.';
revoke all on function public.relay_updates(uuid, uuid, uuid, uuid, integer, integer, bigint[], bytea[], bytea[], bigint[], bigint[], bigint[]) from public, anon, authenticated;
grant execute on function public.relay_updates(uuid, uuid, uuid, uuid, integer, integer, bigint[], bytea[], bytea[], bigint[], bigint[], bigint[]) to service_role;

-- Attempts to write content that no page of the app writes. A refusal rolls its own transaction back, so they are recorded by a
-- separate call.

create table private.refused_writes (
  document_id uuid not null references public.documents (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  reason text not null check (char_length(reason) between 1 and 80),
  session_id uuid not null,
  attempts bigint not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  primary key (document_id, user_id, reason)
);
comment on table private.refused_writes is
  'Attempts to write under another person''s session, or content that no document has: the person, the reason, how many, and the last editing session. For the operator of the server; kept for 90 days.';
create index refused_writes_user on private.refused_writes (user_id);
create index refused_writes_age on private.refused_writes (last_at);
alter table private.refused_writes enable row level security;
revoke all on private.refused_writes from anon, authenticated;

create function public.note_refused_write(p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_reason text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owner_of_session uuid := (select s.user_id from public.editing_sessions s where s.id = p_session);
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.spend(p_actor, 'append');
  -- Without a reason the session was refused. The caller's own may have ended; another person's is never sent by mistake.
  if p_reason is null and coalesce(owner_of_session = p_actor, true) then return; end if;
  delete from private.refused_writes where last_at < now() - interval '90 days';
  insert into private.refused_writes as r (document_id, user_id, reason, session_id)
  select d.id, p_actor, coalesce(left(p_reason, 80), 'session of somebody else'), p_session
  from public.documents d where d.id = p_document
  on conflict (document_id, user_id, reason) do update
  set attempts = r.attempts + 1, session_id = excluded.session_id, last_at = now();
end
$$;
comment on function public.note_refused_write(uuid, uuid, uuid, uuid, text) is
  'Records a refused write. Counts against the rate of appending, as an accepted write does.';
revoke all on function public.note_refused_write(uuid, uuid, uuid, uuid, text) from public, anon, authenticated;
grant execute on function public.note_refused_write(uuid, uuid, uuid, uuid, text) to service_role;
