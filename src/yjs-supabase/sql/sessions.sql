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
