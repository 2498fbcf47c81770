-- The database at the time of the baseline, written from supabase/schemas and src/yjs-supabase/sql.

-- src/yjs-supabase/sql/callers.sql

-- The signed-in caller. First the helper with which every function refuses.

create schema if not exists private;
comment on schema private is 'Helpers of policies and public functions. The API does not expose it.';
grant usage on schema private to anon, authenticated, service_role;

create function private.refuse(p_code text, p_detail text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using
    errcode = 'PT' || case p_code
      when 'bad_request' then '400' when 'unauthenticated' then '401' when 'forbidden' then '403'
      when 'session_invalid' then '403' when 'not_found' then '404' when 'user_not_found' then '404'
      when 'generation_mismatch' then '409' when 'restore_in_progress' then '409' when 'already_member' then '409'
      when 'gone' then '410' when 'too_large' then '413' when 'document_full' then '413' when 'update_rejected' then '422'
      when 'counter_reused' then '422' when 'upgrade_required' then '426' when 'rate_limited' then '429'
      else '500' end,
    message = p_code,
    detail = coalesce(p_detail, '');
end
$$;
comment on function private.refuse(text, text) is 'Raises a refusal: SQLSTATE PT<status>, the code as message.';
revoke all on function private.refuse(text, text) from public;

create function private.has_shown_factor(p_session auth.sessions) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(p_session.aal >= 'aal2', false)
    or not exists (select 1 from auth.mfa_factors f where f.user_id = p_session.user_id and f.status = 'verified');
end
$$;
comment on function private.has_shown_factor(auth.sessions) is
  'Whether a sign-in session has passed the second factor, or its person has none. A session that has not counts as signed out.';
revoke all on function private.has_shown_factor(auth.sessions) from public;

-- In plpgsql, which caches the plan between calls: every policy calls it.
create function private.caller() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select s.user_id from auth.sessions s
    where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid() and private.has_shown_factor(s)
  );
end
$$;
comment on function private.caller() is
  'The person who is signed in, or null. Looks at the sign-in session, because an access token outlives it by minutes and signing out must take effect at once.';
revoke all on function private.caller() from public;
grant execute on function private.caller() to authenticated;

