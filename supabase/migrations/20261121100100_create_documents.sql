-- Documents and the people in them. Rows are read through policies and changed through functions only.

create table public.documents (
  id uuid primary key,
  owner_id uuid not null references public.profiles (id),
  title text not null default '' check (char_length(title) <= 200),
  generation integer not null default 1 check (generation > 0),
  epoch integer not null default 1 check (epoch > 0),
  schema_major integer not null default 1 check (schema_major > 0),
  head_seq bigint not null default 0 check (head_seq >= 0),
  snapshot_seq bigint not null default 0 check (snapshot_seq between 0 and head_seq),
  log_start_seq bigint not null default 0 check (log_start_seq between 0 and snapshot_seq),
  size_bytes bigint not null default 0 check (size_bytes >= 0),
  notified_at timestamptz not null default '-infinity',
  restore_session_id uuid,
  restore_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  check ((restore_session_id is null) = (restore_until is null))
);

comment on table public.documents is 'One row a document; its text lives in document_updates.';
comment on column public.documents.title is 'Follows the title inside the document, for lists; written with the append that changed it.';
comment on column public.documents.generation is 'Raised when the history of the text is rebuilt; updates of another generation are refused.';
comment on column public.documents.epoch is 'Part of the lanes'' names; raised whenever somebody loses a right, so that old lanes fall silent.';
comment on column public.documents.schema_major is 'Clients that know an older document schema may not write.';
comment on column public.documents.head_seq is 'Seq of the newest update; seqs are contiguous from 1.';
comment on column public.documents.snapshot_seq is 'Seq of the snapshot that loading starts from; 0 is none.';
comment on column public.documents.log_start_seq is 'Updates up to here have been pruned from the log.';
comment on column public.documents.size_bytes is 'Bytes of the snapshot that loading starts from and of every update after it: the folded document is no larger.';
comment on column public.documents.notified_at is 'When the head was last announced on the ctl lane.';
comment on column public.documents.restore_session_id is 'The restore that holds the lease, until restore_until.';

create index documents_owner on public.documents (owner_id);

create table public.members (
  document_id uuid not null references public.documents (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  role text not null check (role in ('owner', 'editor', 'commenter', 'viewer')),
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (document_id, user_id)
);

comment on table public.members is 'Who may do what in which document. A membership past expires_at counts for nothing.';
create index members_user on public.members (user_id, document_id);
create unique index members_one_owner on public.members (document_id) where role = 'owner';

create function private.caller() returns uuid
language sql stable security definer set search_path = ''
as $$
  select s.user_id from auth.sessions s
  where s.id = (auth.jwt() ->> 'session_id')::uuid and s.user_id = auth.uid()
$$;
comment on function private.caller() is
  'Who calls, or null when nobody is signed in. An access token outlives its sign-in by minutes: signing out must hold at once.';
revoke all on function private.caller() from public;
grant execute on function private.caller() to authenticated;

-- The one place that says what somebody may do. Null: nothing.
create function private.role_of(p_document uuid, p_user uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select m.role
  from public.members m join public.documents d on d.id = m.document_id
  where m.document_id = p_document and m.user_id = p_user
    and d.deleted_at is null and (m.expires_at is null or m.expires_at > now())
$$;
comment on function private.role_of(uuid, uuid) is 'Role of a person in a document that exists, or null.';
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

create function private.my_contacts() returns setof uuid
language sql stable security definer set search_path = ''
as $$
  select private.caller()
  union
  select m.user_id from public.members m where m.document_id in (select private.my_documents())
$$;
comment on function private.my_contacts() is 'The caller and everybody who shares a document with them.';
revoke all on function private.my_contacts() from public;
grant execute on function private.my_contacts() to authenticated;

alter table public.documents enable row level security;
alter table public.members enable row level security;
revoke all on public.documents, public.members from anon, authenticated;
grant select (id, owner_id, title, generation, epoch, schema_major, head_seq, snapshot_seq, created_at, updated_at)
  on public.documents to authenticated;
grant select on public.members to authenticated;
grant select on public.documents, public.members to service_role;

create policy documents_of_members on public.documents for select to authenticated
  using (id in (select private.my_documents()));
create policy members_of_my_documents on public.members for select to authenticated
  using (document_id in (select private.my_documents()));
create policy profiles_of_contacts on public.profiles for select to authenticated
  using (id in (select private.my_contacts()));
create policy own_profile on public.profiles for update to authenticated
  using (id = (select private.caller())) with check (id = (select private.caller()));
