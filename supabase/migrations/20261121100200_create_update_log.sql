-- The text of documents: an append-only log of Yjs updates, snapshots folded from it, versions that people see.

create table public.editing_sessions (
  id uuid primary key,
  document_id uuid not null references public.documents (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  generation integer not null,
  client_id bigint not null check (client_id between 2 and 4294967295),
  last_counter bigint not null default 0 check (last_counter >= 0),
  next_clock bigint not null default 0 check (next_clock >= 0),
  passed_over bigint[] not null default '{}',
  opened_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  revoked_at timestamptz,
  lost_right_at timestamptz,
  unique (document_id, generation, client_id)
);

comment on table public.editing_sessions is 'One room of one tab. Binds a Yjs client id to a person; its counter makes re-sent updates harmless.';
comment on column public.editing_sessions.client_id is 'Yjs client id, 32 bits; 0 and 1 are the server''s (it writes the first paragraph of every document as 1).';
comment on column public.editing_sessions.last_counter is 'Counter of the session''s newest logged update; survives pruning of the log.';
comment on column public.editing_sessions.lost_right_at is 'When its person last lost the right to write: what its page had said live until then is still logged for it.';
comment on column public.editing_sessions.passed_over is 'Counters below last_counter that the log does not have: deletions that nobody heard before what follows them was relayed.';
comment on column public.editing_sessions.next_clock is 'Yjs clock at which the session''s next update must begin: what follows a gap could never be read.';
create table private.session_secrets (
  session_id uuid primary key references public.editing_sessions (id) on delete cascade,
  secret bytea not null default extensions.gen_random_bytes(32) check (octet_length(secret) = 32)
);
comment on table private.session_secrets is 'Told to the page that opened the editing session and to nobody else; its tags prove what the page said live.';
alter table private.session_secrets enable row level security;
revoke all on private.session_secrets from anon, authenticated;

create index editing_sessions_user on public.editing_sessions (user_id);
create index editing_sessions_seen on public.editing_sessions (document_id, last_seen_at);

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

comment on table public.document_updates is 'The log: Yjs updates (encoding V1) in the order in which they became durable. Written by append_updates only.';
comment on column public.document_updates.quarantined_at is 'When a fold left this row out, because it builds what no client lets in.';
comment on column public.document_updates.chain is 'Hash of this row''s hash and of the chain before it: equal for two logs only if they are the same up to here.';

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
comment on function private.chain_update() is 'Chains a new row of the log to the one before it.';
revoke all on function private.chain_update() from public;
create trigger chain_update before insert on public.document_updates for each row execute function private.chain_update();

create function private.chain_of(p_document uuid, p_seq bigint) returns text
language sql stable security definer set search_path = ''
as $$
  select u.chain from public.document_updates u where u.document_id = p_document and u.seq = p_seq
$$;
comment on function private.chain_of(uuid, bigint) is 'The chain of the log at a seq; pruning never takes the newest row.';
revoke all on function private.chain_of(uuid, bigint) from public;

create index document_updates_session on public.document_updates (session_id);
create index document_updates_author on public.document_updates (author_id);
-- Updates are compressed poorly and read whole.
alter table public.document_updates alter column bytes set storage external;

create table public.document_snapshots (
  document_id uuid not null references public.documents (id) on delete cascade,
  seq bigint not null check (seq > 0),
  generation integer not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  bytes bytea not null check (octet_length(bytes) <= 8388608),
  digest text not null check (digest ~ '^[0-9a-f]{32}$'),
  created_at timestamptz not null default now(),
  primary key (document_id, seq)
);

comment on table public.document_snapshots is 'Full state of a document at a seq, folded from the log on the server.';
comment on column public.document_snapshots.digest is 'Hash of what the document says, as _shared/contract/fingerprint.ts reads it: clients at this seq compare theirs.';
alter table public.document_snapshots alter column bytes set storage external;

create table public.versions (
  id uuid primary key default gen_random_uuid(),
  document_id uuid not null,
  seq bigint not null,
  kind text not null check (kind in ('named', 'automatic', 'before_restore')),
  name text check (char_length(name) between 1 and 120),
  note text check (char_length(note) between 1 and 500),
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  foreign key (document_id, seq) references public.document_snapshots (document_id, seq) on delete cascade
);

comment on table public.versions is 'Snapshots that a person can see, name and restore.';
create index versions_of_document on public.versions (document_id, created_at desc);
create index versions_snapshot on public.versions (document_id, seq);
create index versions_author on public.versions (created_by);

alter table public.editing_sessions enable row level security;
alter table public.document_updates enable row level security;
alter table public.document_snapshots enable row level security;
alter table public.versions enable row level security;
revoke all on public.editing_sessions, public.document_updates, public.document_snapshots, public.versions from anon, authenticated;
grant select (id, document_id, user_id, generation, client_id, opened_at, last_seen_at, revoked_at)
  on public.editing_sessions to authenticated;
grant select on public.versions to authenticated;
grant select on public.editing_sessions, public.document_updates, public.document_snapshots, public.versions to service_role;

create policy sessions_of_my_documents on public.editing_sessions for select to authenticated
  using (document_id in (select private.my_documents()));
create policy versions_of_my_documents on public.versions for select to authenticated
  using (document_id in (select private.my_documents()));