create function private.require_sign_in(p_actor uuid, p_auth_session uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- An access token outlives its session by minutes; signing out must take effect at once.
  if not exists (select 1 from auth.sessions s where s.id = p_auth_session and s.user_id = p_actor
                 and private.has_shown_factor(s)) then
    perform private.refuse('unauthenticated', 'signed out');
  end if;
end
$$;
comment on function private.require_sign_in(uuid, uuid) is
  'Refuses when the sign-in session behind a token has ended, or lacks the second factor.';
revoke all on function private.require_sign_in(uuid, uuid) from public;

-- src/yjs-supabase/sql/rates.sql

-- Rates: one token bucket for each person and action. Calls that cost the server work take tokens out of it.

create table private.rate_limits (
  action text primary key,
  per_second double precision not null check (per_second > 0),
  burst integer not null check (burst > 0)
);
comment on table private.rate_limits is
  'Settings of the buckets: how many tokens a second are added, and how many a bucket holds. append_bytes counts bytes, every other action counts calls.';

alter table private.rate_limits enable row level security;
revoke all on private.rate_limits from anon, authenticated;

insert into private.rate_limits (action, per_second, burst) values
  ('append', 20, 60),
  -- A full bucket holds the bytes of a day, and refills within a day.
  ('append_bytes', 20 * 1024 * 1024 / 86400.0, 20 * 1024 * 1024),
  ('open_session', 10 / 60.0, 60),
  ('fold', 1, 60),
  -- Half a fold a second for each reader. Opening thirty documents at once is no reason to refuse.
  ('read_folded', 0.5, 60);

-- Unlogged: a bucket is not worth a write to the write-ahead log. After a crash all buckets are full.
create unlogged table private.rate_buckets (
  user_id uuid not null references auth.users (id) on delete cascade,
  action text not null references private.rate_limits (action) on update cascade on delete cascade,
  tokens double precision not null,
  filled_at timestamptz not null,
  primary key (user_id, action)
);
comment on table private.rate_buckets is 'Tokens left in a person''s bucket, as of filled_at. Without a row the bucket is full.';

alter table private.rate_buckets enable row level security;
revoke all on private.rate_buckets from anon, authenticated;

create function private.spend(p_user uuid, p_action text, p_amount double precision default 1) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  rate private.rate_limits;
  tokens_left double precision;
begin
  if coalesce(p_amount, 0) = 0 then return; end if;
  select * into strict rate from private.rate_limits r where r.action = p_action;
  insert into private.rate_buckets as b (user_id, action, tokens, filled_at)
  values (p_user, p_action, rate.burst - p_amount, clock_timestamp())
  on conflict (user_id, action) do update set filled_at = clock_timestamp(),
    tokens = least(rate.burst, b.tokens + rate.per_second * extract(epoch from clock_timestamp() - b.filled_at)) - p_amount
  returning tokens into tokens_left;
  if tokens_left < 0 then
    perform private.refuse('rate_limited', ceil(-tokens_left / rate.per_second * 1000)::text);
  end if;
end
$$;
comment on function private.spend(uuid, text, double precision) is
  'Takes tokens out of a person''s bucket, or refuses with rate_limited and, as detail, the milliseconds until there are enough. A refusal takes none; an amount of null or 0 is always granted.';
revoke all on function private.spend(uuid, text, double precision) from public;

-- src/yjs-supabase/sql/logs.sql

-- The log of each document: where it ends, what it weighs, who may use it. The documents themselves belong to the host: it
-- inserts a row here for each of its own, and defines the functions of host.sql, which are called by name.

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

-- src/yjs-supabase/sql/sessions.sql

-- Editing sessions: each binds the Yjs client id of one open page to a person. Edge functions call the functions that take
-- p_actor and p_auth_session, with the service key, after verifying the caller's token.

create table public.editing_sessions (
  id uuid primary key,
  document_id uuid not null references public.document_logs (document_id) on delete cascade,
  -- A session that wrote outlives its author's account: the log and the history refer to it.
  user_id uuid references auth.users (id) on delete set null,
  generation integer not null,
  client_id bigint not null check (client_id between 2 and 4294967295),
  last_counter bigint not null default 0 check (last_counter >= 0),
  next_clock bigint not null default 0 check (next_clock >= 0),
  passed_over bigint[] not null default '{}',
  opened_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  revoked_at timestamptz,
  lost_right_at timestamptz,
  public_key bytea check (octet_length(public_key) = 32),
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
comment on column public.editing_sessions.public_key is
  'Ed25519 key that verifies the session''s signed frames; null where the page had none when it opened the session.';

create index editing_sessions_user on public.editing_sessions (user_id);
create index editing_sessions_seen on public.editing_sessions (document_id, last_seen_at);
create index editing_sessions_unwritten on public.editing_sessions (last_seen_at) where last_counter = 0;

alter table public.editing_sessions enable row level security;
revoke all on public.editing_sessions from anon, authenticated;
-- When somebody opened a document, or had it open last, is read by functions only.
grant select (id, document_id, user_id, generation, client_id) on public.editing_sessions to authenticated;
grant select on public.editing_sessions to service_role;

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
  p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_client_id bigint, p_schema integer,
  p_public_key bytea default null
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  log public.document_logs;
  actor_role text;
  known public.editing_sessions;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into log from public.document_logs l where l.document_id = p_document;
  actor_role := private.require(p_document, p_actor, 'read');
  perform private.spend(p_actor, 'open_session');
  if p_schema < log.schema_major then perform private.refuse('upgrade_required'); end if;
  insert into public.editing_sessions (id, document_id, user_id, generation, client_id, public_key)
  values (p_session, p_document, p_actor, log.generation, p_client_id, p_public_key)
  on conflict do nothing;
  select * into known from public.editing_sessions s where s.id = p_session;
  if known.id is null or known.user_id <> p_actor or known.document_id <> p_document or known.revoked_at is not null
    or known.client_id <> p_client_id or known.generation <> log.generation or known.public_key <> p_public_key then
    perform private.refuse('session_invalid');
  end if;
  update public.editing_sessions set last_seen_at = now() where id = p_session;
  insert into private.session_secrets (session_id) values (p_session) on conflict do nothing;
  return json_build_object('sessionId', p_session, 'role', actor_role, 'mayEdit', private.may(actor_role, 'write'),
    'generation', log.generation,
    'epoch', log.epoch, 'head', log.head_seq,
    'secret', (select encode(s.secret, 'hex') from private.session_secrets s where s.session_id = p_session));
end
$$;
comment on function public.open_editing_session(uuid, uuid, uuid, uuid, bigint, integer, bytea) is
  'Registers an editing session, and with it the only Yjs client id that it may write under and the public key of its signed frames, which never changes. Returns, to its author only, the secret for tagging live updates. Idempotent.';
revoke all on function public.open_editing_session(uuid, uuid, uuid, uuid, bigint, integer, bytea) from public, anon, authenticated;
grant execute on function public.open_editing_session(uuid, uuid, uuid, uuid, bigint, integer, bytea) to service_role;

-- src/yjs-supabase/sql/updates.sql

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
  p_title text default null, p_kind text default 'edit', p_typed integer[] default '{}', p_deleted integer[] default '{}'
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
    insert into public.document_updates (document_id, seq, generation, session_id, counter, author_id, kind, sha256, bytes)
    values (p_document, head, p_generation, p_session, this_counter, p_actor, p_kind, hash, p_updates[i]);
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
comment on function public.append_updates(uuid, uuid, uuid, uuid, integer, integer, bigint, bytea[], bigint[], bigint[], bigint[], text, text, integer[], integer[]) is
  'Appends updates of an editing session to the log. One transaction under the lock of the log: checks rights and session, then gives each update whose counter is the session''s next the next seq. Counters that relaying passed over are still accepted. Counters that are logged already are acknowledged again; different bytes for one are refused. p_client_ids, p_clocks and p_next_clocks have, for each update, the Yjs client it writes under, its first clock and the clock after it; null for one that only deletes. Refused: a clock that does not continue the session''s, and an update that makes the document heavier than allowed. Deleting and restoring are always possible. foldDue: the caller is to have the log folded. p_typed and p_deleted count, for each update, the characters it inserts and the clock ticks it deletes: for the history.';
revoke all on function public.append_updates(uuid, uuid, uuid, uuid, integer, integer, bigint, bytea[], bigint[], bigint[], bigint[], text, text, integer[], integer[]) from public, anon, authenticated;
grant execute on function public.append_updates(uuid, uuid, uuid, uuid, integer, integer, bigint, bytea[], bigint[], bigint[], bigint[], text, text, integer[], integer[]) to service_role;

-- src/yjs-supabase/sql/relaying.sql

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
  p_counters bigint[], p_tags bytea[], p_updates bytea[], p_client_ids bigint[], p_clocks bigint[], p_next_clocks bigint[],
  p_typed integer[] default '{}', p_deleted integer[] default '{}'
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  log public.document_logs;
  session public.editing_sessions;
  head bigint;
  acked bigint;
  clock bigint;
  added bigint := 0;
  holes bigint[];
  typed bigint := 0;
  deleted bigint := 0;
begin
  log := private.lock_log(p_document);
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require(p_document, p_actor, 'write');
  perform private.spend(p_actor, 'append');
  if log.generation <> p_generation then perform private.refuse('generation_mismatch'); end if;
  if p_schema < log.schema_major then perform private.refuse('upgrade_required'); end if;
  select * into session from public.editing_sessions s where s.id = p_session for update;
  if session.id is null or session.document_id <> p_document or session.generation <> p_generation then
    perform private.refuse('session_invalid');
  end if;
  -- Peers may have built on updates of an author who lost the right less than a day ago. The lanes moved with the loss, so
  -- that they received none after it.
  if (session.revoked_at is not null or not coalesce(private.may(private.role_of(p_document, session.user_id), 'write'), false))
    and coalesce(session.lost_right_at < now() - interval '1 day', true) then
    perform private.refuse('session_invalid');
  end if;
  head := log.head_seq;
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
  if head > log.head_seq then
    -- The author's page made these updates, so they count against the author's rate.
    perform private.spend(session.user_id, 'append_bytes', added);
    update public.editing_sessions set last_counter = acked, next_clock = clock, passed_over = holes where id = p_session;
    update public.document_logs set head_seq = head, size_bytes = size_bytes + added, changed_at = now(), told_seq = head,
      told_until = greatest(told_until, now()) + interval '1 second'
    where document_id = p_document;
    perform private.tell_head(log, head);
    perform private.after_append(log, p_session, 'relay', head, typed, deleted, null);
  end if;
  return json_build_object('head', head, 'chain', private.chain_of(p_document, head), 'acked', private.acked_up_to(acked, holes), 'epoch', log.epoch);
end
$$;
comment on function public.relay_updates(uuid, uuid, uuid, uuid, integer, integer, bigint[], bytea[], bytea[], bigint[], bigint[], bigint[], integer[], integer[]) is
  'Logs updates that another session broadcast and did not append, under that session''s client id and counters: peers may have built on them, and their text could not be integrated without them. Takes only updates with the session''s tag, which its page alone can make, and only of an author who may write or could until a day ago; skips all others. A missing counter is passed over where the Yjs clock continues behind it: it can only delete, and is still accepted later.';
revoke all on function public.relay_updates(uuid, uuid, uuid, uuid, integer, integer, bigint[], bytea[], bytea[], bigint[], bigint[], bigint[], integer[], integer[]) from public, anon, authenticated;
grant execute on function public.relay_updates(uuid, uuid, uuid, uuid, integer, integer, bigint[], bytea[], bytea[], bigint[], bigint[], bigint[], integer[], integer[]) to service_role;

-- Attempts to write content that no page of the app writes. A refusal rolls its own transaction back, so they are recorded by a
-- separate call.

create table private.refused_writes (
  document_id uuid not null references public.document_logs (document_id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
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
  select l.document_id, p_actor, coalesce(left(p_reason, 80), 'session of somebody else'), p_session
  from public.document_logs l where l.document_id = p_document
  on conflict (document_id, user_id, reason) do update
  set attempts = r.attempts + 1, session_id = excluded.session_id, last_at = now();
end
$$;
comment on function public.note_refused_write(uuid, uuid, uuid, uuid, text) is
  'Records a refused write. Counts against the rate of appending, as an accepted write does.';
revoke all on function public.note_refused_write(uuid, uuid, uuid, uuid, text) from public, anon, authenticated;
grant execute on function public.note_refused_write(uuid, uuid, uuid, uuid, text) to service_role;

-- src/yjs-supabase/sql/packing.sql

-- The log is kept. Rows that loading no longer needs are packed: one row for up to a thousand.

create table private.packed_updates (
  document_id uuid not null references public.document_logs (document_id) on delete cascade,
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
  log public.document_logs;
  base bigint;
  keep_from bigint;
  packed bigint := 0;
  moved bigint;
begin
  log := private.lock_log(p_document);
  -- Never above the snapshot before the base, so that a damaged base can be folded again.
  select s.seq into base from public.document_snapshots s
  where s.document_id = p_document and s.seq <= log.snapshot_seq order by s.seq desc offset 1 limit 1;
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
  update public.document_logs set log_start_seq = greatest(log_start_seq, keep_from)
  where document_id = p_document and keep_from <= snapshot_seq;
  return packed;
end
$$;
comment on function private.pack_updates(uuid) is
  'Packs updates that are both below the snapshot before the base of loading and older than 30 days; returns how many. Loading reads no packed row.';
revoke all on function private.pack_updates(uuid) from public;

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

-- src/yjs-supabase/sql/snapshots.sql

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
  if after is null or after < log.log_start_seq then
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
  'For the owner and editors: all updates after p_after, or the newest snapshot and all updates after it when p_after is null or already pruned, as one frame. For readers only its header: their state comes from load_for_reader.';
revoke all on function public.load_document(uuid, uuid, uuid, bigint) from public, anon, authenticated;
grant execute on function public.load_document(uuid, uuid, uuid, bigint) to service_role;

-- Folding (docs/decisions/0025): when a fold is due, whose turn it is, and what it leaves.

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

-- src/yjs-supabase/sql/readers.sql

-- Readers (viewers, commenters, visitors by link) receive states that were folded on the server, without the text that was
-- deleted. Rows of the log and snapshots are for the owner and editors.

create unlogged table private.reader_folds (
  document_id uuid primary key references public.document_logs (document_id) on delete cascade,
  generation integer not null,
  seq bigint not null,
  bytes bytea not null,
  made_at timestamptz not null,
  turn_until timestamptz not null
);
comment on table private.reader_folds is
  'The newest fold that readers were sent, kept for a minute, and whose turn it is to make the next: one at a time for each document. Folds are large and can be made again, so they are not written to the write-ahead log.';
comment on column private.reader_folds.turn_until is 'Until when a caller makes the next fold; the turn of one that failed ends by itself.';
alter table private.reader_folds alter column bytes set storage external;

create index reader_folds_age on private.reader_folds (made_at);

alter table private.reader_folds enable row level security;
revoke all on private.reader_folds from anon, authenticated;

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
  log public.document_logs;
  actor_role text;
  kept private.reader_folds;
  base bigint;
  snapshot bytea;
  rows bytea[];
  header jsonb;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into log from public.document_logs l where l.document_id = p_document;
  actor_role := private.require(p_document, p_actor, 'read');
  if p_after >= log.head_seq then
    return private.frame((private.describe_log(log, actor_role, log.head_seq) || '{"state": "complete"}')::json, '{}');
  end if;
  -- A caller that waits asks again, for what it wanted at first.
  if p_wanted is null then perform private.spend(p_actor, 'read_folded'); end if;
  select * into kept from private.reader_folds f
  where f.document_id = p_document and f.generation = log.generation and f.seq >= coalesce(p_wanted, log.head_seq)
    and f.seq <= log.head_seq and f.made_at > now() - interval '1 minute';
  if found then
    header := private.describe_log(log, actor_role, kept.seq)
      || jsonb_build_object('state', 'kept', 'snapshotSeq', kept.seq, 'latest', private.name_latest(p_document, p_after, kept.seq));
    return private.frame(header::json, array[kept.bytes]);
  end if;
  header := private.describe_log(log, actor_role, log.head_seq);
  insert into private.reader_folds as f (document_id, generation, seq, bytes, made_at, turn_until)
  values (p_document, log.generation, 0, '', '-infinity', now() + interval '5 seconds')
  on conflict (document_id) do update set turn_until = excluded.turn_until where f.turn_until < now();
  if not found then return private.frame((header || jsonb_build_object('state', 'busy', 'latest', null))::json, '{}'); end if;
  select s.seq, s.bytes into base, snapshot from public.document_snapshots s
  where s.document_id = p_document and s.seq <= log.snapshot_seq order by s.seq desc limit 1;
  select coalesce(array_agg(u.bytes order by u.seq), '{}') into rows
  from public.document_updates u where u.document_id = p_document and u.seq > coalesce(base, 0) and u.seq <= log.head_seq;
  return private.frame(
    (header || jsonb_build_object('state', 'turn', 'snapshotSeq', base,
      'latest', private.name_latest(p_document, p_after, log.head_seq)))::json,
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
  if private.may(private.role_of(p_document, p_actor), 'write') then
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

-- src/yjs-supabase/sql/lanes.sql

-- Lanes: the Realtime topics of a document. Realtime shows a policy only topic and extension, so the topic carries the right:
-- doc:<document>:<epoch>:<ctl|upd|aw>.

create function private.topic_access(p_topic text, out lane text, out role text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  parts text[];
  role_in_document text;
begin
  if p_topic is null
    or p_topic !~ '^doc:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}:[1-9][0-9]{0,8}:(ctl|upd|aw)$' then
    return;
  end if;
  parts := string_to_array(p_topic, ':');
  select private.role_of(l.document_id, private.caller()) into role_in_document
  from public.document_logs l
  where l.document_id = parts[2]::uuid and l.epoch = parts[3]::integer;
  if role_in_document is null then
    return;
  end if;
  lane := parts[4];
  role := role_in_document;
end
$$;
comment on function private.topic_access(text) is
  'Lane and role of the caller on a topic; both null when the topic is not a current lane of a document they belong to.';
revoke all on function private.topic_access(text) from public;
grant execute on function private.topic_access(text) to authenticated;

create policy receive_on_lanes on realtime.messages for select to authenticated
  using ((
    select t.role is not null and (messages.extension = 'broadcast' or (messages.extension = 'presence' and t.lane = 'ctl'))
    from private.topic_access((select realtime.topic())) t
  ));

create policy send_on_lanes on realtime.messages for insert to authenticated
  with check ((
    select case t.lane
      when 'upd' then private.may(t.role, 'write') and messages.extension = 'broadcast'
      when 'aw' then messages.extension = 'broadcast'
      when 'ctl' then messages.extension = 'presence'
      else false
    end
    from private.topic_access((select realtime.topic())) t
  ));

create function private.move_lanes(p_document uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  new_epoch integer;
begin
  update public.document_logs set epoch = epoch + 1 where document_id = p_document returning epoch into new_epoch;
  perform realtime.send(jsonb_build_object('epoch', new_epoch), 'epoch',
    'doc:' || p_document || ':' || new_epoch - 1 || ':ctl', true);
  return new_epoch;
end
$$;
comment on function private.move_lanes(uuid) is
  'Raises the epoch and announces it on the old ctl lane. From then on the old lanes cannot be joined. The host calls it when somebody loses a right.';
revoke all on function private.move_lanes(uuid) from public;

-- Announcing the head. An announcement names the rows since the one before, so that a reader that received them live need not
-- fetch them: reading costs no function call, with any number of readers (PROTOCOL.md, S10a, S10b).

create function private.may_tell_head(log public.document_logs) returns boolean
language sql stable set search_path = ''
as $$
  select log.told_until <= now() + interval '4 seconds'
$$;
comment on function private.may_tell_head(public.document_logs) is
  'Whether the head may be announced now: once a second, five in a row.';
revoke all on function private.may_tell_head(public.document_logs) from public;

create function private.name_rows(p_document uuid, p_since bigint, p_head bigint) returns jsonb
language sql stable security definer set search_path = ''
as $$
  -- A run: rows of one session whose counters grow as their seqs do.
  with runs as (
    select jsonb_build_array(u.session_id, min(u.counter), max(u.counter)) as run, min(u.seq) as seq
    from public.document_updates u
    where u.document_id = p_document and u.seq > p_since and u.seq <= p_head and p_head - p_since <= 400
    group by u.session_id, u.counter - u.seq
  )
  select jsonb_agg(r.run order by r.seq) from runs r having count(*) <= 64
$$;
comment on function private.name_rows(uuid, bigint, bigint) is
  'Rows after one seq up to another as [session, first counter, last counter], in the order of seq. Null when there are none, or too many: more than 400 rows, or 64 runs.';
revoke all on function private.name_rows(uuid, bigint, bigint) from public;

create function private.tell_head(log public.document_logs, p_head bigint) returns void
language sql security definer set search_path = ''
as $$
  select realtime.send(
    jsonb_build_object('head', p_head, 'chain', private.chain_of(log.document_id, p_head),
      'since', log.told_seq, 'rows', private.name_rows(log.document_id, log.told_seq, p_head)),
    'head', 'doc:' || log.document_id || ':' || log.epoch || ':ctl', true)
$$;
comment on function private.tell_head(public.document_logs, bigint) is
  'Announces a new head on the ctl lane, with the names of the rows since the announcement before. Takes the log as it was before the append.';
revoke all on function private.tell_head(public.document_logs, bigint) from public;

-- Announcements of the head are sent once a second. One that was held back is lost if no append follows, and a reader without
-- the live frame would wait for its next poll. So the first poll of any page sends it (PROTOCOL.md, S10h).

create function private.tell_held_back_head(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  log public.document_logs;
begin
  -- An append that holds the row may announce it, and a poll must not wait for that.
  select * into log from public.document_logs l where l.document_id = p_document for no key update skip locked;
  if log.told_seq < log.head_seq and private.may_tell_head(log) then
    update public.document_logs l
    set told_seq = log.head_seq, told_until = greatest(l.told_until, now()) + interval '1 second'
    where l.document_id = p_document;
    perform private.tell_head(log, log.head_seq);
  end if;
end
$$;
comment on function private.tell_held_back_head(uuid) is
  'Announces rows whose announcement was held back, unless it is still too early or an append is under way.';
revoke all on function private.tell_held_back_head(uuid) from public;

-- Sizes and digests tell something about deleted text. A reader needs neither, except the digest of the text that they see.
create function public.document_head(p_document uuid, p_session uuid default null, p_since bigint default null) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  log public.document_logs;
  my_role text;
  sees_all boolean;
begin
  select * into log from public.document_logs l where l.document_id = p_document;
  my_role := private.require(p_document, private.caller(), 'read');
  sees_all := private.may(my_role, 'write');
  -- An open page polls: its editing session is alive even without changes.
  update public.editing_sessions set last_seen_at = now()
  where id = p_session and document_id = p_document and user_id = private.caller() and last_seen_at < now() - interval '20 seconds';
  if log.told_seq < log.head_seq and private.may_tell_head(log) then
    perform private.tell_held_back_head(p_document);
  end if;
  return json_build_object('head', log.head_seq, 'chain', private.chain_of(p_document, log.head_seq),
    'epoch', log.epoch, 'generation', log.generation, 'role', my_role, 'mayEdit', sees_all,
    'weight', case when sees_all then log.size_bytes else 0 end,
    'rows', private.name_rows(p_document, p_since, log.head_seq),
    'snapshot', json_build_object('seq', log.snapshot_seq, 'digest', case when sees_all or log.snapshot_seq = log.head_seq then coalesce(
      (select s.digest from public.document_snapshots s where s.document_id = p_document and s.seq = log.snapshot_seq), '') else '' end));
end
$$;
comment on function public.document_head(uuid, uuid, bigint) is
  'Where the log ends, the rows after p_since by name, the weight of the document (0 for readers), the digest of the snapshot (for readers only if it is that of the present text), and the role of the caller: cheap enough for a call every few seconds. Keeps the caller''s editing session, if it is given, from counting as silent.';
revoke all on function public.document_head(uuid, uuid, bigint) from public, anon, service_role;
grant execute on function public.document_head(uuid, uuid, bigint) to authenticated;

-- The roster: the people behind client ids. Live frames are proven to each reader separately, with a key that only the
-- author's page, the reader and this database can have.

create function private.key_between(p_author uuid, p_reader uuid) returns bytea
language sql stable security definer set search_path = ''
as $$
  select extensions.hmac('\xffffffffffffffff'::bytea || uuid_send(p_reader), s.secret, 'sha256')
  from private.session_secrets s where s.session_id = p_author
$$;
comment on function private.key_between(uuid, uuid) is
  'The key with which one editing session proves its live frames to another: 32 bytes; null for an author without a secret. Laid out as in the provider''s PROTOCOL.md (W10).';
revoke all on function private.key_between(uuid, uuid) from public;

-- p_session has a default for pages that do not send it.
create function public.room_roster(p_document uuid, p_session uuid default null)
returns table (session_id uuid, client_id bigint, user_id uuid, name text, color smallint, key text, public_key text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  log public.document_logs;
  my_role text;
  reader uuid;
  known_since timestamptz;
begin
  select * into log from public.document_logs l where l.document_id = p_document;
  my_role := private.require(p_document, private.caller(), 'read');
  known_since := case when private.may(my_role, 'write') then '-infinity'
    else least(private.member_since(p_document, private.caller()), now() - interval '2 minutes') end;
  select s.id into reader from public.editing_sessions s
  where s.id = p_session and s.user_id = private.caller();
  return query
    select s.id, s.client_id, s.user_id, p.name, p.color, encode(private.key_between(s.id, reader), 'hex'),
      encode(s.public_key, 'hex')
    from public.editing_sessions s
    cross join lateral private.person_of(s.user_id) p
    where s.document_id = p_document and s.generation = log.generation
      and s.revoked_at is null and s.last_seen_at > greatest(now() - interval '1 day', known_since);
end
$$;
comment on function public.room_roster(uuid, uuid) is
  'Editing sessions of the last day with their people, so that a client id gets its name from the server and not from a peer; for readers those that are here now, or were since the reader got access. With the caller''s own session, also the key of each session by which it proves its live frames to the caller''s (64 hexadecimal digits); null for a session that is not the caller''s. The public key of each session verifies its signed frames (64 hexadecimal digits); null for a session without.';
revoke all on function public.room_roster(uuid, uuid) from public, anon, service_role;
grant execute on function public.room_roster(uuid, uuid) to authenticated;

-- supabase/schemas/people.sql

-- People: profiles, and what names may hold.

-- Names and titles.

create function private.cut_text(p_text text, p_max int) returns text
language sql immutable set search_path = ''
as $$
  select case when char_length(p_text) <= p_max then p_text else
    -- Removes the first character too many, with its marks, skin tones and joined characters.
    regexp_replace(
      left(p_text, p_max + 1),
      '([\U0001f1e6-\U0001f1ff]{2}|.)(\u200d.|[\u0300-\u036f\u0591-\u05c7\u0610-\u065f\ufe00-\ufe0f\U0001f3fb-\U0001f3ff])*\u200d?$', '')
  end
$$;
comment on function private.cut_text(text, int) is
  'The start of a text: at most p_max code points, cut between characters as a reader sees them.';
revoke all on function private.cut_text(text, int) from public;
grant execute on function private.cut_text(text, int) to authenticated, service_role;

create function private.clean_line(p_text text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when clean ~ '[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]' then clean
    else regexp_replace(clean, '[\u061c\u200e\u200f]', '', 'g') end
  from (select regexp_replace(
    regexp_replace(p_text, '[\u0009-\u000d\u0085\u2028\u2029]+', ' ', 'g'),
    '[\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]', '', 'g') as clean) as cleaned
$$;
comment on function private.clean_line(text) is
  'One line of visible text: tabs and line breaks become spaces; control characters, marks that override the direction, and LRM, RLM and ALM where there are no right-to-left letters are removed. The same as cleanLine in _shared/contract/clean-line.ts.';
revoke all on function private.clean_line(text) from public;
grant execute on function private.clean_line(text) to authenticated, service_role;

-- Control characters and direction marks would let one name imitate or hide another. So would a joiner between Latin
-- letters; scripts that need joiners keep them.
create function private.clean_name(p_text text) returns text
language sql immutable set search_path = ''
as $$
  select nullif(btrim(private.cut_text(regexp_replace(
    regexp_replace(private.clean_line(p_text), '[\u061c\u200b\u200e\u200f\u2060-\u2065\ufeff]', '', 'g'),
    '(?<![\u0590-\u1fff\u2100-\uffff\U00010000-\U0010ffff])[\u200c\u200d]|[\u200c\u200d](?=\s|$)', '', 'g'), 80)), '')
$$;
comment on function private.clean_name(text) is 'Visible characters only, at most 80 of them; null when nothing is left.';
revoke all on function private.clean_name(text) from public;
-- The trigger touch_profile runs with the rights of the caller.
grant execute on function private.clean_name(text) to authenticated, service_role;

-- A request whose sign-in session has ended is refused: an empty reply would be taken for an empty list.

create function private.check_session() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Anybody who has the link of an invitation may see it, also with the token of an ended session.
  if auth.role() = 'authenticated' and private.caller() is null
    and coalesce(current_setting('request.path', true), '') not like '%/rpc/preview_invitation' then
    perform private.refuse('unauthenticated', 'signed out');
  end if;
end
$$;
comment on function private.check_session() is
  'Refuses with 401 when the sign-in session behind a token has ended, or lacks the second factor. PostgREST runs it before each request (db_pre_request).';
revoke all on function private.check_session() from public;
grant execute on function private.check_session() to anon, authenticated, service_role;

-- Some servers allow this to superusers only. There, an ended session still receives empty lists.
do $$
begin
  alter role authenticator set pgrst.db_pre_request = 'private.check_session';
  notify pgrst, 'reload config';
exception when insufficient_privilege then
  raise warning 'Run as a superuser: alter role authenticator set pgrst.db_pre_request = ''private.check_session''; notify pgrst, ''reload config'';';
end
$$;

-- Profiles. Accounts are in auth.users; a trigger creates the profile, so that every author has a name.

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  color smallint check (color between 0 and 11),
  language text not null default 'en-US' check (language in ('cs', 'en-US')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  avatar text check (avatar ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|jpg|webp)$'),
  may_be_followed boolean not null default true,
  caret_while_reading text not null default 'editing' check (caret_while_reading in ('always', 'editing', 'never'))
);
comment on table public.profiles is 'How a person is shown to the people they share documents with.';
comment on column public.profiles.color is 'Index into the twelve author colours; null derives one from the id.';
comment on column public.profiles.avatar is
  'File of the person''s picture in the bucket avatars, in the folder of their id; null shows initials.';
comment on column public.profiles.may_be_followed is 'Whether others may follow this person through the text of a document.';
comment on column public.profiles.caret_while_reading is
  'Where others see the caret of this person while they write nothing: everywhere, in documents that they may edit, or nowhere.';

alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to authenticated;
grant update (name, color, language, avatar, may_be_followed, caret_while_reading) on public.profiles to authenticated;
grant select on public.profiles to service_role;

-- Reading depends on shared documents: the policy profiles_of_contacts comes with them.
create policy own_profile on public.profiles for update to authenticated
  using (id = (select private.caller())) with check (id = (select private.caller()));

create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (id, name, language)
  values (
    new.id,
    coalesce(private.clean_name(new.raw_user_meta_data ->> 'name'), private.clean_name(split_part(new.email, '@', 1)), '?'),
    case when new.raw_user_meta_data ->> 'language' = 'cs' then 'cs' else 'en-US' end
  );
  return new;
end
$$;
comment on function private.create_profile() is 'Trigger: gives a new account its profile.';
revoke all on function private.create_profile() from public;

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

create function private.touch_profile() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := coalesce(private.clean_name(new.name), old.name);
  new.updated_at := now();
  return new;
end
$$;
comment on function private.touch_profile() is 'Trigger: cleans the name and sets updated_at.';
revoke all on function private.touch_profile() from public;

create trigger touch_profile before update on public.profiles
  for each row execute function private.touch_profile();

-- So that the API can embed the person of an editing session.
alter table public.editing_sessions add constraint editing_sessions_of_profiles
  foreign key (user_id) references public.profiles (id) on delete set null;

-- supabase/schemas/rates.sql

-- Rates of the actions that the app has beside those of the log.

insert into private.rate_limits (action, per_second, burst) values
  ('create_document', 30 / 60.0, 60),
  ('organize', 2, 120),
  -- A team of fifty is invited one by one.
  ('share', 10 / 60.0, 100),
  ('preview_invitation', 1, 60),
  ('save_version', 10 / 60.0, 60),
  ('restore', 10 / 60.0, 30),
  -- Measuring a deletion reads the whole document.
  ('measure_deletion', 10 / 60.0, 30),
  ('delete_account', 5 / 600.0, 5),
  -- Hashing reads the whole log.
  ('sign_history', 10 / 60.0, 30);

-- supabase/schemas/documents.sql

-- Documents and their members. Rows are read through policies and changed through functions only.

create table public.documents (
  id uuid primary key,
  owner_id uuid not null references public.profiles (id),
  title text not null default '' check (char_length(title) <= 200),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  link_role text check (link_role in ('editor', 'commenter', 'viewer')),
  readers_see_all boolean not null default false
);
comment on table public.documents is 'One row for each document; the state of its log is in document_logs, its text in document_updates.';
comment on column public.documents.title is 'Copy of the title inside the document, for lists; save_title reads it from the log.';
comment on column public.documents.link_role is 'Role of everybody who is signed in and has the link; null when the link is closed.';
comment on column public.documents.readers_see_all is
  'Whether viewers and commenters see every version since they got access, or only those that somebody named, saved or replaced by a restore.';

create index documents_owner on public.documents (owner_id);
create index documents_in_trash on public.documents (deleted_at) where deleted_at > '-infinity';

alter table public.documents enable row level security;
revoke all on public.documents from anon, authenticated;
grant select (id, owner_id, title, created_at, readers_see_all)
  on public.documents to authenticated;
grant select on public.documents to service_role;

alter table public.document_logs add constraint document_logs_of_documents
  foreign key (document_id) references public.documents (id) on delete cascade;

create function private.clean_title() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.title := private.clean_line(new.title);
  return new;
end
$$;
comment on function private.clean_title() is 'Trigger: cleans a title.';
revoke all on function private.clean_title() from public;

create trigger clean_title before insert or update of title on public.documents
  for each row execute function private.clean_title();

create table public.members (
  document_id uuid not null references public.documents (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  role text not null check (role in ('owner', 'editor', 'commenter', 'viewer')),
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  arrived_at timestamptz default now(),
  via_link boolean not null default false,
  primary key (document_id, user_id)
);
comment on table public.members is 'Roles of people in documents. A membership past expires_at gives no right.';
comment on column public.members.arrived_at is
  'When the member first opened the document; null until then. Other members do not see those who have not arrived, because that would reveal that an invited address has an account.';
comment on column public.members.via_link is 'Joined by the link. Such a membership ends when the link is closed.';

create index members_user on public.members (user_id, document_id);
create index members_expected on public.members (expires_at) where arrived_at is null;
create unique index members_one_owner on public.members (document_id) where role = 'owner';

alter table public.members enable row level security;
revoke all on public.members from anon, authenticated;
grant select (document_id, user_id, role, expires_at, created_at) on public.members to authenticated;
grant select on public.members to service_role;

-- Roles. All of these agree on one rule: the membership has not expired, and the document is not deleted.
-- In plpgsql, which caches the plan between calls.
create function private.role_of(p_document uuid, p_user uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select m.role
    from public.members m join public.documents d on d.id = m.document_id
    where m.document_id = p_document and m.user_id = p_user
      and d.deleted_at is null and (m.expires_at is null or m.expires_at > now()));
end
$$;
comment on function private.role_of(uuid, uuid) is
  'Role of a person in a document; null when they have none, or the document is deleted.';
revoke all on function private.role_of(uuid, uuid) from public;

create function private.my_documents() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select m.document_id
  from public.members m join public.documents d on d.id = m.document_id
  where m.user_id = private.caller() and d.deleted_at is null and (m.expires_at is null or m.expires_at > now())
$$;
comment on function private.my_documents() is 'Documents the caller is a member of.';
revoke all on function private.my_documents() from public;
grant execute on function private.my_documents() to authenticated;

create function private.my_editable_documents() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select d.id from private.my_documents() as d (id) where private.may(private.role_of(d.id, private.caller()), 'write')
$$;
comment on function private.my_editable_documents() is 'Documents the caller may write in.';
revoke all on function private.my_editable_documents() from public;
grant execute on function private.my_editable_documents() to authenticated;

create function private.my_contacts() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select private.caller()
  union
  select m.user_id from public.members m where m.document_id in (select private.my_documents()) and m.arrived_at is not null
$$;
comment on function private.my_contacts() is 'The caller and everybody who shares a document with them.';
revoke all on function private.my_contacts() from public;
grant execute on function private.my_contacts() to authenticated;

create function private.refusal_of(p_document uuid, p_user uuid) returns text
language sql stable security definer set search_path = ''
as $$
  -- Strangers learn nothing, not even that the document exists or once did.
  select case when exists (
    select from public.members m join public.documents d on d.id = m.document_id
    where m.document_id = p_document and m.user_id = p_user and d.deleted_at is not null and (m.expires_at is null or m.expires_at > now())
  ) then 'gone' else 'forbidden' end
$$;
comment on function private.refusal_of(uuid, uuid) is
  'The code with which a person without a role is refused: gone for members of a deleted document, otherwise forbidden.';
revoke all on function private.refusal_of(uuid, uuid) from public;

create function private.member_since(p_document uuid, p_user uuid) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select m.created_at from public.members m where m.document_id = p_document and m.user_id = p_user
$$;
comment on function private.member_since(uuid, uuid) is 'When a person got access to a document.';
revoke all on function private.member_since(uuid, uuid) from public;

create function private.person_of(p_user uuid) returns table (name text, color smallint)
language sql stable security definer set search_path = ''
as $$
  select p.name, p.color from public.profiles p where p.id = p_user
$$;
comment on function private.person_of(uuid) is 'How a person is shown to others in a document.';
revoke all on function private.person_of(uuid) from public;

create function private.after_append(
  p_log public.document_logs, p_session uuid, p_kind text, p_head bigint, p_typed bigint, p_deleted bigint, p_title text
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if p_title is not null then update public.documents set title = left(p_title, 200) where id = p_log.document_id; end if;
  perform private.extend_history(p_log.document_id, p_session, p_kind, p_log.head_seq + 1, p_head, now(), p_typed, p_deleted);
end
$$;
comment on function private.after_append(public.document_logs, uuid, text, bigint, bigint, bigint, text) is
  'Called in the transaction of each append, with the log as it was before: sets the title in lists, and extends the history.';
revoke all on function private.after_append(public.document_logs, uuid, text, bigint, bigint, bigint, text) from public;

create function private.lock_document(p_document uuid) returns public.documents
language plpgsql security definer set search_path = ''
as $$
declare
  found_row public.documents;
begin
  perform private.lock_log(p_document);
  select * into found_row from public.documents where id = p_document;
  return found_row;
end
$$;
comment on function private.lock_document(uuid) is 'The document''s row, after the lock of its log until commit; all null when there is none.';
revoke all on function private.lock_document(uuid) from public;

create policy documents_of_members on public.documents for select to authenticated
  using (id in (select private.my_documents()));

create policy members_of_my_documents on public.members for select to authenticated
  using (document_id in (select private.my_documents()) and (arrived_at is not null or user_id = (select private.caller())));

create policy profiles_of_contacts on public.profiles for select to authenticated
  using (id in (select private.my_contacts()));

-- Creating a document. Its id is derived from its creator and a key of theirs: no caller can request the id of
-- another person's document, and so learn that it exists.

create function private.new_document_id(p_owner uuid, p_key uuid) returns uuid
language sql immutable set search_path = ''
as $$
  -- A UUID of version 8 (RFC 9562).
  select encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128), 8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid
  from (select substr(sha256(uuid_send(p_owner) || uuid_send(p_key)), 1, 16) as hash) as hashed
$$;
comment on function private.new_document_id(uuid, uuid) is 'The id of the document that a person creates with a key.';
revoke all on function private.new_document_id(uuid, uuid) from public;

create function public.create_document(p_key uuid, p_language text default null) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  -- One empty paragraph, written by client id 1, and the language, written by 2 or 3: the same bytes for every document
  -- of a language, so that applying them twice is a no-op. tests/unit/supabase/seed.test.ts computes them again.
  seed bytea;
  me uuid := private.caller();
  document uuid;
begin
  if me is null then perform private.refuse('unauthenticated'); end if;
  if p_key is null then perform private.refuse('bad_request', 'key'); end if;
  seed := case coalesce(p_language, '')
    when '' then '\x0101010007010764656661756c74030970617261677261706800'::bytea
    when 'cs' then '\x020102002801057469746c65046c616e67017702637301010007010764656661756c74030970617261677261706800'::bytea
    when 'en-US' then '\x020103002801057469746c65046c616e67017705656e2d555301010007010764656661756c74030970617261677261706800'::bytea
  end;
  if seed is null then perform private.refuse('bad_request', 'language'); end if;
  perform private.spend(me, 'create_document');
  document := private.new_document_id(me, p_key);
  insert into public.documents (id, owner_id) values (document, me) on conflict do nothing;
  if found then
    insert into public.document_logs (document_id, head_seq) values (document, 1);
    insert into public.members (document_id, user_id, role) values (document, me, 'owner');
    insert into public.document_updates (document_id, seq, generation, counter, author_id, kind, sha256, bytes)
    values (document, 1, 1, 0, me, 'seed', sha256(seed), seed);
  end if;
  return json_build_object('id', document);
end
$$;
comment on function public.create_document(uuid, text) is
  'Creates an empty document with the caller as owner, for a text in this language, and returns its id. Idempotent for each key.';
revoke all on function public.create_document(uuid, text) from public, anon, service_role;
grant execute on function public.create_document(uuid, text) to authenticated;

-- supabase/schemas/invitations.sql

-- Invitations to addresses. What the owner learns about an address is the same whether it has an account or not.

create table private.invitations (
  id uuid primary key default gen_random_uuid(),
  document_id uuid not null references public.documents (id) on delete cascade,
  email text not null check (email = lower(email) and char_length(email) <= 320),
  role text not null check (role in ('editor', 'commenter', 'viewer')),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  invited_by uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (document_id, email)
);
comment on table private.invitations is 'Open invitations, each for one address and one use. Only the hash of the token is stored.';

create index invitations_email on private.invitations (email);
create index invitations_inviter on private.invitations (invited_by);

alter table private.invitations enable row level security;
revoke all on private.invitations from anon, authenticated;

-- The answer to accepting an invitation may be lost, and its mail may be opened again a week later: a used token still
-- leads its member to the document, as long as they are a member, and nobody else.
create table private.used_invitations (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  document_id uuid not null,
  user_id uuid not null,
  foreign key (document_id, user_id) references public.members (document_id, user_id) on delete cascade
);
comment on table private.used_invitations is 'Used invitations of people who are still members. They give no right.';

create index used_invitations_member on private.used_invitations (document_id, user_id);

alter table private.used_invitations enable row level security;
revoke all on private.used_invitations from anon, authenticated;

create function private.invitation_lasts() returns interval language sql immutable set search_path = '' return interval '7 days';
comment on function private.invitation_lasts() is 'How long an invitation can be used.';
revoke all on function private.invitation_lasts() from public;

create function private.my_address() returns text
language sql stable security definer set search_path = ''
as $$
  select lower(u.email) from auth.users u where u.id = private.caller() and u.email_confirmed_at is not null
$$;
comment on function private.my_address() is 'The caller''s e-mail address in lower case; null until it is confirmed.';
revoke all on function private.my_address() from public;

create function public.add_member(p_document uuid, p_email text, p_role text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  address text := lower(btrim(p_email));
  person uuid;
  token text := encode(extensions.gen_random_bytes(32), 'hex');
  old_role text;
begin
  if p_role is null or p_role not in ('editor', 'commenter', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  if address is null or address !~ '^[^@\s]+@[^@\s]+$' or char_length(address) > 320 then perform private.refuse('bad_request', 'email'); end if;
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  select u.id into person from auth.users u where lower(u.email) = address and u.email_confirmed_at is not null;
  if exists (select 1 from public.members m where m.document_id = p_document and m.user_id = person and m.arrived_at is not null
             and (m.expires_at is null or m.expires_at > now())) then
    perform private.refuse('already_member');
  end if;
  select i.role into old_role from private.invitations i where i.document_id = p_document and i.email = address;
  insert into private.invitations (document_id, email, role, token_hash, invited_by, expires_at)
  values (p_document, address, p_role, sha256(convert_to(token, 'UTF8')), private.caller(), now() + private.invitation_lasts())
  on conflict (document_id, email) do update set role = excluded.role, token_hash = excluded.token_hash,
    invited_by = excluded.invited_by, expires_at = excluded.expires_at;
  if person is not null then
    insert into public.members (document_id, user_id, role, arrived_at, expires_at)
    values (p_document, person, p_role, null, now() + private.invitation_lasts())
    on conflict (document_id, user_id) do update
    set role = excluded.role, arrived_at = null, expires_at = excluded.expires_at, via_link = false;
  end if;
  -- With or without an account behind it: moving the lanes must not show which.
  if old_role <> p_role then perform private.move_lanes(p_document); end if;
  return json_build_object('token', token);
end
$$;
comment on function public.add_member(uuid, text, text) is
  'Invites an address as editor, commenter or viewer; the owner may call it. Returns the token of the invitation, which works once, for that address, for seven days. A person who already has an account with the address may open the document at once, and is listed from then on.';
revoke all on function public.add_member(uuid, text, text) from public, anon, service_role;
grant execute on function public.add_member(uuid, text, text) to authenticated;

create function public.revoke_invitation(p_document uuid, p_invitation uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  address text;
begin
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  delete from private.invitations where id = p_invitation and document_id = p_document returning email into address;
  if address is null then return; end if;
  delete from public.members m using auth.users u
  where m.document_id = p_document and m.user_id = u.id and m.arrived_at is null and lower(u.email) = address;
  perform private.move_lanes(p_document);
end
$$;
comment on function public.revoke_invitation(uuid, uuid) is
  'Revokes an invitation that has not been used; the owner may call it. Idempotent.';
revoke all on function public.revoke_invitation(uuid, uuid) from public, anon, service_role;
grant execute on function public.revoke_invitation(uuid, uuid) to authenticated;

-- A visitor sees what an invitation is before they sign in or up. The token cannot be guessed and was sent to the address
-- that this returns.
create function public.preview_invitation(p_token text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  invitation private.invitations;
  preview json;
begin
  select * into invitation from private.invitations i
  where i.token_hash = sha256(convert_to(coalesce(p_token, ''), 'UTF8')) and i.expires_at > now();
  if invitation.id is null then perform private.refuse('not_found'); end if;
  -- A visitor has no bucket, and a guessed token finds no invitation: the inviter's bucket limits calls.
  perform private.spend(invitation.invited_by, 'preview_invitation');
  select json_build_object('inviter', p.name, 'title', d.title, 'email', invitation.email, 'role', invitation.role) into preview
  from public.documents d join public.profiles p on p.id = invitation.invited_by
  where d.id = invitation.document_id and d.deleted_at is null;
  if preview is null then perform private.refuse('not_found'); end if;
  return preview;
end
$$;
comment on function public.preview_invitation(text) is
  'For everybody with the token of an open invitation: the name of the inviter, the title, the invited address and the role.';
revoke all on function public.preview_invitation(text) from public, anon, authenticated, service_role;
grant execute on function public.preview_invitation(text) to anon, authenticated;

create function private.use_invitation(p_document uuid, p_user uuid) returns void
language sql security definer set search_path = ''
as $$
  with used as (
    delete from private.invitations i using auth.users u
    where i.document_id = p_document and u.id = p_user and i.email = lower(u.email)
    returning i.token_hash)
  insert into private.used_invitations (token_hash, document_id, user_id) select token_hash, p_document, p_user from used
$$;
comment on function private.use_invitation(uuid, uuid) is
  'Uses up the invitation to the address of this member. From then on its token leads this member, and nobody else, to the document.';
revoke all on function private.use_invitation(uuid, uuid) from public;

create function private.let_in(p_document uuid, p_user uuid, p_role text) returns void
language sql security definer set search_path = ''
as $$
  insert into public.members as m (document_id, user_id, role) values (p_document, p_user, p_role)
  on conflict (document_id, user_id) do update set expires_at = null, arrived_at = coalesce(m.arrived_at, now()), via_link = false,
    -- An invitation never lowers a role.
    role = case when m.expires_at <= now()
        or array_position(array['viewer', 'commenter', 'editor', 'owner'], excluded.role)
         > array_position(array['viewer', 'commenter', 'editor', 'owner'], m.role) then excluded.role else m.role end;
  select private.use_invitation(p_document, p_user);
$$;
comment on function private.let_in(uuid, uuid, text) is
  'Makes a person a member, or leaves them the role they have if that is higher.';
revoke all on function private.let_in(uuid, uuid, text) from public;

create function private.come_back(p_token_hash bytea) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  document uuid;
begin
  select u.document_id into document from private.used_invitations u
  where u.token_hash = p_token_hash and u.user_id = private.caller() and private.role_of(u.document_id, u.user_id) is not null;
  if document is null then perform private.refuse('not_found'); end if;
  return json_build_object('documentId', document);
end
$$;
comment on function private.come_back(bytea) is
  'The document that the caller joined with this token and is still a member of; refuses with not_found.';
revoke all on function private.come_back(bytea) from public;

create function public.accept_invitation(p_token text) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  invitation private.invitations;
  hash bytea := sha256(convert_to(coalesce(p_token, ''), 'UTF8'));
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  select * into invitation from private.invitations i where i.token_hash = hash and i.expires_at > now();
  document := private.lock_document(invitation.document_id);
  perform private.spend(private.caller(), 'share');
  if invitation.id is null then return private.come_back(hash); end if;
  if invitation.email is distinct from private.my_address() then perform private.refuse('forbidden'); end if;
  -- Another page of the caller may have used it in the meantime, or the owner may have revoked it.
  if not exists (select 1 from private.invitations i where i.token_hash = hash) then return private.come_back(hash); end if;
  if document.deleted_at is not null then perform private.refuse('gone'); end if;
  perform private.let_in(document.id, private.caller(), invitation.role);
  return json_build_object('documentId', document.id);
end
$$;
comment on function public.accept_invitation(text) is
  'Lets the caller into the document of the token, if the invitation was sent to the caller''s confirmed address. Uses the token up; for the caller, repeating is harmless as long as they are a member.';
revoke all on function public.accept_invitation(text) from public, anon, service_role;
grant execute on function public.accept_invitation(text) to authenticated;

create function private.arrive(p_document uuid, p_user uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update public.members set arrived_at = now(), expires_at = null
  where document_id = p_document and user_id = p_user and arrived_at is null and expires_at > now();
  if found then perform private.use_invitation(p_document, p_user); end if;
end
$$;
comment on function private.arrive(uuid, uuid) is
  'Records that an invited person has opened the document: the invitation is used, and all members see them.';
revoke all on function private.arrive(uuid, uuid) from public;

-- supabase/schemas/sharing.sql

-- Sharing: roles of members, the link, requests to the owner. Every function checks the caller itself, under the document's
-- row lock where rights change.

-- Members.

create function public.list_members(p_document uuid)
returns table (user_id uuid, name text, color smallint, role text, email text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  my_role text;
begin
  my_role := private.require(p_document, private.caller(), 'read');
  return query
    select m.user_id, p.name, p.color, m.role,
      case when my_role = 'owner' or m.user_id = private.caller() then u.email::text end
    from public.members m
    join public.profiles p on p.id = m.user_id
    join auth.users u on u.id = m.user_id
    where m.document_id = p_document and (m.expires_at is null or m.expires_at > now())
      and (m.arrived_at is not null or m.user_id = private.caller())
    order by array_position(array['owner', 'editor', 'commenter', 'viewer'], m.role), p.name, m.user_id;
end
$$;
comment on function public.list_members(uuid) is
  'Members of a document. E-mail addresses are for the owner; everybody sees their own.';
revoke all on function public.list_members(uuid) from public, anon, service_role;
grant execute on function public.list_members(uuid) to authenticated;

create function public.set_member_role(p_document uuid, p_user uuid, p_role text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  old_role text;
begin
  if p_role is null or p_role not in ('editor', 'commenter', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  select m.role into old_role from public.members m
  where m.document_id = p_document and m.user_id = p_user and m.role <> 'owner' and m.arrived_at is not null;
  if old_role is null then perform private.refuse('user_not_found'); end if;
  -- A role that the owner gives does not depend on the link any more.
  update public.members set role = p_role, via_link = false where document_id = p_document and user_id = p_user;
  if old_role = p_role then return; end if;
  if old_role = 'editor' then
    update public.editing_sessions set lost_right_at = now()
    where document_id = p_document and user_id = p_user and revoked_at is null;
  end if;
  perform private.move_lanes(p_document);
end
$$;
comment on function public.set_member_role(uuid, uuid, text) is
  'Makes a member editor, commenter or viewer; the owner may call it. All pages move to new lanes, which check the new role.';
revoke all on function public.set_member_role(uuid, uuid, text) from public, anon, service_role;
grant execute on function public.set_member_role(uuid, uuid, text) to authenticated;

create function public.remove_member(p_document uuid, p_user uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  my_role text;
  lost_role text;
begin
  perform private.lock_log(p_document);
  my_role := private.require(p_document, private.caller(), case when p_user = private.caller() then 'read' else 'own' end);
  if my_role = 'owner' and p_user = private.caller() then perform private.refuse('forbidden'); end if;
  perform private.spend(private.caller(), 'share');
  delete from public.members
  where document_id = p_document and user_id = p_user and role <> 'owner' and (arrived_at is not null or user_id = private.caller())
  returning role into lost_role;
  if not found then perform private.refuse('user_not_found'); end if;
  update public.editing_sessions
  set revoked_at = now(), lost_right_at = case when lost_role = 'editor' then now() else lost_right_at end
  where document_id = p_document and user_id = p_user and revoked_at is null;
  perform private.move_lanes(p_document);
end
$$;
comment on function public.remove_member(uuid, uuid) is
  'Removes a member: the owner anybody else, other members only themselves. Revokes their editing sessions and moves the lanes in one transaction.';
revoke all on function public.remove_member(uuid, uuid) from public, anon, service_role;
grant execute on function public.remove_member(uuid, uuid) to authenticated;

create function public.transfer_document(p_document uuid, p_user uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  if p_user = private.caller() or not exists (
    select 1 from public.members m where m.document_id = p_document and m.user_id = p_user and m.arrived_at is not null
      and (m.expires_at is null or m.expires_at > now())) then
    perform private.refuse('user_not_found');
  end if;
  update public.members set role = 'editor' where document_id = p_document and user_id = private.caller();
  update public.members set role = 'owner', via_link = false, expires_at = null where document_id = p_document and user_id = p_user;
  update public.documents set owner_id = p_user where id = p_document;
  perform private.move_lanes(p_document);
end
$$;
comment on function public.transfer_document(uuid, uuid) is
  'Makes another member the owner. The owner before stays as an editor, so that a document always has one owner.';
revoke all on function public.transfer_document(uuid, uuid) from public, anon, service_role;
grant execute on function public.transfer_document(uuid, uuid) to authenticated;

-- Requests for access, and for the right to edit.

create table private.access_requests (
  document_id uuid not null references public.documents (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (document_id, user_id)
);
comment on table private.access_requests is 'Requests for access, or for the right to edit, that the owner has not answered.';

create index access_requests_user on private.access_requests (user_id);

alter table private.access_requests enable row level security;
revoke all on private.access_requests from anon, authenticated;

create function public.request_access(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  perform private.spend(private.caller(), 'share');
  insert into private.access_requests (document_id, user_id)
  select d.id, private.caller() from public.documents d
  where d.id = p_document and d.deleted_at is null
    and not coalesce(private.may(private.role_of(d.id, private.caller()), 'write'), false)
  on conflict do nothing;
end
$$;
comment on function public.request_access(uuid) is
  'Asks the owner for access, or for the right to edit. The answer does not show whether there is such a document.';
revoke all on function public.request_access(uuid) from public, anon, service_role;
grant execute on function public.request_access(uuid) to authenticated;

create function public.answer_request(p_document uuid, p_user uuid, p_role text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  old_role text;
begin
  if p_role not in ('editor', 'commenter', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  old_role := private.role_of(p_document, p_user);
  delete from private.access_requests where document_id = p_document and user_id = p_user;
  if not found or p_role is null then return; end if;
  perform private.let_in(p_document, p_user, p_role);
  -- A member gets the new right by joining new lanes.
  if old_role <> private.role_of(p_document, p_user) then perform private.move_lanes(p_document); end if;
end
$$;
comment on function public.answer_request(uuid, uuid, text) is
  'Gives a role to a person who asked for it, or with null declines; the owner may call it. It never lowers a role, and does nothing without a request.';
revoke all on function public.answer_request(uuid, uuid, text) from public, anon, service_role;
grant execute on function public.answer_request(uuid, uuid, text) to authenticated;

-- The link.

create function public.set_link_role(p_document uuid, p_role text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  affected uuid[];
begin
  if p_role not in ('editor', 'commenter', 'viewer') then perform private.refuse('bad_request', 'role'); end if;
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  update public.documents set link_role = p_role where id = p_document;
  affected := array(select m.user_id from public.members m
    where m.document_id = p_document and m.via_link and m.role <> 'owner' and m.role is distinct from p_role);
  if cardinality(affected) = 0 then return; end if;
  update public.editing_sessions s
  set revoked_at = case when p_role is null then now() end,
    lost_right_at = case when m.role = 'editor' then now() else s.lost_right_at end
  from public.members m
  where s.document_id = p_document and s.user_id = any (affected) and s.revoked_at is null
    and m.document_id = p_document and m.user_id = s.user_id;
  if p_role is null then
    delete from public.members where document_id = p_document and user_id = any (affected);
  else
    update public.members set role = p_role where document_id = p_document and user_id = any (affected);
  end if;
  perform private.move_lanes(p_document);
end
$$;
comment on function public.set_link_role(uuid, text) is
  'Sets what signed-in people with the link may do; null closes the link. Members who joined by the link get that role, or are removed.';
revoke all on function public.set_link_role(uuid, text) from public, anon, service_role;
grant execute on function public.set_link_role(uuid, text) to authenticated;

create function public.join_document(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  invited_as text;
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  document := private.lock_document(p_document);
  perform private.spend(private.caller(), 'share');
  if private.role_of(p_document, private.caller()) is not null then return; end if;
  if document.deleted_at is not null then perform private.refuse('forbidden'); end if;
  select i.role into invited_as from private.invitations i
  where i.document_id = p_document and i.email = private.my_address() and i.expires_at > now();
  if invited_as is not null then
    perform private.let_in(p_document, private.caller(), invited_as);
    return;
  end if;
  if document.link_role is null then perform private.refuse('forbidden'); end if;
  insert into public.members (document_id, user_id, role, via_link) values (p_document, private.caller(), document.link_role, true)
  on conflict (document_id, user_id) do update
  set role = excluded.role, via_link = true, expires_at = null, arrived_at = now();
  delete from private.access_requests where document_id = p_document and user_id = private.caller();
end
$$;
comment on function public.join_document(uuid) is
  'Lets the caller into a document whose address they have: by an invitation to their own address, or by the open link. A closed document and a missing one are refused alike.';
revoke all on function public.join_document(uuid) from public, anon, service_role;
grant execute on function public.join_document(uuid) to authenticated;

create function public.list_sharing(p_document uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  document public.documents;
begin
  select * into document from public.documents d where d.id = p_document;
  if private.require(p_document, private.caller(), 'read') <> 'owner' then
    return json_build_object('linkRole', document.link_role, 'invitations', '[]'::json, 'requests', '[]'::json);
  end if;
  return json_build_object('linkRole', document.link_role,
    'invitations', (select coalesce(json_agg(json_build_object('id', i.id, 'email', i.email, 'role', i.role, 'expiresAt', i.expires_at)
      order by i.created_at, i.id), '[]') from private.invitations i where i.document_id = p_document and i.expires_at > now()),
    'requests', (select coalesce(json_agg(json_build_object('userId', r.user_id, 'name', p.name, 'color', p.color, 'email', u.email)
      order by r.created_at, r.user_id), '[]')
      from private.access_requests r join public.profiles p on p.id = r.user_id join auth.users u on u.id = r.user_id
      -- A request is settled once its person may write, in whatever way.
      where r.document_id = p_document and not coalesce(private.may(private.role_of(p_document, r.user_id), 'write'), false)));
end
$$;
comment on function public.list_sharing(uuid) is 'The role of the link; for the owner also open invitations and requests.';
revoke all on function public.list_sharing(uuid) from public, anon, service_role;
grant execute on function public.list_sharing(uuid) to authenticated;

-- supabase/schemas/titles.sql

-- The title in lists is read from the log. A page cannot set it by what it sends beside its updates.

create table private.titles (
  document_id uuid primary key references public.documents (id) on delete cascade,
  seq bigint not null check (seq >= 0),
  state_seq bigint check (state_seq <= seq),
  state bytea,
  check ((state is null) = (state_seq is null))
);
comment on table private.titles is 'From which row the title in public.documents was read, and a small state to read the next one from.';
comment on column private.titles.state is 'The document up to state_seq as a Yjs update without its text. It holds deleted titles too.';

alter table private.titles enable row level security;
revoke all on private.titles from anon, authenticated;

create function private.forget_title() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.titles where document_id = old.id;
  return null;
end
$$;
comment on function private.forget_title() is 'Trigger: deletes the titles of an erased document.';
revoke all on function private.forget_title() from public;

create trigger forget_title after update of deleted_at on public.documents for each row
  when (new.deleted_at = '-infinity') execute function private.forget_title();

-- The title is read before the append that changes it, so that both are stored at once. The caller's right is checked here,
-- because the append has not checked it yet.
create function public.load_title(p_actor uuid, p_auth_session uuid, p_document uuid, p_most bigint default null) returns public."application/octet-stream"
-- STABLE: all statements read the same snapshot of the database.
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Behind so many rows, the snapshot is less to read.
  max_behind constant bigint := 1000;
  log public.document_logs;
  base bigint;
  base_bytes bytea;
  is_small boolean;
  rows bytea[];
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into log from public.document_logs l where l.document_id = p_document;
  perform private.require(p_document, p_actor, 'write');
  select t.state_seq, t.state into base, base_bytes from private.titles t
  where t.document_id = p_document and t.state_seq >= log.snapshot_seq - max_behind;
  is_small := base is not null;
  -- Bytes of the rows since the snapshot are at most these.
  if log.size_bytes - log.snapshot_weight > p_most or is_small and base < log.snapshot_seq and p_most is not null
    or not is_small and log.snapshot_weight > p_most then
    return null;
  end if;
  if not is_small then
    select s.seq, s.bytes into base, base_bytes from public.document_snapshots s
    where s.document_id = p_document and s.seq = log.snapshot_seq;
  end if;
  select coalesce(array_agg(l.bytes order by l.seq) filter (where not l.is_quarantined), '{}') into rows
  from private.read_log(p_document, coalesce(base, 0), log.head_seq) l;
  return private.frame(json_build_object('seq', log.head_seq, 'isSmall', is_small),
    case when base_bytes is null then rows else array_prepend(base_bytes, rows) end);
end
$$;
comment on function public.load_title(uuid, uuid, uuid, bigint) is
  'Yjs updates that make up the title at the head, in order, as a frame: the last state of save_title (isSmall), or the snapshot that loading starts from, and the rows after it. Null when that may be more than p_most bytes. For owners and editors.';
revoke all on function public.load_title(uuid, uuid, uuid, bigint) from public, anon, authenticated;
grant execute on function public.load_title(uuid, uuid, uuid, bigint) to service_role;

create function public.save_title(p_document uuid, p_seq bigint, p_title text, p_state bytea default null, p_forgets boolean default false) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- The order of all functions: first the lock of the log.
  log public.document_logs := private.lock_log(p_document);
begin
  if log.document_id is null or p_seq > log.head_seq
    or exists (select from public.documents d where d.id = p_document and d.deleted_at = '-infinity') then
    return;
  end if;
  if p_forgets then update private.titles set state = null, state_seq = null where document_id = p_document; end if;
  insert into private.titles as t (document_id, seq, state_seq, state)
  values (p_document, p_seq, case when p_state is not null then p_seq end, p_state)
  on conflict (document_id) do update set seq = excluded.seq,
    state = coalesce(excluded.state, t.state), state_seq = coalesce(excluded.state_seq, t.state_seq)
  where t.seq <= excluded.seq;
  if found then update public.documents set title = private.cut_text(private.clean_line(p_title), 200) where id = p_document; end if;
end
$$;
comment on function public.save_title(uuid, bigint, text, bytea, boolean) is
  'Sets the title in lists to that of the document at p_seq; a no-op when it was read from a later row already. p_state: the document at p_seq without its text. p_forgets drops the state that is stored, because rows in it turned out to be refused.';
revoke all on function public.save_title(uuid, bigint, text, bytea, boolean) from public, anon, authenticated;
grant execute on function public.save_title(uuid, bigint, text, bytea, boolean) to service_role;

-- supabase/schemas/versions.sql

-- Versions (docs/decisions/0036): every logged update belongs to a stretch of work, and each stretch is an automatic version.
-- The log is kept, so a version needs no snapshot of its own.

-- A growing stretch is updated with each append. No index has the columns that change then.
create table public.versions (
  id uuid primary key default gen_random_uuid(),
  document_id uuid not null references public.documents (id) on delete cascade,
  seq bigint not null,
  kind text not null check (kind in ('named', 'automatic', 'before_restore', 'before_deletion', 'restored')),
  name text check (char_length(name) between 1 and 120),
  note text check (char_length(note) between 1 and 500),
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  restored_version_id uuid references public.versions (id) on delete set null,
  restore_session_id uuid references public.editing_sessions (id) on delete set null,
  from_seq bigint check (from_seq between 1 and seq),
  ended_at timestamptz,
  typed bigint not null default 0,
  deleted bigint not null default 0,
  thin_at timestamptz,
  constraint versions_of_stretches check ((from_seq is null) = (ended_at is null))
) with (fillfactor = 70);
comment on table public.versions is
  'States of a document that people can see, name and restore. An automatic version is a stretch of work: it grows with the log until a pause of five minutes, or for half an hour.';
comment on column public.versions.restored_version_id is 'Of a version saved before a restore: the version that was restored.';
comment on column public.versions.restore_session_id is 'Of a version saved before a restore: the editing session that the restore was written under.';
comment on column public.versions.seq is 'The state is that of the log up to this row.';
comment on column public.versions.created_at is 'When the version was saved; of a stretch: when it began.';
comment on column public.versions.from_seq is 'First row of a stretch; null for a version that was saved at one moment.';
comment on column public.versions.ended_at is 'When the last row of a stretch was logged.';
comment on column public.versions.typed is 'Characters that the rows of a stretch inserted, as they were written: a paragraph that is split counts its second half.';
comment on column public.versions.deleted is 'Yjs clock ticks that the rows of a stretch deleted.';
comment on column public.versions.thin_at is 'When the sweep decides the next time whether an automatic version is kept; null for versions that always are.';

create index versions_author on public.versions (created_by);
create index versions_restored on public.versions (restored_version_id);
create index versions_restore_session on public.versions (restore_session_id);
create index versions_of_document on public.versions (document_id, created_at desc);
create index versions_to_thin on public.versions (thin_at) where thin_at is not null;

alter table public.versions enable row level security;
revoke all on public.versions from anon, authenticated;
grant select on public.versions to authenticated;
grant select on public.versions to service_role;

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

alter table public.version_authors enable row level security;
revoke all on public.version_authors from anon, authenticated;
grant select on public.version_authors to authenticated;
grant select on public.version_authors to service_role;

create function private.clean_version() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := nullif(btrim(private.clean_line(new.name)), '');
  new.note := nullif(btrim(private.clean_line(new.note)), '');
  return new;
end
$$;
comment on function private.clean_version() is 'Trigger: cleans the name and the note of a version.';
revoke all on function private.clean_version() from public;

create trigger clean_version before insert or update of name, note on public.versions
  for each row execute function private.clean_version();

-- Rights. What readers see of the history is the owner's choice.

create function private.shows_version(p_document uuid, p_user uuid, p_kind text, p_name text, p_at timestamptz) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.members m join public.documents d on d.id = m.document_id
    where m.document_id = p_document and m.user_id = p_user and d.deleted_at is null and (m.expires_at is null or m.expires_at > now())
      and (private.may(m.role, 'write')
        or (d.readers_see_all or p_kind in ('named', 'before_restore') or p_name is not null) and p_at >= m.created_at))
$$;
comment on function private.shows_version(uuid, uuid, text, text, timestamptz) is
  'Whether a person sees a version whose state is that of p_at: owners and editors see all; others, since they got access, those that somebody saved, named or replaced by a restore, or all if the owner wants that. Texts that they could read then.';
revoke all on function private.shows_version(uuid, uuid, text, text, timestamptz) from public;
grant execute on function private.shows_version(uuid, uuid, text, text, timestamptz) to authenticated;

create policy versions_that_i_see on public.versions for select to authenticated
  using (private.shows_version(document_id, private.caller(), kind, name, coalesce(ended_at, created_at)));

create policy authors_of_versions_that_i_see on public.version_authors for select to authenticated
  using (exists (select from public.versions v where v.id = version_id));

create policy sessions_that_i_see on public.editing_sessions for select to authenticated
  using (document_id in (select private.my_editable_documents())
    or document_id in (select private.my_documents())
      and exists (select from public.version_authors a where a.session_id = editing_sessions.id));

create function public.set_readers_see_all(p_document uuid, p_all boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'share');
  update public.documents set readers_see_all = coalesce(p_all, false) where id = p_document;
end
$$;
comment on function public.set_readers_see_all(uuid, boolean) is 'The owner chooses whether readers see every version since they got access.';
revoke all on function public.set_readers_see_all(uuid, boolean) from public, anon, service_role;
grant execute on function public.set_readers_see_all(uuid, boolean) to authenticated;

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

create function public.save_version(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_generation integer, p_base bigint, p_seq bigint, p_bytes bytea, p_digest text,
  p_kind text, p_name text default null, p_note text default null, p_poison bigint[] default '{}', p_weight bigint default 0
) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  log public.document_logs;
  advanced boolean;
  version_id uuid;
begin
  log := private.lock_log(p_document);
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require(p_document, p_actor, 'write');
  -- A version saved before a restore counts as part of the restore.
  if p_kind <> 'before_restore' then perform private.spend(p_actor, 'save_version'); end if;
  if log.generation <> p_generation then perform private.refuse('generation_mismatch'); end if;
  advanced := private.store_snapshot(log, p_base, p_seq, p_bytes, p_digest, p_poison, p_weight, true);
  insert into public.versions (document_id, seq, kind, name, note, created_by)
  values (p_document, p_seq, p_kind, nullif(p_name, ''), nullif(p_note, ''), p_actor)
  returning id into version_id;
  return json_build_object('seq', p_seq, 'versionId', version_id, 'advanced', advanced);
end
$$;
comment on function public.save_version(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, text, text, text, bigint[], bigint) is
  'Stores the fold of the log at p_seq as a snapshot, and as a version. See private.store_snapshot.';
revoke all on function public.save_version(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, text, text, text, bigint[], bigint) from public, anon, authenticated;
grant execute on function public.save_version(uuid, uuid, uuid, integer, bigint, bigint, bytea, text, text, text, text, bigint[], bigint) to service_role;

create function public.name_version(p_document uuid, p_version uuid, p_name text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'write');
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

-- The owner deletes a version; that it happened stays recorded. The log is not touched.

create table public.deleted_versions (
  id uuid primary key,
  document_id uuid not null references public.documents (id) on delete cascade,
  name text,
  saved_at timestamptz not null,
  deleted_at timestamptz not null default now(),
  deleted_by uuid references public.profiles (id) on delete set null
);
comment on table public.deleted_versions is 'Versions that the owner of a document deleted: that there was one, and who deleted it.';
comment on column public.deleted_versions.id is 'The id that the version had.';
comment on column public.deleted_versions.saved_at is 'The moment of the state that the version was.';

create index deleted_versions_document on public.deleted_versions (document_id);
create index deleted_versions_person on public.deleted_versions (deleted_by);

alter table public.deleted_versions enable row level security;
revoke all on public.deleted_versions from anon, authenticated;
grant select on public.deleted_versions to authenticated;
grant select on public.deleted_versions to service_role;

create policy deleted_versions_of_documents_that_i_edit on public.deleted_versions for select to authenticated
  using (document_id in (select private.my_editable_documents()));

create function public.delete_version(p_document uuid, p_version uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  log public.document_logs;
  version public.versions;
begin
  log := private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'save_version');
  select * into version from public.versions v where v.id = p_version and v.document_id = p_document;
  if version.id is null then perform private.refuse('not_found'); end if;
  -- The newest stretch is the text as it is now.
  if version.from_seq is not null and version.seq = log.head_seq then perform private.refuse('bad_request', 'version'); end if;
  insert into public.deleted_versions (id, document_id, name, saved_at, deleted_by)
  values (version.id, p_document, version.name, coalesce(version.ended_at, version.created_at), private.caller());
  delete from public.versions where id = version.id;
end
$$;
comment on function public.delete_version(uuid, uuid) is
  'Deletes a version; for the owner. It can no longer be opened, compared or restored; deleted_versions says that it was there. The log stays, and with it what was written. Refused as bad_request: the newest stretch of work.';
revoke all on function public.delete_version(uuid, uuid) from public, anon, service_role;
grant execute on function public.delete_version(uuid, uuid) to authenticated;

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

-- supabase/schemas/large_deletions.sql

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
    select l.generation, min(u.seq), max(u.seq) into generation_now, first_seq, last_seq
    from public.document_logs l join public.document_updates u on u.document_id = l.document_id and u.generation = l.generation
    where l.document_id = p_document and u.session_id = p_session and u.counter = any (p_counters) and u.author_id = p_actor
      and u.created_at > now() - interval '5 minutes'
    group by l.generation;
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

create function public.save_before_deletion(p_document uuid, p_session uuid, p_generation integer, p_seq bigint) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  log public.document_logs;
  version_id uuid;
begin
  log := private.lock_log(p_document);
  -- Another call may have been faster.
  if private.is_kept_before_deletion(p_document) then return null; end if;
  if log.generation <> p_generation then perform private.refuse('generation_mismatch'); end if;
  if p_seq < 1 or p_seq >= log.head_seq then perform private.refuse('bad_request', 'seq'); end if;
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

-- supabase/schemas/history.sql

-- Reading the history: the state of a version or at any row of the log, the rows themselves, and what a deployment signs about
-- them.

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

create function public.read_version(p_actor uuid, p_auth_session uuid, p_document uuid, p_version uuid) returns public."application/octet-stream"
language plpgsql security definer set search_path = ''
as $$
declare
  version public.versions;
  actor_role text;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  actor_role := private.require(p_document, p_actor, 'read');
  if not private.may(actor_role, 'write') then perform private.spend(p_actor, 'read_folded'); end if;
  select * into version from public.versions v where v.id = p_version and v.document_id = p_document;
  if version.id is null or not private.shows_version(p_document, p_actor, version.kind, version.name, coalesce(version.ended_at, version.created_at)) then
    perform private.refuse('not_found');
  end if;
  return private.frame(json_build_object('versionId', version.id, 'seq', version.seq, 'role', actor_role), private.state_at(p_document, version.seq));
end
$$;
comment on function public.read_version(uuid, uuid, uuid, uuid) is
  'The state of a version, as a frame: its parts are Yjs updates that make it up, in order, and its header has the role of the caller, because a reader must receive them folded. Refused as not_found: a version that the caller does not see.';
revoke all on function public.read_version(uuid, uuid, uuid, uuid) from public, anon, authenticated;
grant execute on function public.read_version(uuid, uuid, uuid, uuid) to service_role;

create function public.read_state(p_actor uuid, p_auth_session uuid, p_document uuid, p_seq bigint) returns public."application/octet-stream"
language plpgsql stable security definer set search_path = ''
as $$
declare
  log public.document_logs;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into log from public.document_logs l where l.document_id = p_document;
  perform private.require(p_document, p_actor, 'write');
  if p_seq not between 1 and log.head_seq then perform private.refuse('bad_request', 'seq'); end if;
  return private.frame(json_build_object('seq', p_seq), private.state_at(p_document, p_seq));
end
$$;
comment on function public.read_state(uuid, uuid, uuid, bigint) is
  'The document at any row of the log, for its owner and editors: a frame whose parts are Yjs updates, in order.';
revoke all on function public.read_state(uuid, uuid, uuid, bigint) from public, anon, authenticated;
grant execute on function public.read_state(uuid, uuid, uuid, bigint) to service_role;

create function public.read_log(p_actor uuid, p_auth_session uuid, p_document uuid, p_after bigint, p_until bigint)
returns public."application/octet-stream"
language plpgsql stable security definer set search_path = ''
as $$
declare
  first_after bigint;
  header json;
  updates bytea[];
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require(p_document, p_actor, 'write');
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

-- Proof of authorship.

create function public.describe_history(p_actor uuid, p_auth_session uuid, p_document uuid, p_until bigint default null) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  log public.document_logs;
  last_seq bigint;
  entry record;
  first_seq bigint;
  expected bigint;
  chain text := '';
  refused bigint[] := '{}';
  wrote uuid[];
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into log from public.document_logs l where l.document_id = p_document;
  perform private.require(p_document, p_actor, 'write');
  last_seq := coalesce(p_until, log.head_seq);
  if last_seq not between 1 and log.head_seq then perform private.refuse('bad_request', 'until'); end if;
  perform private.spend(p_actor, 'sign_history');
  for entry in
    select l.seq, s.client_id, round(extract(epoch from l.logged_at) * 1000)::bigint as at_ms, l.is_quarantined, sha256(l.bytes) as hash
    from private.read_log(p_document, 0, last_seq) l left join public.editing_sessions s on s.id = l.session_id
    order by l.seq
  loop
    first_seq := coalesce(first_seq, entry.seq);
    if entry.seq <> coalesce(expected, first_seq) then perform private.refuse('internal', 'the log has a hole'); end if;
    expected := entry.seq + 1;
    if entry.is_quarantined then
      refused := refused || entry.seq;
      continue;
    end if;
    chain := encode(sha256(convert_to(concat_ws(' ', chain, entry.seq, entry.at_ms, coalesce(entry.client_id::text, '-'),
      encode(entry.hash, 'hex')), 'UTF8')), 'hex');
  end loop;
  if expected is distinct from last_seq + 1 then perform private.refuse('internal', 'the log has a hole'); end if;
  select array_agg(distinct l.session_id) into wrote from private.read_log(p_document, 0, last_seq) l;
  return json_build_object(
    'document', json_build_object('id', p_document, 'title', (select d.title from public.documents d where d.id = p_document)),
    'from', first_seq, 'until', last_seq, 'refused', refused, 'chain', chain,
    'writers', (select coalesce(json_agg(json_build_array(s.client_id, s.user_id) order by s.client_id), '[]')
      from public.editing_sessions s where s.id = any (wrote)),
    'people', (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.id), '[]')
      from public.profiles p where p.id in (select s.user_id from public.editing_sessions s where s.id = any (wrote))));
end
$$;
comment on function public.describe_history(uuid, uuid, uuid, bigint) is
  'For the owner and editors: what the deployment knows about who wrote the rows of the log up to p_until, by default all. chain is the last of a chain of SHA-256 hashes in hexadecimal, one for each row that clients accept, each of: the hash before (empty for the first), the seq, the time in milliseconds, the Yjs client id (- when unknown), the SHA-256 of the update; separated by spaces. writers has the user id of each client id, null for an account that is gone. from is larger than 1 where the log begins later.';
revoke all on function public.describe_history(uuid, uuid, uuid, bigint) from public, anon, authenticated;
grant execute on function public.describe_history(uuid, uuid, uuid, bigint) to service_role;

-- supabase/schemas/restores.sql

-- Restoring a version: under a lease, because two at once would both insert. The version saved before a restore records
-- what was restored, so that others can see it and undo it once.

create function public.begin_restore(
  p_actor uuid, p_auth_session uuid, p_document uuid, p_session uuid, p_client_id bigint
) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  log public.document_logs;
begin
  log := private.lock_log(p_document);
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.require(p_document, p_actor, 'write');
  perform private.spend(p_actor, 'restore');
  -- Two restores at the same time would each insert the old paragraphs.
  if log.restore_until > clock_timestamp() then perform private.refuse('restore_in_progress'); end if;
  insert into public.editing_sessions (id, document_id, user_id, generation, client_id)
  values (p_session, p_document, p_actor, log.generation, p_client_id);
  update public.document_logs set restore_session_id = p_session, restore_until = clock_timestamp() + interval '30 seconds'
  where document_id = p_document;
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
  from public.document_logs l
  where l.document_id = p_document and l.restore_session_id = p_session
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
    update public.document_logs set restore_session_id = null, restore_until = null
    where document_id = p_document and restore_session_id = p_session
    returning restore_session_id
  )
  delete from public.editing_sessions where id = p_session and last_counter = 0 and exists (select from given_back)
$$;
comment on function public.end_restore(uuid, uuid) is
  'Releases the restore lease when nothing was appended, and deletes its editing session.';
revoke all on function public.end_restore(uuid, uuid) from public, anon, authenticated;
grant execute on function public.end_restore(uuid, uuid) to service_role;

create function public.read_restored(p_actor uuid, p_auth_session uuid, p_document uuid, p_backup uuid) returns public."application/octet-stream"
language plpgsql stable security definer set search_path = ''
as $$
declare
  log public.document_logs;
  backup public.versions;
  restored bytea[];
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  select * into log from public.document_logs l where l.document_id = p_document;
  perform private.require(p_document, p_actor, 'write');
  select * into backup from public.versions v
  where v.id = p_backup and v.document_id = p_document and v.restore_session_id is not null;
  if backup.id is null then perform private.refuse('not_found'); end if;
  select coalesce(array_agg(l.bytes order by l.seq), '{}') into restored
  from private.read_log(p_document, backup.seq, log.head_seq) l where l.session_id = backup.restore_session_id;
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
    select max(r.seq) from public.versions v, private.read_log(p_document, v.seq, l.head_seq) r
    where v.document_id = p_document and v.restore_session_id = s.id and r.session_id = s.id
      and public.taken_back_at(p_document, v.id) is null))
  from public.editing_sessions s join public.document_logs l on l.document_id = s.document_id
  where s.document_id = p_document and s.generation = l.generation and s.client_id = p_client_id
$$;
comment on function public.restored_at(uuid, bigint) is
  'Whether a restore was written under a Yjs client id: its head if it is still in effect, null as head if it was undone or the id is that of another session; null if the id is free.';
revoke all on function public.restored_at(uuid, bigint) from public, anon, authenticated;
grant execute on function public.restored_at(uuid, bigint) to service_role;

-- The Yjs client id of a restored part follows from the restore, so that two users who make it at once do not insert its
-- text twice. Without a secret every member could compute the ids and open sessions under all of them first.

create table private.deployment_secret (
  is_only boolean primary key default true check (is_only),
  secret bytea not null default extensions.gen_random_bytes(32) check (octet_length(secret) = 32)
);
comment on table private.deployment_secret is 'One row. Ids that a client must not be able to compute are derived from it.';

alter table private.deployment_secret enable row level security;
revoke all on private.deployment_secret from anon, authenticated;

insert into private.deployment_secret default values;

create function private.client_id_of(p_document uuid, p_what text, p_round integer) returns bigint
language sql stable security definer set search_path = ''
as $$
  select greatest(2, ('x' || encode(substr(
    extensions.hmac(convert_to(concat_ws(' ', p_document, p_round, p_what), 'utf8'), s.secret, 'sha256'), 1, 4), 'hex'))::bit(32)::bigint)
  from private.deployment_secret s
$$;
comment on function private.client_id_of(uuid, text, integer) is
  'The Yjs client id that follows from p_what in a document: the first 32 bits of an HMAC with the deployment''s secret; 0 and 1 are the server''s.';
revoke all on function private.client_id_of(uuid, text, integer) from public;

create function public.choose_client(p_document uuid, p_what text) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  client bigint;
  standing json;
begin
  -- A restore that was undone may be made again, under the next id.
  for round in 0..49 loop
    client := private.client_id_of(p_document, p_what, round);
    standing := public.restored_at(p_document, client);
    if standing is null then return json_build_object('clientId', client); end if;
    if standing ->> 'head' is not null then return standing; end if;
  end loop;
  raise exception 'a restore was undone too often';
end
$$;
comment on function public.choose_client(uuid, text) is
  'The Yjs client id to write a restore under, the same for the same p_what: {clientId}; or {head} if that restore is in effect already.';
revoke all on function public.choose_client(uuid, text) from public, anon, authenticated;
grant execute on function public.choose_client(uuid, text) to service_role;

-- supabase/schemas/trash.sql

-- The trash. A document that is erased has deleted_at = '-infinity'.

create function private.trash_kept_for() returns interval language sql immutable set search_path = '' return interval '30 days';
comment on function private.trash_kept_for() is 'How long a deleted document can be restored.';
revoke all on function private.trash_kept_for() from public;

create function private.erase_document(p_document uuid) returns void
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
comment on function private.erase_document(uuid) is
  'Deletes the text, the history and the members of a deleted document. Its row stays, so that its id is not used again; its images are removed through the storage API.';
revoke all on function private.erase_document(uuid) from public;

create function private.erase_expired() returns bigint
language sql security definer set search_path = ''
as $$
  select count(private.erase_document(old.id)) from (
    select d.id from public.documents d join public.document_logs l on l.document_id = d.id
    where d.deleted_at < now() - private.trash_kept_for() and d.deleted_at > '-infinity'
    limit 20 for no key update of l skip locked) as old
$$;
comment on function private.erase_expired() is
  'Erases documents that have been in a trash for too long, 20 at most; returns how many.';
revoke all on function private.erase_expired() from public;

create function public.delete_document(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_log(p_document);
  perform private.require(p_document, private.caller(), 'own');
  perform private.spend(private.caller(), 'organize');
  update public.documents set deleted_at = now() where id = p_document;
  perform private.move_lanes(p_document);
  -- Expired documents are erased here too, because a sweep may not be scheduled.
  perform private.erase_expired();
end
$$;
comment on function public.delete_document(uuid) is
  'Moves a document to its owner''s trash: nobody reads or writes it any more, and the lanes move. It can be restored for 30 days, then its text is erased.';
revoke all on function public.delete_document(uuid) from public, anon, service_role;
grant execute on function public.delete_document(uuid) to authenticated;

create function private.lock_trashed(p_document uuid) returns public.documents
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents := private.lock_document(p_document);
begin
  if document.owner_id is distinct from private.caller() or document.deleted_at is null
    or document.deleted_at <= now() - private.trash_kept_for() then
    perform private.refuse('forbidden');
  end if;
  perform private.spend(private.caller(), 'organize');
  return document;
end
$$;
comment on function private.lock_trashed(uuid) is
  'The row of a document in the caller''s trash, locked until commit; refuses with forbidden.';
revoke all on function private.lock_trashed(uuid) from public;

create function public.restore_document(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents := private.lock_trashed(p_document);
begin
  update public.documents set deleted_at = null where id = document.id;
end
$$;
comment on function public.restore_document(uuid) is
  'Takes a document out of the caller''s trash, as it was: text, versions and members.';
revoke all on function public.restore_document(uuid) from public, anon, service_role;
grant execute on function public.restore_document(uuid) to authenticated;

create function public.erase_document(p_document uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents := private.lock_trashed(p_document);
begin
  perform private.erase_document(document.id);
end
$$;
comment on function public.erase_document(uuid) is 'Erases a document in the caller''s trash now. This cannot be undone.';
revoke all on function public.erase_document(uuid) from public, anon, service_role;
grant execute on function public.erase_document(uuid) to authenticated;

-- supabase/schemas/lists.sql

-- A person's list of documents: favourites, folders, when they last opened one. The tables are private to their person, and
-- read by functions only.

create table private.folders (
  user_id uuid not null references public.profiles (id) on delete cascade,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 80),
  created_at timestamptz not null default now(),
  primary key (user_id, id)
);
comment on table private.folders is
  'Folders in a person''s list of documents. An id is unique for its person only: the same id of another person is another folder.';

alter table private.folders enable row level security;
revoke all on private.folders from anon, authenticated;

create table private.personal_marks (
  user_id uuid not null references public.profiles (id) on delete cascade,
  document_id uuid not null references public.documents (id) on delete cascade,
  favorite boolean not null default false,
  opened_at timestamptz,
  folder_id uuid,
  seen_seq bigint,
  left_seq bigint,
  left_at timestamptz,
  primary key (user_id, document_id),
  foreign key (user_id, folder_id) references private.folders (user_id, id) on delete set null (folder_id)
);
comment on table private.personal_marks is 'Marks of one person on one document, which only that person sees.';
comment on column private.personal_marks.opened_at is 'When the person last had it open.';
comment on column private.personal_marks.seen_seq is 'Head of the log when the person last had the document open.';
comment on column private.personal_marks.left_seq is 'seen_seq before the last absence; null when what others changed then is read.';
comment on column private.personal_marks.left_at is 'opened_at before the last absence.';

create index personal_marks_document on private.personal_marks (document_id);
create index personal_marks_folder on private.personal_marks (user_id, folder_id);

alter table private.personal_marks enable row level security;
revoke all on private.personal_marks from anon, authenticated;

create function private.mark_opened() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  head bigint := (select l.head_seq from public.document_logs l where l.document_id = new.document_id);
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
revoke all on function private.mark_opened() from public;

-- Not with each append: an open page polls the head, which sets last_seen_at, every 20 seconds anyway.
create trigger mark_opened after update of last_seen_at on public.editing_sessions for each row
  when (new.user_id is not null and new.last_counter = old.last_counter) execute function private.mark_opened();

create function private.people_here(p_document uuid, p_generation integer, p_but uuid) returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'color', p.color) order by p.name, p.id), '[]')
  from public.profiles p
  where p.id <> p_but and p.id in (
    select s.user_id from public.editing_sessions s
    where s.document_id = p_document and s.generation = p_generation
      and s.revoked_at is null and s.last_seen_at > now() - interval '45 seconds')
$$;
comment on function private.people_here(uuid, integer, uuid) is
  'The people who have a document open, except p_but. An open page that is in view marks its session as seen at least every 35 seconds.';
revoke all on function private.people_here(uuid, integer, uuid) from public;

create function public.list_my_documents() returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(listed order by listed.updated_at desc, listed.id), '[]')
  from (
    select d.id, d.title, m.role, d.owner_id, p.name as owner_name,
      (select count(*)::integer from public.members o where o.document_id = d.id and o.arrived_at is not null and (o.expires_at is null or o.expires_at > now())) as member_count,
      d.created_at, l.changed_at as updated_at, d.deleted_at, coalesce(k.favorite, false) as favorite, k.opened_at, k.folder_id,
      case when d.deleted_at is null then private.people_here(d.id, l.generation, m.user_id) else '[]' end as here
    from public.members m
    join public.documents d on d.id = m.document_id
    join public.document_logs l on l.document_id = d.id
    join public.profiles p on p.id = d.owner_id
    left join private.personal_marks k on k.user_id = m.user_id and k.document_id = d.id
    where m.user_id = private.caller() and (m.expires_at is null or m.expires_at > now())
      and (d.deleted_at is null or m.role = 'owner' and d.deleted_at > now() - private.trash_kept_for())
  ) as listed
$$;
comment on function public.list_my_documents() is
  'Documents of the caller, newest change first, with the caller''s own marks and the others who have each open; the owner''s deleted ones too, as long as they can be restored. One value, not rows: the API cuts rows off after a thousand.';
revoke all on function public.list_my_documents() from public, anon, service_role;
grant execute on function public.list_my_documents() to authenticated;

create function private.require_member(p_document uuid) returns uuid
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require(p_document, private.caller(), 'read');
  perform private.spend(private.caller(), 'organize');
  return private.caller();
end
$$;
comment on function private.require_member(uuid) is
  'The caller, if they are a member of the document. Counts against the rate of organizing.';
revoke all on function private.require_member(uuid) from public;

create function public.set_favorite(p_document uuid, p_favorite boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.personal_marks (user_id, document_id, favorite)
  values (private.require_member(p_document), p_document, coalesce(p_favorite, false))
  on conflict (user_id, document_id) do update set favorite = excluded.favorite;
end
$$;
comment on function public.set_favorite(uuid, boolean) is 'Makes a document a favourite of the caller, or no longer one.';
revoke all on function public.set_favorite(uuid, boolean) from public, anon, service_role;
grant execute on function public.set_favorite(uuid, boolean) to authenticated;

create function public.list_my_folders() returns json
language sql stable security definer set search_path = ''
as $$
  select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name) order by f.name, f.id), '[]')
  from private.folders f where f.user_id = private.caller()
$$;
comment on function public.list_my_folders() is 'Folders of the caller.';
revoke all on function public.list_my_folders() from public, anon, service_role;
grant execute on function public.list_my_folders() to authenticated;

create function public.save_folder(p_folder uuid, p_name text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  clean text := private.clean_name(p_name);
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  if p_folder is null or clean is null then perform private.refuse('bad_request', 'name'); end if;
  perform private.spend(private.caller(), 'organize');
  if (select count(*) from private.folders f where f.user_id = private.caller() and f.id <> p_folder) >= 200 then
    perform private.refuse('too_large', 'folders');
  end if;
  insert into private.folders (user_id, id, name) values (private.caller(), p_folder, clean)
  on conflict (user_id, id) do update set name = excluded.name;
end
$$;
comment on function public.save_folder(uuid, text) is
  'Creates or renames a folder of the caller. The caller chooses its id, which makes the call idempotent.';
revoke all on function public.save_folder(uuid, text) from public, anon, service_role;
grant execute on function public.save_folder(uuid, text) to authenticated;

create function public.delete_folder(p_folder uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  perform private.spend(private.caller(), 'organize');
  delete from private.folders where user_id = private.caller() and id = p_folder;
end
$$;
comment on function public.delete_folder(uuid) is 'Deletes a folder of the caller; its documents stay in their list.';
revoke all on function public.delete_folder(uuid) from public, anon, service_role;
grant execute on function public.delete_folder(uuid) to authenticated;

create function public.move_to_folder(p_document uuid, p_folder uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  me uuid := private.require_member(p_document);
begin
  if p_folder is not null and not exists (select 1 from private.folders f where f.user_id = me and f.id = p_folder) then
    perform private.refuse('not_found');
  end if;
  insert into private.personal_marks (user_id, document_id, folder_id) values (me, p_document, p_folder)
  on conflict (user_id, document_id) do update set folder_id = excluded.folder_id;
end
$$;
comment on function public.move_to_folder(uuid, uuid) is
  'Moves a document into a folder of the caller, in their list only; null takes it out of its folder.';
revoke all on function public.move_to_folder(uuid, uuid) from public, anon, service_role;
grant execute on function public.move_to_folder(uuid, uuid) to authenticated;

-- Since you were here: what others have changed while a person was away.

create function public.changes_while_away(p_document uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  log public.document_logs;
  me uuid := private.caller();
  mark private.personal_marks;
  people json;
begin
  select * into log from public.document_logs l where l.document_id = p_document;
  perform private.require(p_document, me, 'write');
  select * into mark from private.personal_marks m where m.user_id = me and m.document_id = p_document;
  if mark.left_seq is null or mark.left_seq >= log.head_seq then return null; end if;
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

-- supabase/schemas/files.sql

-- Files in storage: images of documents and pictures of people, their rights and limits.

-- The limits for one person (docs/decisions/0026) are checked when a file is added. They count the files that the person
-- added, in all documents.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values
  ('document-images', 'document-images', false, 10485760,
    array['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']),
  ('avatars', 'avatars', false, 262144, array['image/png', 'image/jpeg', 'image/webp'])
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

create table private.file_limits (
  bucket_id text primary key references storage.buckets (id) on delete cascade,
  max_files integer not null check (max_files > 0),
  max_bytes bigint not null check (max_bytes > 0)
);
comment on table private.file_limits is
  'Settings: how many files one person may have in a bucket, and how many bytes together. For the operator of the server to change.';

alter table private.file_limits enable row level security;
revoke all on private.file_limits from anon, authenticated;

insert into private.file_limits (bucket_id, max_files, max_bytes) values
  ('document-images', 1000, 500 * 1024 * 1024),
  ('avatars', 10, 10 * 256 * 1024);

create function private.has_room(p_bucket text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
declare
  -- Evaluated once, and not for each file.
  me text := private.caller()::text;
  is_full boolean;
begin
  select count(o.id) >= l.max_files or coalesce(sum((o.metadata ->> 'size')::bigint), 0) >= l.max_bytes into is_full
  from private.file_limits l
  left join storage.objects o on o.bucket_id = l.bucket_id and o.owner_id = me
  where l.bucket_id = p_bucket group by l.max_files, l.max_bytes;
  -- The only error whose message Storage passes on.
  if is_full then raise exception using errcode = '42501', message = 'storage_full'; end if;
  return true;
end
$$;
comment on function private.has_room(text) is
  'True when the caller may have one more file in the bucket; refuses with storage_full when they have as many files, or bytes, as one person may. Policies call it so that Storage refuses before it takes the bytes; the trigger limit_files counts uploads at the same time.';
revoke all on function private.has_room(text) from public;
grant execute on function private.has_room(text) to authenticated;

-- The limits hold for uploads at the same time too. Storage checks the policies before it takes the bytes, and writes the row
-- with its own rights after them; until then no other upload can count it.

create function private.limit_files() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  limits private.file_limits;
  files bigint;
  bytes bigint;
begin
  select * into limits from private.file_limits l where l.bucket_id = new.bucket_id;
  if not found then return new; end if;
  -- Uploads of one person to one bucket are written one after the other. The count is a statement of its own, which sees
  -- what was committed while this one waited.
  perform pg_advisory_xact_lock(hashtextextended('files ' || new.bucket_id || ' ' || new.owner_id, 0));
  select count(*), coalesce(sum((o.metadata ->> 'size')::bigint), 0) into files, bytes
  from storage.objects o where o.bucket_id = new.bucket_id and o.owner_id = new.owner_id and o.name <> new.name;
  if files >= limits.max_files or bytes + coalesce((new.metadata ->> 'size')::bigint, 0) > limits.max_bytes then
    raise exception using errcode = '42501', message = 'storage_full';
  end if;
  return new;
end
$$;
comment on function private.limit_files() is
  'Trigger: refuses with storage_full a file beyond the number or the bytes that one person may have in a bucket, also when many are added at once. Files without an owner are the server''s.';
revoke all on function private.limit_files() from public;

create trigger limit_files before insert on storage.objects for each row
  when (new.owner_id is not null) execute function private.limit_files();

-- Images of documents: one folder for each document, `<document id>/<image id>.<extension>`. Readers of a document read them,
-- editors add them. Nobody replaces or removes one, so that a saved version always shows what it showed; the server
-- removes images that are no longer used.

create policy document_images_of_members on storage.objects for select to authenticated
  using (bucket_id = 'document-images'
    and (storage.foldername(name))[1] in (select d.id::text from private.my_documents() as d (id)));

create policy document_images_added_by_editors on storage.objects for insert to authenticated
  with check (bucket_id = 'document-images'
    and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|jpg|gif|webp|avif)$'
    and (storage.foldername(name))[1] in (select d.id::text from private.my_editable_documents() as d (id))
    and private.has_room(bucket_id));

-- A reader reads the images that the text shows, whose names it has. A list would name those of deleted text too.
create policy document_images_are_listed_by_editors on storage.objects as restrictive for select to authenticated
  using (bucket_id <> 'document-images' or coalesce(storage.operation(), '') !~ '^(storage\.)?object\.list'
    or (storage.foldername(name))[1] in (select d.id::text from private.my_editable_documents() as d (id)));

-- Pictures of people: one folder for each person, read by everybody who shares a document with them.

create policy avatars_of_contacts on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] in (select c.id::text from private.my_contacts() as c (id)));

create policy own_avatar_added on storage.objects for insert to authenticated
  with check (bucket_id = 'avatars'
    and name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(png|jpg|webp)$'
    and (storage.foldername(name))[1] = (select private.caller())::text
    and private.has_room(bucket_id));

create policy own_avatar_removed on storage.objects for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select private.caller())::text);

-- A signed URL works for anybody, for as long as its creator chose, even after the creator loses access. The app reads and
-- uploads files with the user's token, so that nothing needs to be signed.
create policy nothing_is_signed on storage.objects as restrictive for all to authenticated
  using (coalesce(storage.operation(), '') !~ '^(storage\.)?object\.sign');

-- supabase/schemas/unused_files.sql

-- Files that are no longer used. Deleting a row of storage.objects in SQL would leave its file, and hosted Supabase refuses
-- it. So the database lists the files, the edge function sweep-files removes them through the storage API, and a file that
-- could not be removed is listed again.

create table private.left_folders (
  bucket_id text not null,
  folder uuid not null,
  since timestamptz not null default now(),
  primary key (bucket_id, folder)
);
comment on table private.left_folders is
  'Storage folders of erased documents and deleted accounts. A row stays for a day, and until its folder is empty: an upload may still be under way.';

alter table private.left_folders enable row level security;
revoke all on private.left_folders from anon, authenticated;

create function private.leave_folder() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.left_folders (bucket_id, folder) values (tg_argv[0], old.id) on conflict do nothing;
  return null;
end
$$;
comment on function private.leave_folder() is 'Trigger: records that the folder of this row in a bucket is no longer used.';
revoke all on function private.leave_folder() from public;

create trigger leave_images_of_deleted after delete on public.documents for each row
  execute function private.leave_folder('document-images');

create trigger leave_images_of_erased after update of deleted_at on public.documents for each row
  when (new.deleted_at = '-infinity') execute function private.leave_folder('document-images');

create trigger leave_avatars after delete on public.profiles for each row execute function private.leave_folder('avatars');

create function public.list_left_files() returns json
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.erase_expired();
  -- Only folders whose document or person is gone now, because a removed file cannot be brought back.
  delete from private.left_folders f
  where exists (select 1 from public.documents d where d.id = f.folder and d.deleted_at is distinct from '-infinity')
    or exists (select 1 from public.profiles p where p.id = f.folder)
    -- Not `^@`, which uses no index for a prefix that is unknown when the query is planned; '0' comes after '/'.
    or f.since < now() - interval '1 day' and not exists (select 1 from storage.objects o
      where o.bucket_id = f.bucket_id and o.name ~>=~ (f.folder || '/') and o.name ~<~ (f.folder || '0'));
  return (
    select coalesce(json_object_agg(bucket_id, names), '{}') from (
      select file.bucket_id, json_agg(file.name order by file.name) as names from (
        select o.bucket_id, o.name from private.left_folders f
        join storage.objects o on o.bucket_id = f.bucket_id and o.name ~>=~ (f.folder || '/') and o.name ~<~ (f.folder || '0')
        limit 1000) as file
      group by file.bucket_id) as bucket);
end
$$;
comment on function public.list_left_files() is
  'Erases documents that have been in a trash for too long, and returns files of erased documents and deleted accounts by bucket, at most a thousand. They are removed through the storage API; those that could not be removed are returned again.';
revoke all on function public.list_left_files() from public, anon, authenticated;
grant execute on function public.list_left_files() to service_role;

create table private.unused_images (
  document_id uuid not null references public.documents (id) on delete cascade,
  path text not null,
  since timestamptz not null default now(),
  primary key (document_id, path)
);
comment on table private.unused_images is 'Images in storage that occur nowhere in their document, and since when that is known.';

alter table private.unused_images enable row level security;
revoke all on private.unused_images from anon, authenticated;

-- Images stay while a row or a checkpoint has them.
create function public.list_unused_images(p_document uuid) returns text[]
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
comment on function public.list_unused_images(uuid) is
  'Images that have occurred in no snapshot, version or update of the document for 30 days; records those that occur nowhere now. They are removed through the storage API: deleting the row would leave the file.';
revoke all on function public.list_unused_images(uuid) from public, anon, authenticated;
grant execute on function public.list_unused_images(uuid) to service_role;

create table private.file_walk (
  is_only_one boolean primary key default true check (is_only_one),
  after uuid,
  began_at timestamptz not null default '-infinity'
);
comment on table private.file_walk is
  'Position of the walk through all documents with images: one row. A walk begins once a day.';

alter table private.file_walk enable row level security;
revoke all on private.file_walk from anon, authenticated;

insert into private.file_walk default values;

create function private.walk_documents(p_most integer) returns setof uuid
language plpgsql security definer set search_path = ''
as $$
declare
  walk private.file_walk;
  met uuid[];
  found_ids uuid[];
begin
  -- Another call is under way: there is nothing to do.
  select * into walk from private.file_walk for update skip locked;
  if not found or walk.after is null and walk.began_at > now() - interval '1 day' then return; end if;
  met := array(select d.id from public.documents d
    where (walk.after is null or d.id > walk.after) and d.deleted_at is distinct from '-infinity' order by d.id limit 1000);
  -- A range, for the index of names, as in list_left_files.
  found_ids := array(select document.id from unnest(met) as document (id)
    where exists (select from storage.objects o
      where o.bucket_id = 'document-images' and o.name ~>=~ (document.id || '/') and o.name ~<~ (document.id || '0'))
    order by document.id limit p_most);
  update private.file_walk
  set began_at = case when walk.after is null then now() else began_at end,
    after = case when cardinality(found_ids) = p_most then found_ids[p_most] when cardinality(met) = 1000 then met[1000] end
  where is_only_one;
  return query select unnest(found_ids);
end
$$;
comment on function private.walk_documents(integer) is
  'The next documents that have images in storage, at most p_most; none when the walk of the day is over.';
revoke all on function private.walk_documents(integer) from public;

create function private.list_unused_avatars() returns setof text
language sql stable security definer set search_path = ''
as $$
  select o.name from storage.objects o
  where o.bucket_id = 'avatars' and o.created_at < now() - interval '1 day'
    and not exists (select from public.profiles p
      where p.id::text = (storage.foldername(o.name))[1] and p.avatar = storage.filename(o.name))
  limit 1000
$$;
comment on function private.list_unused_avatars() is
  'Pictures of people, older than a day, that no profile uses: replaced, or uploaded and never set.';
revoke all on function private.list_unused_avatars() from public;

create function public.list_files_to_remove(p_documents integer default 50) returns json
language plpgsql security definer set search_path = ''
as $$
declare
  left_files json := public.list_left_files();
  images text[] := array(
    select path from private.walk_documents(least(greatest(coalesce(p_documents, 50), 1), 1000)) as document (id),
      unnest(public.list_unused_images(document.id)) as path);
begin
  return (
    select coalesce(json_object_agg(bucket, names), '{}') from (
      select bucket, json_agg(distinct name) as names from (
        select told.bucket, name from json_each(left_files) as told (bucket, names), json_array_elements_text(told.names) as name
        union all
        select 'document-images', unnest(images)
        union all
        select 'avatars', private.list_unused_avatars()
      ) as file (bucket, name)
      group by bucket) as listed);
end
$$;
comment on function public.list_files_to_remove(integer) is
  'Files that are no longer used, by bucket: of erased documents and deleted accounts, images that have been unused for 30 days, pictures of people that no profile uses. Each call looks at the next p_documents documents with images (50; at most 1,000), all of them once a day. The files are removed through the storage API; those that could not be removed are returned again.';
revoke all on function public.list_files_to_remove(integer) from public, anon, authenticated;
grant execute on function public.list_files_to_remove(integer) to service_role;

-- supabase/schemas/accounts.sql

-- Accounts: where a person is signed in, and what becomes of their documents when they delete the account.

create function public.list_sessions()
returns table (id uuid, created_at timestamptz, last_seen_at timestamptz, user_agent text, is_current boolean)
language sql stable security definer set search_path = ''
as $$
  select s.id, s.created_at, greatest(s.created_at, s.refreshed_at at time zone 'utc'), private.clean_line(s.user_agent),
    s.id = (auth.jwt() ->> 'session_id')::uuid
  from auth.sessions s
  where s.user_id = private.caller() and (s.not_after is null or s.not_after > now())
  order by 5 desc, 3 desc, s.id
$$;
comment on function public.list_sessions() is
  'Where the caller is signed in: this sign-in first, then by last use. A sign-in counts as used when its token is refreshed.';
revoke all on function public.list_sessions() from public, anon, service_role;
grant execute on function public.list_sessions() to authenticated;

create function public.end_session(p_session uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if private.caller() is null then perform private.refuse('unauthenticated'); end if;
  delete from auth.sessions s where s.id = p_session and s.user_id = private.caller();
end
$$;
comment on function public.end_session(uuid) is
  'Ends a sign-in session of the caller. A no-op when it has ended, or belongs to another person.';
revoke all on function public.end_session(uuid) from public, anon, service_role;
grant execute on function public.end_session(uuid) to authenticated;

-- Members who joined by the link stay only while it is open, so they inherit nothing.
create function private.heir_of(p_document uuid, p_owner uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select m.user_id from public.members m join public.documents d on d.id = m.document_id
  where m.document_id = p_document and m.user_id <> p_owner and m.expires_at is null and not m.via_link and d.deleted_at is null
  order by array_position(array['editor', 'commenter', 'viewer'], m.role), m.created_at, m.user_id
  limit 1
$$;
comment on function private.heir_of(uuid, uuid) is
  'The member who gets a document when its owner''s account is deleted: the editor who has been in it for longest, else a commenter, else a viewer. Null when its owner has added no other member without an end date, or it is in the trash.';
revoke all on function private.heir_of(uuid, uuid) from public;

create function public.preview_account_deletion() returns table (title text, heir_name text)
language sql stable security definer set search_path = ''
as $$
  select d.title, p.name
  from public.documents d
  left join public.profiles p on p.id = private.heir_of(d.id, d.owner_id)
  where d.owner_id = private.caller() and d.deleted_at is null
  order by p.name nulls first, d.title, d.id
$$;
comment on function public.preview_account_deletion() is
  'What delete_account would do to the caller''s documents: each with its new owner, those to be deleted first.';
revoke all on function public.preview_account_deletion() from public, anon, service_role;
grant execute on function public.preview_account_deletion() to authenticated;

create function public.begin_account_deletion(p_actor uuid, p_auth_session uuid) returns text
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  perform private.spend(p_actor, 'delete_account');
  return (select u.email from auth.users u where u.id = p_actor);
end
$$;
comment on function public.begin_account_deletion(uuid, uuid) is
  'The address whose password has to be verified. Refuses when called too often.';
revoke all on function public.begin_account_deletion(uuid, uuid) from public, anon, authenticated;
grant execute on function public.begin_account_deletion(uuid, uuid) to service_role;

create function public.delete_account(p_actor uuid, p_auth_session uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  document public.documents;
  heir uuid;
begin
  perform private.require_sign_in(p_actor, p_auth_session);
  -- In the order of their ids, so that two deletions at the same time do not deadlock.
  for document in
    select d.* from public.documents d join public.document_logs l on l.document_id = d.id
    where d.id in (select m.document_id from public.members m where m.user_id = p_actor)
    order by d.id for no key update of l
  loop
    if document.owner_id = p_actor then heir := private.heir_of(document.id, p_actor); end if;
    if document.owner_id <> p_actor or heir is not null then
      delete from public.members m where m.document_id = document.id and m.user_id = p_actor;
      if document.owner_id = p_actor then
        update public.members m set role = 'owner' where m.document_id = document.id and m.user_id = heir;
        update public.documents d set owner_id = heir where d.id = document.id;
      end if;
      perform private.move_lanes(document.id);
    end if;
  end loop;
  delete from public.documents d where d.owner_id = p_actor;
  delete from auth.users u where u.id = p_actor;
end
$$;
comment on function public.delete_account(uuid, uuid) is
  'Hands over documents that have other members, deletes the rest and the account. Text that the person wrote stays, without a name.';
revoke all on function public.delete_account(uuid, uuid) from public, anon, authenticated;
grant execute on function public.delete_account(uuid, uuid) to service_role;

-- supabase/schemas/sweep.sql

-- The sweep: expired data is erased on a schedule (docs/decisions/0026). pg_cron calls public.sweep() where it is
-- installed, the embedded Supabase has a timer, and any other program may call it with the service key. The log is not
-- pruned here.

create function private.sweep_sessions(p_limit integer) returns bigint
language sql security definer set search_path = ''
as $$
  with over as (
    select s.id from public.editing_sessions s
    where s.last_counter = 0 and (s.last_seen_at < now() - interval '30 days' or s.user_id is null)
      and not exists (select from public.document_updates u where u.session_id = s.id)
    limit p_limit for update skip locked
  ), gone as (delete from public.editing_sessions where id in (select id from over) returning 1)
  select count(*) from gone
$$;
comment on function private.sweep_sessions(integer) is
  'Erases editing sessions that wrote nothing: after 30 days, because a page may wake up and go on, and at once when their account is deleted. Returns how many.';
revoke all on function private.sweep_sessions(integer) from public;

create function private.sweep_secrets(p_limit integer) returns bigint
language sql security definer set search_path = ''
as $$
  with over as (
    select k.session_id from private.session_secrets k join public.editing_sessions s on s.id = k.session_id
    where coalesce(s.revoked_at, greatest(s.last_seen_at, s.lost_right_at)) < now() - interval '1 day'
    limit p_limit for update of k skip locked
  ), gone as (delete from private.session_secrets where session_id in (select session_id from over) returning 1)
  select count(*) from gone
$$;
comment on function private.sweep_secrets(integer) is
  'Erases the secrets of editing sessions that were revoked, last used or lost their right more than a day ago: until then peers may relay what was broadcast. Returns how many.';
revoke all on function private.sweep_secrets(integer) from public;

create function private.sweep_invitations(p_limit integer) returns bigint
language sql security definer set search_path = ''
as $$
  with over as (
    select i.id from private.invitations i where i.expires_at < now() limit p_limit for update skip locked
  ), gone as (
    delete from private.invitations where id in (select id from over) returning 1
  ), expected as (
    select m.document_id, m.user_id from public.members m
    where m.arrived_at is null and m.expires_at < now() limit p_limit for update skip locked
  ), missed as (
    delete from public.members m using expected e where m.document_id = e.document_id and m.user_id = e.user_id returning 1
  )
  select (select count(*) from gone) + (select count(*) from missed)
$$;
comment on function private.sweep_invitations(integer) is
  'Erases invitations that have expired, and the memberships kept for people who did not come. Returns how many.';
revoke all on function private.sweep_invitations(integer) from public;

create function private.sweep_refused_writes(p_limit integer) returns bigint
language sql security definer set search_path = ''
as $$
  with over as (
    select r.document_id, r.user_id, r.reason from private.refused_writes r
    where r.last_at < now() - interval '90 days' limit p_limit for update skip locked
  ), gone as (
    delete from private.refused_writes r using over o
    where r.document_id = o.document_id and r.user_id = o.user_id and r.reason = o.reason returning 1
  )
  select count(*) from gone
$$;
comment on function private.sweep_refused_writes(integer) is
  'Erases records of refused writes after 90 days. Returns how many.';
revoke all on function private.sweep_refused_writes(integer) from public;

create function private.sweep_buckets(p_limit integer) returns bigint
language sql security definer set search_path = ''
as $$
  with over as (
    select b.user_id, b.action from private.rate_buckets b join private.rate_limits r on r.action = b.action
    where b.tokens + r.per_second * extract(epoch from now() - b.filled_at) >= r.burst
    limit p_limit for update of b skip locked
  ), gone as (
    delete from private.rate_buckets b using over o where b.user_id = o.user_id and b.action = o.action returning 1
  )
  select count(*) from gone
$$;
comment on function private.sweep_buckets(integer) is
  'Erases buckets that are full again, because a missing bucket counts as full. Returns how many.';
revoke all on function private.sweep_buckets(integer) from public;

create function public.sweep(p_limit integer default 1000) returns json
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
revoke all on function public.sweep(integer) from public, anon, authenticated;
grant execute on function public.sweep(integer) to service_role;

-- Without pg_cron nothing is scheduled, and nothing fails.
create function private.schedule_sweep() returns text
language plpgsql set search_path = ''
as $$
begin
  if to_regprocedure('cron.schedule(text, text, text)') is null then
    if not exists (select from pg_catalog.pg_available_extensions where name = 'pg_cron') then
      return 'there is no pg_cron: nothing is scheduled';
    end if;
    create extension pg_cron;
  end if;
  -- Scheduling a name again replaces its job.
  perform cron.schedule('spolu-sweep', '*/10 * * * *', 'select public.sweep()');
  if to_regprocedure('net.http_post(text, jsonb, jsonb, jsonb, integer)') is null
    or to_regclass('vault.decrypted_secrets') is null then
    return 'scheduled public.sweep(); for files, turn on pg_net and Vault and call this again';
  end if;
  -- A no-op until both secrets are there.
  perform cron.schedule('spolu-sweep-files', '7 * * * *', $job$
    select net.http_post(url := address.decrypted_secret || '/functions/v1/sweep-files', body := '{}'::jsonb,
      headers := jsonb_build_object('Content-Type', 'application/json', 'apikey', key.decrypted_secret))
    from vault.decrypted_secrets address, vault.decrypted_secrets key
    where address.name = 'spolu_url' and key.name = 'spolu_secret_key'$job$);
  return 'scheduled public.sweep() and the edge function sweep-files';
end
$$;
comment on function private.schedule_sweep() is
  'Schedules public.sweep() in pg_cron every ten minutes and, where there are pg_net and Vault, the edge function sweep-files every hour, at the address and with the secret key that Vault has as spolu_url and spolu_secret_key. Returns what it did. Idempotent. Runs with the rights of the caller.';
revoke all on function private.schedule_sweep() from public;

do $$
begin
  raise notice '%', private.schedule_sweep();
exception when others then
  -- pg_cron may be installed for another database, or the role may not create extensions.
  raise warning 'The sweep is not scheduled (%). See docs/operations.md; then: select private.schedule_sweep();', sqlerrm;
end
$$;
