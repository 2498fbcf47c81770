-- Open lists of documents hear of changes on the topic of their person, so that they need not ask every few seconds.

create table private.open_lists (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  listed_at timestamptz not null
);
comment on table private.open_lists is 'When a person last loaded their list of documents. Only those who did lately are told of changes.';

alter table private.open_lists enable row level security;
revoke all on private.open_lists from anon, authenticated;

create function private.list_opened(p_user uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into private.open_lists as o (user_id, listed_at) values (p_user, now())
  on conflict (user_id) do update set listed_at = excluded.listed_at where o.listed_at < now() - interval '1 minute'
$$;
comment on function private.list_opened(uuid) is 'A person loads their list.';
revoke all on function private.list_opened(uuid) from public;

create function private.tell_lists(p_document uuid, p_also uuid default null) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
begin
  for person in
    select o.user_id from private.open_lists o
    -- An open list loads every five minutes.
    where o.listed_at > now() - interval '6 minutes'
      and (o.user_id = p_also or o.user_id in (select m.user_id from public.members m where m.document_id = p_document))
  loop
    perform realtime.send('{}'::jsonb, 'list', 'user:' || person, true);
  end loop;
end
$$;
comment on function private.tell_lists(uuid, uuid) is
  'A document looks different in lists now: tells members with an open list, and p_also. The message says nothing more.';
revoke all on function private.tell_lists(uuid, uuid) from public;

create function private.list_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_lists(new.id);
  return null;
end
$$;
comment on function private.list_changed() is 'Trigger: a title, an owner or a place in the trash changed.';
revoke all on function private.list_changed() from public;

create trigger list_changed after update of title, owner_id, deleted_at on public.documents for each row
  when (new.title is distinct from old.title or new.owner_id is distinct from old.owner_id or new.deleted_at is distinct from old.deleted_at) execute function private.list_changed();

create function private.membership_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_lists(coalesce(new.document_id, old.document_id), coalesce(new.user_id, old.user_id));
  return null;
end
$$;
comment on function private.membership_changed() is 'Trigger: somebody got, lost or changed a role, or arrived.';
revoke all on function private.membership_changed() from public;

create trigger membership_changed after insert or delete or update of role, arrived_at on public.members for each row
  execute function private.membership_changed();

-- Somebody came or wrote after a pause. Who types is not told again and again: a list shows minutes.
create function private.session_opened() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_lists(new.document_id);
  return null;
end
$$;
comment on function private.session_opened() is 'Trigger: somebody opened a document, so that lists show their face.';
revoke all on function private.session_opened() from public;

create trigger session_opened after insert on public.editing_sessions for each row execute function private.session_opened();

create function private.log_changed() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.tell_lists(new.document_id);
  return null;
end
$$;
comment on function private.log_changed() is 'Trigger: somebody wrote in a document, the first time for a minute.';
revoke all on function private.log_changed() from public;

create trigger log_changed after update of changed_at on public.document_logs for each row
  when (new.changed_at > old.changed_at + interval '1 minute') execute function private.log_changed();
