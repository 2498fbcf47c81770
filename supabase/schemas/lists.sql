-- A person's list of documents: favourites, folders, when they last opened one. The tables are private to their person, and
-- read by functions only.

create table private.folders (
  user_id uuid not null references public.profiles (id) on delete cascade,
  id uuid not null,
  name text not null check (char_length(name) between 1 and 80),
  created_at timestamptz not null default now(),
  template_id uuid references public.documents (id) on delete set null,
  primary key (user_id, id)
);
comment on table private.folders is
  'Folders in a person''s list of documents. An id is unique for its person only: the same id of another person is another folder.';
comment on column private.folders.template_id is 'The document that is offered first for a new document in this folder.';

create index folders_template on private.folders (template_id);

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
  last_visit_seq bigint,
  last_visit_at timestamptz,
  is_template boolean not null default false,
  primary key (user_id, document_id),
  foreign key (user_id, folder_id) references private.folders (user_id, id) on delete set null (folder_id)
);
comment on table private.personal_marks is 'Marks of one person on one document, which only that person sees.';
comment on column private.personal_marks.opened_at is 'When the person last had it open.';
comment on column private.personal_marks.seen_seq is 'Head of the log when the person last had the document open.';
comment on column private.personal_marks.left_seq is 'seen_seq before the last absence; null when what others changed then is read.';
comment on column private.personal_marks.left_at is 'opened_at before the last absence.';
comment on column private.personal_marks.last_visit_seq is 'seen_seq before the last absence, however short.';
comment on column private.personal_marks.last_visit_at is 'opened_at before the last absence, however short.';
comment on column private.personal_marks.is_template is 'The person starts new documents from it; it stands in their list of templates.';

create index personal_marks_document on private.personal_marks (document_id);
create index personal_marks_folder on private.personal_marks (user_id, folder_id);

alter table private.personal_marks enable row level security;
revoke all on private.personal_marks from anon, authenticated;

create function private.mark_opened() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  head bigint := (select l.head_seq from public.document_logs l where l.document_id = new.document_id);
  -- A page that has just been opened, or an open one that slept. A hidden page polls once a minute.
  is_away_after interval := case when new.opened_at = now() then '45 seconds' else '2 minutes' end;
begin
  insert into private.personal_marks as m (user_id, document_id, opened_at, seen_seq) values (new.user_id, new.document_id, now(), head)
  on conflict (user_id, document_id) do update set opened_at = excluded.opened_at, seen_seq = excluded.seen_seq,
    left_seq = case when m.opened_at < now() - interval '10 minutes' then m.seen_seq else m.left_seq end,
    left_at = case when m.opened_at < now() - interval '10 minutes' then m.opened_at else m.left_at end,
    last_visit_seq = case when m.opened_at < now() - is_away_after then m.seen_seq else m.last_visit_seq end,
    last_visit_at = case when m.opened_at < now() - is_away_after then m.opened_at else m.last_visit_at end
  where m.opened_at is null or m.opened_at < now() - interval '20 seconds';
  perform private.arrive(new.document_id, new.user_id);
  return new;
end
$$;
comment on function private.mark_opened() is
  'Trigger: an editing session that is opened, or polls the head, marks the document as opened and seen by its person just now; an invited person has thereby arrived. After ten minutes without this the person has been away.';
revoke all on function private.mark_opened() from public;

-- Not with each append: an open page polls the head, which sets last_seen_at, every 15 seconds anyway.
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
  'The people who have a document open, except p_but. An open page that is in view marks its session as seen at least every 15 seconds.';
revoke all on function private.people_here(uuid, integer, uuid) from public;

-- In plpgsql, which looks for the table when it runs: it is declared later.
create function private.erased_at(p_document uuid) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select max(e.ended_at) from public.erasures e where e.document_id = p_document);
end
$$;
comment on function private.erased_at(uuid) is 'When text was last erased from the log of a document; null if never.';
revoke all on function private.erased_at(uuid) from public;

create function public.list_my_documents() returns json
language sql security definer set search_path = ''
as $$
  select private.list_opened(private.caller()) where private.caller() is not null;
  select coalesce(json_agg(listed order by listed.updated_at desc, listed.id), '[]')
  from (
    select d.id, d.title, m.role, d.owner_id, p.name as owner_name,
      (select count(*)::integer from public.members o where o.document_id = d.id and o.arrived_at is not null and (o.expires_at is null or o.expires_at > now())) as member_count,
      d.created_at, l.changed_at as updated_at, d.deleted_at, coalesce(k.favorite, false) as favorite, k.opened_at, k.folder_id,
      coalesce(k.is_template, false) as is_template, d.keep_on_devices,
      case when private.may(m.role, 'write') then private.erased_at(d.id) end as erased_at,
      case when d.deleted_at is null then private.people_here(d.id, l.generation, m.user_id) else '[]' end as here
    from public.members m
    join public.documents d on d.id = m.document_id
    join public.document_logs l on l.document_id = d.id
    join public.profiles p on p.id = d.owner_id
    left join private.personal_marks k on k.user_id = m.user_id and k.document_id = d.id
    where m.user_id = private.caller() and (m.expires_at is null or m.expires_at > now())
      and (d.deleted_at is null or m.role = 'owner' and d.deleted_at > now() - private.trash_kept_for())
  ) as listed;
$$;
comment on function public.list_my_documents() is
  'Documents of the caller, newest change first, with the caller''s own marks and the others who have each open; the owner''s deleted ones too, as long as they can be restored. For those who edit, when text was last erased from the log: older copies on a device have it. One value, not rows: the API cuts rows off after a thousand.';
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
  select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'template_id', f.template_id) order by f.name, f.id), '[]')
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

-- Since you were here: changes that others made while a person was away.

create function public.changes_while_away(p_document uuid) returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  log public.document_logs;
  me uuid := private.caller();
  mark private.personal_marks;
  since bigint;
  people json;
begin
  select * into log from public.document_logs l where l.document_id = p_document;
  perform private.require(p_document, me, 'write');
  select * into mark from private.personal_marks m where m.user_id = me and m.document_id = p_document;
  since := coalesce(mark.left_seq, mark.last_visit_seq);
  if since is null or since >= log.head_seq then return null; end if;
  select json_agg(p.name order by p.name nulls last) into people
  from (
    select distinct s.user_id from public.document_updates u join public.editing_sessions s on s.id = u.session_id
    where u.document_id = p_document and u.seq > since and s.user_id is distinct from me
  ) others left join public.profiles p on p.id = others.user_id;
  return case when people is not null then json_build_object('seq', since,
    'leftAt', coalesce(mark.left_at, mark.last_visit_at), 'unread', mark.left_seq is not null, 'people', people) end;
end
$$;
comment on function public.changes_while_away(uuid) is
  'For the owner and editors: the seq up to which the caller had seen the document before being away, since when, and who else has changed it since (null in the list for an account that is gone). Null when nobody has. unread: the absence was longer than ten minutes, and is not marked as read; otherwise it is the last absence, however short.';
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
