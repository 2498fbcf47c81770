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
    and (continues or stretch.typed + stretch.deleted < 10)
    -- A version that was saved there ends it.
    and not exists (select from public.versions v where v.document_id = p_document and v.seq = stretch.seq and v.kind = 'named') then
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
  'Adds rows of one session, which have just been logged, to the history: to the newest stretch, or to a new one after a pause of five minutes, after half an hour, or when the newest was named, or a version was saved at its end. A restore is a stretch of its own. Needs the document''s row lock.';
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
