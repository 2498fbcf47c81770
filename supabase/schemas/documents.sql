-- Documents and their members. Rows are read through policies and changed through functions only.

create table public.documents (
  id uuid primary key,
  owner_id uuid not null references public.profiles (id),
  title text not null default '' check (char_length(title) <= 200),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  link_role text check (link_role in ('editor', 'commenter', 'viewer')),
  readers_see_all boolean not null default false,
  viewers_see_comments boolean not null default true,
  keep_on_devices boolean not null default true
);
comment on table public.documents is 'One row for each document; the state of its log is in document_logs, its text in document_updates.';
comment on column public.documents.title is 'Copy of the title inside the document, for lists; save_title reads it from the log.';
comment on column public.documents.link_role is 'Role of everybody who is signed in and has the link; null when the link is closed.';
comment on column public.documents.readers_see_all is
  'Whether viewers and commenters see every version since they got access, or only those that somebody named, saved or replaced by a restore.';

comment on column public.documents.keep_on_devices is
  'Whether pages keep the text on the device of a member, for reading without the network. What a member wrote and has not sent yet is kept in any case.';

create index documents_owner on public.documents (owner_id);
create index documents_in_trash on public.documents (deleted_at) where deleted_at > '-infinity';

alter table public.documents enable row level security;
revoke all on public.documents from anon, authenticated;
grant select (id, owner_id, title, created_at, readers_see_all, viewers_see_comments, keep_on_devices)
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
  if p_kind = 'restore' then perform private.notify_restored(p_log.document_id, p_session); end if;
end
$$;
comment on function private.after_append(public.document_logs, uuid, text, bigint, bigint, bigint, text) is
  'Called in the transaction of each append, with the log as it was before: sets the title in lists, extends the history, and tells those whose text a restore replaced.';
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

-- Creating a document. Its id is derived from its creator and the creator's key. So no caller can request the id of another
-- person's document and learn that it exists.

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
